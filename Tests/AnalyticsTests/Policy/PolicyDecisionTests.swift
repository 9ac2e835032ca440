import Analytics
import Testing

@Suite("Whether an event is recorded")
struct PolicyDecisionTests {
    @Test("The first step that says no is the one that is counted")
    func order() {
        let policy = RecordingPolicy.standard(sampling: SamplingRules(defaultRate: 0))
        #expect(policy.decide("", consent: .denied, isEnabled: false).reason == .noConsent)
        #expect(policy.decide("", consent: .unknown, isEnabled: false).reason == .noConsent)
        #expect(policy.decide("", isEnabled: false).reason == .switchedOff)
        #expect(policy.decide("").reason == .invalid)
        #expect(policy.decide("fine", ["email": "a@b.co"]).reason == .sampledOut)
        #expect(RecordingPolicy.standard().decide("fine").reason == nil)
    }

    @Test(
        "Names that teams use are accepted",
        arguments: [
            "a", "screen_viewed", "Order Completed", "app.launch:cold", "nav/home-tab", "Größe gewählt",
            "購入完了", "заказ",
            "हिन्दी", "v2", "2026", "2026-08-11", "build-20260812-09", "a  b", String(repeating: "n", count: 100),
            String(repeating: "é", count: 100),
        ])
    func validName(_ name: String) {
        #expect(RecordingPolicy.standard().decide(name).event?.name == name)
    }

    @Test(
        "Names outside the rules are refused",
        arguments: [
            "", " ", " leading", "trailing ", "tab\tbed", "new\nline", "emoji 🎉", "a@b.co", "50%", "a,b",
            "(x)", "a\u{0}b", "q?", "a+b",
            "no\u{A0}break", String(repeating: "n", count: 101), String(repeating: "é", count: 101),
            "e" + String(repeating: "\u{301}", count: 5_000), "call 555-123-4567", "07700900123",
            "tel:5551234567",
        ])
    func invalidName(_ name: String) throws {
        let decision = RecordingPolicy.standard().decide(name)
        #expect(decision.reason == .invalid)
        let detail = try #require(decision.detail)
        #expect(name.count < 2 || !detail.contains(name), "a refused name is not repeated")
    }

    @Test(
        "A schema version is 0 or more",
        arguments: [(-1, false), (.min, false), (0, true), (1, true), (.max, true)])
    func schemaVersion(_ version: Int, _ isFine: Bool) {
        #expect((RecordingPolicy.standard().decide(version: version).reason == nil) == isFine)
    }

    @Test("The size limit includes its last byte")
    func size() {
        let policy = RecordingPolicy.standard()
        #expect(policy.fits(encodedBytes: 32_768))
        #expect(!policy.fits(encodedBytes: 32_769))
    }

    @Test("An ordinary event passes untouched, its properties in key order")
    func ordinary() throws {
        let properties: [String: PropertyValue] = [
            "screen": "home", "zeta": 1, "Alpha": 2.0, "é": true, "a": "x", "_": .int(.max),
            "first": .double(-0.0),
        ]
        let event = try RecordingPolicy.standard().kept(properties)
        #expect(event.keys == ["Alpha", "_", "a", "first", "screen", "zeta", "é"])
        #expect(event.note.isEmpty)
        #expect(event.sampleRate == 1)
        for (key, value) in properties { #expect(event.value(key) == value) }
    }

    @Test("Only the first 64 properties in key order stay, and the rest is noted")
    func tooMany() throws {
        var properties: [String: PropertyValue] = [:]
        for index in 100..<170 { properties["k\(index)"] = .int(index) }
        let event = try RecordingPolicy.standard().kept(properties)
        #expect(event.keys == (100..<164).map { "k\($0)" })
        #expect(
            event.note.removed == (164..<170).map { RemovedKey(key: "k\($0)", reason: .tooManyProperties) })
    }

    @Test("Numbers that are none are removed and noted; the rest is exact")
    func nonFinite() throws {
        let event = try RecordingPolicy.standard().kept([
            "nan": .double(.nan), "inf": .double(.infinity), "minus": .double(-.infinity),
            "zero": .double(-0.0),
            "tiny": .double(.leastNonzeroMagnitude), "huge": 1e308, "exact": .int(9_007_199_254_740_993),
        ])
        #expect(event.note.removed.map(\.key) == ["inf", "minus", "nan"])
        #expect(event.note.removed.allSatisfy { $0.reason == .nonFinite })
        #expect(event.value("tiny") == .double(.leastNonzeroMagnitude))
        #expect(event.value("huge") == .double(1e308))
        #expect(event.value("exact") == .int(9_007_199_254_740_993))
        guard case .double(let zero) = event.value("zero") else {
            Issue.record("zero is gone")
            return
        }
        #expect(zero.sign == .minus)
    }
}
