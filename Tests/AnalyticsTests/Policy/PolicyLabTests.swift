import Analytics
import AnalyticsTesting
import Testing

@Suite("The lab explains what the tracker would do")
struct PolicyLabTests {
    private struct SignedUp: AnalyticsEvent {
        static let name = "signed_up"
        static let schemaVersion = 2
        let properties: [String: PropertyValue]
    }

    @Test("A kept event says what was removed and cut, step by step")
    func kept() {
        let long = String(repeating: "x", count: 300)
        let answer = PolicyLab().decide(
            SignedUp(properties: ["userEmail": "anna@example.com", "plan": "pro", "note": .string(long)]))
        #expect(answer.isKept)
        #expect(answer.sampleRate == 1)
        #expect(Set(answer.properties.keys) == ["plan", "note"])
        #expect(answer.removed == ["userEmail: the key names personal data"])
        #expect(answer.cut == ["note"])
        #expect(
            answer.steps.map(\.name) == ["consent", "switch", "validity", "sampling", "scrub", "cut", "size"])
        #expect(answer.steps.allSatisfy { !$0.text.contains("anna@") })
    }

    @Test(
        "A dropped event names the step that stopped it",
        arguments: [
            (Consent.denied, true, "ok", DropReason.noConsent, "consent"),
            (.granted, false, "ok", .switchedOff, "switch"),
            (.granted, true, "bad!", .invalid, "validity"), (.granted, true, "rare", .sampledOut, "sampling"),
        ])
    func dropped(_ consent: Consent, _ isEnabled: Bool, _ name: String, _ reason: DropReason, _ step: String)
    {
        let lab = PolicyLab(sampling: SamplingRules(rates: ["rare": 0]))
        let answer = lab.decide(name: name, consent: consent, isEnabled: isEnabled)
        #expect(answer.dropReason == reason)
        #expect(answer.steps.first { $0.passed == false }?.name == step)
        #expect(answer.steps.last?.passed == nil)
        #expect(answer.properties.isEmpty)
    }

    @Test("Keys and values can be tried alone")
    func probes() {
        let lab = PolicyLab()
        #expect(lab.scrub(value: "user+tag@sub.example.org").isRemoved)
        #expect(lab.scrub(value: "(555) 123-4567").isRemoved)
        #expect(!lab.scrub(value: "10.15.7.1").isRemoved)
        #expect(lab.scrub(key: "Full Name").text.contains("full name"))
        #expect(lab.scrub(key: "userEmail").isRemoved)
        #expect(lab.scrub(key: "").isRemoved)
        #expect(!lab.scrub(key: "screen_name").isRemoved)
    }

    @Test("The share repeats for a seed, and impossible rules are reported")
    func share() {
        let lab = PolicyLab(limits: EventLimits(maxProperties: -1), sampling: SamplingRules(defaultRate: 7))
        #expect(lab.corrections.count == 2)
        let one = lab.share(keptAt: 0.1, key: "k", installs: 5_000, seed: 1)
        #expect(one == lab.share(keptAt: 0.1, key: "k", installs: 5_000, seed: 1))
        #expect(one.deviation < 4)
        #expect(lab.share(keptAt: 1, key: "k", installs: 0, seed: 1).kept == 1)
        #expect(lab.share(keptAt: .nan, key: "k", installs: 10, seed: 1).deviation == 0)
    }
}
