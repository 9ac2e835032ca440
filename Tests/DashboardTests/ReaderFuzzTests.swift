import AnalyticsDashboardCore
import Foundation
import Testing

/// Any bytes in files and in the input of `--plain`: read or refused with a place, and never at more than a linear
/// cost. Longer with ANALYTICS_TEST_DEEP=1. A failure prints its seed, and ANALYTICS_TEST_SEED repeats it.
@Suite struct ReaderFuzzTests {
    private static let environment = ProcessInfo.processInfo.environment
    private let rounds = Self.environment["ANALYTICS_TEST_DEEP"] == "1" ? 50_000 : 1_000
    private let seed =
        Self.environment["ANALYTICS_TEST_SEED"].flatMap { UInt64($0) } ?? .random(in: 1 ... .max)

    private static let scenario = """
        # a comment
        seed 7
        say "hello" \u{1F468}\u{200D}\u{1F469}
        consent grant
        fire "Order Completed" v2 total=3.0 note="a \\"b\\" \\u{1F600}" x3
        server 429:30
        advance 1500ms
        expect waiting >= 3
        """
    private static let events =
        #"[{"name": "a", "schemaVersion": 1, "label": "é", "properties": {"a": 1.5, "b": "\u00e9\ud83d\ude00"}}]"#

    /// Pieces that break readers.
    private static let spice: [[UInt8]] = bytes + words.map { Array($0.utf8) }
    private static let words = ["\\ud800", "\\u{", "=", "x99999999999999999999", "1e999", "-", "nan"]
    private static let bytes: [[UInt8]] = [
        [0x00], [0x1B], [0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xEF, 0xBB, 0xBF], [0xE2, 0x80, 0x8B],
        [0xE2, 0x80, 0xA8], [0x0D], [0x0A], [0x22], [0x5C], [0x7B], [0x5B],
    ]

    private func damaged(_ text: String, _ random: inout Dice) -> [UInt8] {
        var bytes = Array(text.utf8)
        for _ in 0..<Int.random(in: 1...5, using: &random) {
            let place = Int.random(in: 0...bytes.count, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: if place < bytes.count { bytes.remove(at: place) }
            case 1: if place < bytes.count { bytes[place] = UInt8.random(in: 0 ... .max, using: &random) }
            case 2: bytes.removeLast(bytes.count - place)
            default: bytes.insert(contentsOf: Self.spice.randomElement(using: &random) ?? [], at: place)
            }
        }
        return bytes
    }

    private func eachDamaged(_ text: String, read: (_ bytes: [UInt8]) throws -> Void) {
        var random = Dice(seed)
        for round in 0..<rounds {
            let bytes = damaged(text, &random)
            do {
                try read(bytes)
            } catch {
                let place = /^f:[0-9]+:([0-9]+:)? ./
                let said = "\(error)"
                #expect(said.firstMatch(of: place) != nil, "seed \(seed), round \(round): \(said)")
                #expect(said.utf8.count < 2_000, "seed \(seed), round \(round): \(said)")
            }
        }
    }

    @Test func anyScenarioIsReadOrRefusedWithItsPlace() {
        eachDamaged(Self.scenario) { bytes in
            let read = try Scenario(FileText.decode(bytes, file: "f"), file: "f") { _ in true }
            for step in read.steps {
                let line = Verb.line(step.action)
                // What was understood can be written down and understood again.
                let again = try? Scenario(line, file: "f") { _ in true }
                #expect(again?.steps.count == 1, "seed \(seed): \(line)")
            }
        }
    }

    @Test func anyEventsFileIsReadOrRefusedWithItsPlace() {
        eachDamaged(Self.events) { bytes in
            _ = try EventsFile(FileText.decode(bytes, file: "f"), file: "f")
        }
    }

    @Test func anyInputOfPlainIsACommandOrASentence() {
        var random = Dice(seed)
        for _ in 0..<rounds {
            let bytes = damaged(Self.scenario, &random)
            var splitter = LineSplitter()
            var lines: [LineSplitter.Line] = []
            var start = 0
            while start < bytes.count {
                let end = Int.random(in: start + 1...bytes.count, using: &random)
                lines += splitter.feed(bytes[start..<end])
                start = end
            }
            lines += splitter.end().map { [$0] } ?? []
            #expect(lines.count <= bytes.count { $0 == 0x0A } + 1, "seed \(seed)")
            for line in lines {
                guard case .wrong(let text) = PlainCommand(line.text) else { continue }
                #expect(text.hasSuffix("."), "seed \(seed): \(text)")
                #expect(text.utf8.count < 2_000, "seed \(seed): \(text)")
            }
        }
    }

    /// A quadratic reader would take hours for these.
    @Test(.timeLimit(.minutes(2))) func longInputCostsNoMoreThanItsLength() throws {
        let quoted = "fire tap " + (0..<20_000).map { "\"k\($0)\"=\"v\"" }.joined(separator: " ")
        #expect(try Scenario(quoted, file: "f") { _ in true }.steps.count == 1)
        _ = PlainCommand(quoted)
        let keys = (0..<20_000).map { "\"k\($0)\":1" }.joined(separator: ",")
        let events = "[{\"name\":\"a\",\"schemaVersion\":1,\"properties\":{\(keys)}}]"
        #expect(try EventsFile(events, file: "f").samples.first?.event?.properties.count == 20_000)
        var splitter = LineSplitter()
        let lines = splitter.feed(repeatElement(0x61, count: 1_000_000))
        #expect(lines.isEmpty)
        let line = splitter.end()
        #expect(line?.isCut == true && line?.text.utf8.count == LineSplitter.limit)
    }
}
