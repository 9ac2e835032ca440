import Analytics
import Foundation
import Testing

@Suite("Any event at all")
struct PolicyFuzzTests {
    private static let pieces = [
        "a", "Z", "0", "7", "555", "123-4567", "+", "(", ")", "-", ".", "/", " ", "@", "%", "%40", "%2",
        "%25", "&#64;", "&", "tel:", "x", "é", "日", "👩‍👩‍👧‍👦", "\u{0}", "\n",
        "\u{200B}", "＠", "٣", "\"", "[", "git", ".com", "2x.png", ":", "_", "=", "\u{301}", "00",
        "2026-08-11",
    ]

    private func text(_ generator: inout SeededGenerator, upTo length: Int) -> String {
        (0..<Int.random(in: 0...length, using: &generator))
            .compactMap { _ in Self.pieces.randomElement(using: &generator) }.joined()
    }

    @Test(
        "Nothing crashes, nothing passes a limit, and the answer is always the same",
        arguments: 0..<300 as Range<UInt64>)
    func random(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let policy = RecordingPolicy.standard(
            limits: EventLimits(maxProperties: 20, maxStringCharacters: 16, maxStringBytes: 40))
        var properties: [String: PropertyValue] = [:]
        for _ in 0..<Int.random(in: 0...30, using: &generator) {
            let bits = UInt64.random(in: 0 ... .max, using: &generator)
            let values: [PropertyValue] = [
                .string(text(&generator, upTo: 40)), .int(Int(bitPattern: UInt(bits))),
                .double(Double(bitPattern: bits)), .bool(bits & 1 == 0),
            ]
            properties[text(&generator, upTo: 12)] = values.randomElement(using: &generator)
        }
        let event = policy.decide("fuzz", properties).event
        #expect(event != nil, "seed \(seed)")
        let kept = event?.properties ?? []
        #expect(kept.count <= 20, "seed \(seed)")
        #expect(kept.count + (event?.note.removed.count ?? 0) == properties.count, "seed \(seed)")
        for (key, value) in kept {
            #expect(PersonalDataScan.find(in: key) == nil && key.count <= 64, "seed \(seed)")
            if case .string(let string) = value {
                #expect(string.count <= 16 && string.utf8.count <= 40, "seed \(seed)")
            }
            if case .double(let number) = value { #expect(number.isFinite, "seed \(seed)") }
        }
        // Another dictionary with the same contents has another order inside.
        var reordered: [String: PropertyValue] = [:]
        reordered.reserveCapacity(512)
        for (key, value) in properties.sorted(by: { $0.key > $1.key }) { reordered[key] = value }
        let again = policy.decide("fuzz", reordered).event
        #expect(again?.keys == event?.keys && again?.note == event?.note, "seed \(seed)")
        _ = policy.decide(text(&generator, upTo: 30))
    }

    @Test(
        "Personal data is found wherever it stands in a text",
        arguments: ["jane@example.com", "+1-202-555-0143", "(555) 123-4567"])
    func embedded(_ secret: String) {
        for (front, back) in [
            ("", ""), ("x ", " y"), ("日本 ", " 語"), ("(", ")"), ("\n", "\n"), ("a: ", ", b"), ("🎉 ", "!"),
            ("10:15 ", "."),
        ] {
            #expect(PersonalDataScan.find(in: front + secret + back) != nil, "\(front)|\(back)")
        }
        let long = String(repeating: "lorem ipsum ", count: 20_000)
        #expect(PersonalDataScan.find(in: long + secret + " " + long) != nil)
    }

    @Test(
        "Long hostile texts are read in linear time",
        arguments: ["@a", "1 ", "(", "+1", "1-", "a@a.", "%25", "(1)", "&#64", "tel 1"])
    func linear(_ piece: String) {
        // In the thread's own processor time, which no busy neighbour adds to, and relative to a shorter text: eight
        // times the length takes about 8 times as long, and would take 64 times with quadratic work.
        func cost(_ count: Int) -> Double {
            let text = String(repeating: piece, count: count)
            return (0..<3).map { _ in
                let began = Self.processorTime()
                _ = PersonalDataScan.find(in: text)
                return Self.processorTime() - began
            }.min() ?? 0
        }
        let (short, long) = (cost(12_500), cost(100_000))
        #expect(long < 24 * short + 0.01, "\(piece): \(short) s, then \(long) s")
    }

    private static func processorTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
}
