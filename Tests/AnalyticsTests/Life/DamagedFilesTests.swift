import Analytics
import AnalyticsTesting
import Foundation
import Testing

/// What a disk fault, another program or a clever user leaves in the folder must not crash or silence the tracker.
@Suite(.timeLimit(.minutes(10))) struct DamagedFilesTests {
    /// A tracker whose earlier life left three events, with a file changed in between.
    private func relaunched(changing file: String, _ change: (String) -> String) async throws -> Stage {
        let stage = try Stage()
        await stage.grant()
        await stage.track(3)
        stage.harness.crash()
        let url = stage.harness.directory.appendingPathComponent(file)
        let text = try String(contentsOf: url, encoding: .utf8)
        let changed = change(text)
        try #require(changed != text, "nothing was changed in \(text)")
        try Data(changed.utf8).write(to: url)
        stage.harness.relaunch()
        await stage.grant()
        return stage
    }

    /// Sixty new events arrive, also past a failure, and the books are right.
    private func expectWorking(
        _ stage: Stage, hasForeignFile: Bool = false, _ place: SourceLocation = #_sourceLocation
    ) async {
        await stage.track(60)
        stage.server.script([.unavailable()])
        await stage.harness.tracker.flush()
        // Longer than any backoff that a file can claim.
        await stage.harness.advance(by: .seconds(200_000))
        await stage.harness.tracker.flush()
        #expect(stage.ledger[.delivered] >= 60, "\(stage.ledger)", sourceLocation: place)
        #expect(stage.ledger[.waiting] == 0, sourceLocation: place)
        // The auditor, who reads every file, cannot know which of them is not ours.
        #expect(stage.ledger.isBalanced, sourceLocation: place)
        if !hasForeignFile { stage.expectBalance(place) }
    }

    @Test(
        arguments: [
            "nextSequence", "nextSegment", "failures", "leftMilliseconds", "lastEvent", "started", "format",
        ],
        [Int.max, .max - 1, .max - 100, .min, -1, 0])
    func anImpossibleNumberInTheState(key: String, number: Int) async throws {
        let stage = try await relaunched(changing: "state.json") { text in
            let backoff = #"{"backoff":{"failures":1,"leftMilliseconds":1},"destination""#
            return text.replacing(#"{"destination""#, with: backoff).setting(key, to: number)
        }
        await expectWorking(stage)
    }

    @Test(arguments: ["created", "firstSequence"], [Int.max, .max - 1, .min, -1, 0])
    func anImpossibleNumberInAHeader(key: String, number: Int) async throws {
        let stage = try await relaunched(changing: "00000001.jsonl") { $0.setting(key, to: number) }
        await expectWorking(stage)
    }

    @Test(arguments: [Int.max, .max - 1, .min, -1, 0])
    func anImpossibleSequenceInTheLastLine(number: Int) async throws {
        let stage = try await relaunched(changing: "00000001.jsonl") { text in
            var lines = text.split(separator: "\n").map(String.init)
            lines.append(lines.removeLast().setting("seq", to: number))
            return lines.joined(separator: "\n") + "\n"
        }
        await expectWorking(stage)
    }

    @Test(arguments: [
        "9223372036854775807.jsonl", "9223372036854775806.jsonl", "9223372036854775000.jsonl",
        "99999999999999999999.jsonl", "00000000.jsonl", "00000000000000000007.jsonl", "-0000001.jsonl",
        "00000009.jsonl.jsonl", ".jsonl", "x.jsonl", "00000009.JSONL", "٠٠٠٠٠٠٠٩.jsonl",
    ])
    func aStrangeFileName(name: String) async throws {
        let stage = try Stage()
        await stage.grant()
        stage.harness.crash()
        try Data("{\"not\":\"ours\"}\nx\n".utf8).write(
            to: stage.harness.directory.appendingPathComponent(name))
        stage.harness.relaunch()
        await stage.grant()
        await expectWorking(stage, hasForeignFile: true)
    }
}

extension String {
    /// The text with the number after a JSON key replaced.
    fileprivate func setting(_ key: String, to number: Int) -> String {
        guard let range = range(of: "\"\(key)\":") else { return self }
        let rest = self[range.upperBound...].drop { $0.isNumber || $0 == "-" }
        return self[..<range.upperBound] + "\(number)" + rest
    }
}
