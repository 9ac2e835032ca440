import Analytics
import AnalyticsTesting
import Testing

@Suite("Sampling is per install")
struct PolicySamplingTests {
    @Test(
        "The published test vectors hold",
        arguments: [
            ("", "", 0x3661_0c0f_0fbc_67ca as UInt64), ("install-1", "screen_viewed", 0x3ae7_03cb_063d_7602),
            ("install-2", "screen_viewed", 0xe015_7cba_e05d_8392),
            ("6F9619FF-8B86-D011-B42D-00C04FC964FF", "checkout", 0x5f41_7492_30c3_580d),
            ("é", "日本", 0x6c52_cad7_b93d_d798),
        ])
    func vectors(_ install: String, _ key: String, _ hash: UInt64) {
        #expect(InstallSampler.hash(installID: install, key: key) == hash)
        #expect(PolicyLab().samplingHash(installID: install, key: key) == hash)
    }

    @Test(
        "The share is within 4 sigma", arguments: [0.001, 0.01, 0.1, 0.5, 0.999], ["random", "sequential"])
    func share(_ rate: Double, _ kind: String) {
        let count = 100_000
        if kind == "random" {
            let share = PolicyLab().share(keptAt: rate, key: "screen_viewed", installs: count, seed: 11)
            #expect(share.deviation < 4, "kept \(share.kept)")
            return
        }
        let kept = (0..<count).filter {
            InstallSampler.keeps(installID: "\($0)", key: "screen_viewed", rate: rate)
        }.count
        let sigma = (rate * (1 - rate) * Double(count)).squareRoot()
        #expect(abs(Double(kept) - rate * Double(count)) < 4 * sigma, "kept \(kept)")
    }

    @Test("Raising a rate keeps everyone who was in")
    func monotone() {
        let rates = [0, 1e-9, 0.001, 0.01, 0.1, 0.5, 0.999, 1 - 0x1p-53, 1]
        for index in 0..<20_000 {
            let kept = rates.map { InstallSampler.keeps(installID: "i\(index)", key: "k", rate: $0) }
            #expect(!zip(kept, kept.dropFirst()).contains { $0 && !$1 }, "install \(index)")
        }
    }

    @Test(
        "The ends are exact",
        arguments: [(1.0, true), (2, true), (.infinity, true), (0, false), (-1, false), (.nan, false)])
    func ends(_ rate: Double, _ isKept: Bool) {
        for index in 0..<1_000 {
            #expect(InstallSampler.keeps(installID: "\(index)", key: "k", rate: rate) == isKept)
        }
    }

    @Test("A funnel stays or goes together, and the rate travels with the event")
    func groups() {
        let rules = SamplingRules(
            defaultRate: 0.3, groups: ["cart": "checkout", "pay": "checkout"], groupRates: ["checkout": 0.3])
        let policy = RecordingPolicy.standard(sampling: rules)
        var differs = false
        for index in 0..<500 {
            let cart = policy.decide("cart", installID: "\(index)")
            let pay = policy.decide("pay", installID: "\(index)")
            #expect((cart.event == nil) == (pay.event == nil))
            #expect(cart.event?.sampleRate ?? 0.3 == 0.3)
            differs =
                differs || (cart.event == nil) != (policy.decide("alone", installID: "\(index)").event == nil)
        }
        #expect(differs, "events outside the group are drawn on their own")
    }
}
