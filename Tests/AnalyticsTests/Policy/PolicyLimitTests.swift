import Analytics
import Testing

@Suite("Strings are cut between characters")
struct StringCutterTests {
    @Test("A string within both limits is left alone, also when its bytes are many")
    func within() {
        #expect(StringCutter.cut("", characters: 256, bytes: 1_024) == nil)
        #expect(StringCutter.cut(String(repeating: "a", count: 256), characters: 256, bytes: 1_024) == nil)
        #expect(StringCutter.cut(String(repeating: "日", count: 256), characters: 256, bytes: 1_024) == nil)
    }

    @Test(
        "A character at the limit stays whole or goes", arguments: ["👩‍👩‍👧‍👦", "🇩🇪", "é", "e\u{301}", "각", "\r\n"])
    func atTheLimit(_ character: String) throws {
        let letters = String(repeating: "a", count: 255)
        #expect(StringCutter.cut(letters + character, characters: 256, bytes: 1_024) == nil)
        #expect(StringCutter.cut(letters + "b" + character, characters: 256, bytes: 1_024) == letters + "b")
        let tight = try #require(StringCutter.cut(letters + character + "c", characters: 256, bytes: 256))
        #expect(tight == letters)
    }

    @Test("One character larger than the byte limit leaves nothing")
    func monster() throws {
        let monster = "e" + String(repeating: "\u{301}", count: 100_000)
        let event = try RecordingPolicy.standard().kept([
            "note": .string(monster), "tail": .string("ab" + monster + "c"),
        ])
        #expect(event.value("note") == "")
        #expect(event.value("tail") == "ab")
        #expect(event.note.cut == ["note", "tail"])
    }

    @Test("Every cut is the longest beginning within the limits", arguments: 0..<60 as Range<UInt64>)
    func random(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let parts = ["a", "é", "日", "👩‍👩‍👧‍👦", "🇩🇪", "\u{301}", "\u{200D}", "\r\n", "각", " ", "👋🏽"]
        let text = (0..<Int.random(in: 0...900, using: &generator))
            .compactMap { _ in parts.randomElement(using: &generator) }.joined()
        let cut = StringCutter.cut(text, characters: 256, bytes: 1_024)
        let expected = longestBeginning(of: text)
        #expect(cut ?? text == expected, "seed \(seed)")
        #expect((cut == nil) == (expected == text), "seed \(seed)")
        #expect(expected.count <= 256 && expected.utf8.count <= 1_024)
    }

    private func longestBeginning(of text: String) -> String {
        var result: [Character] = []
        var bytes = 0
        for character in text {
            bytes += String(character).utf8.count
            if bytes > 1_024 || result.count == 256 { break }
            result.append(character)
        }
        return String(result)
    }
}

@Suite("Impossible configuration is corrected, not trapped")
struct ConfigurationCorrectionTests {
    @Test("The defaults need no correction")
    func defaults() {
        #expect(EventLimits().clamped().corrections.isEmpty)
        #expect(EventLimits().clamped().0 == EventLimits())
        #expect(SamplingRules().clamped().corrections.isEmpty)
    }

    @Test("Every limit comes into its range, with one sentence each", arguments: [Int.min, -1, Int.max])
    func limits(_ wild: Int) {
        let limits = EventLimits(
            maxNameCharacters: wild, maxKeyCharacters: wild, maxProperties: wild, maxStringCharacters: wild,
            maxStringBytes: wild, maxEventBytes: wild)
        let (clamped, corrections) = limits.clamped()
        #expect(corrections.count == 6)
        #expect(corrections.allSatisfy { $0.contains("\(wild)") })
        #expect(clamped.clamped().corrections.isEmpty)
        let policy = RecordingPolicy.standard(limits: limits)
        #expect(policy.limits == clamped)
        #expect(policy.decide("n", ["k": "value"]).reason == nil)
    }

    @Test(
        "Every rate comes into its range",
        arguments: [(Double.nan, 0.25), (.infinity, 1), (-.infinity, 0), (1.5, 1), (-0.5, 0), (0.5, 0.5)])
    func rates(_ wild: Double, _ expected: Double) {
        let rules = SamplingRules(
            defaultRate: 0.25, rates: ["e": wild], groups: ["f": "g"], groupRates: ["g": wild])
        let (clamped, corrections) = rules.clamped()
        #expect(clamped.rates["e"] == expected)
        #expect(clamped.groupRates["g"] == expected)
        #expect(corrections.count == (wild == expected ? 0 : 2))
        #expect(SamplingRules(defaultRate: .nan).clamped().0.defaultRate == 1)
    }

    @Test("An event with a rate of its own inside a group is reported")
    func contradiction() {
        let rules = SamplingRules(
            rates: ["paid": 0.5], groups: ["paid": "checkout"], groupRates: ["checkout": 0.1])
        #expect(rules.clamped().corrections.count == 1)
        #expect(rules.rule(for: "paid").rate == 0.1)
        #expect(rules.rule(for: "paid").key == "checkout")
    }
}
