import Analytics
import AnalyticsTesting
import Foundation
import Testing

/// Random and mutated bytes through the whole tracker: segments that change after they were indexed and before they are
/// sent, state files, responses and remote documents. Whatever comes, the tracker neither crashes nor hangs, the ledger
/// balances, the audit is ok, nothing waits for ever, and the next event is delivered.
///
/// Each case is one seed, named in the failure; `swift test --filter 'HarnessFuzzTests/NAME'` plays all of them again, the
/// same way each time. `ANALYTICS_TEST_DEEP=1` plays twenty times as many.
@Suite(.timeLimit(.minutes(10))) struct HarnessFuzzTests {
    private static let seeds = 0..<UInt64(Depth.isDeep ? 800 : 40)

    /// Some forty events in three closed segments or leftovers and an open one.
    private func recorded(_ random: inout SeededGenerator) async throws -> Stage {
        let stage = try Stage { configuration in
            configuration.queue.segmentBytes = 4 * 1_024
            configuration.flush.count = 500
        }
        await stage.grant()
        await stage.track(Int.random(in: 30...50, using: &random))
        if Bool.random(using: &random) {
            stage.harness.relaunch()
            await stage.grant()
        }
        return stage
    }

    /// The server is good from now on: everything that waits is sent, and three new events arrive.
    private func expectRecovery(_ stage: Stage, _ note: String) async {
        let harness = stage.harness
        let before = stage.ledger[.delivered]
        await stage.track(3)
        for _ in 0..<3 {
            _ = await harness.flushAndSettle()
            // Longer than any backoff, whatever a file or a response claims.
            await harness.advance(by: .seconds(200_000))
            await harness.settle()
        }
        let ledger = stage.ledger
        #expect(ledger.isBalanced, "\(note): \(ledger)")
        #expect(ledger[.delivered] >= before + 3, "\(note): the new events did not arrive: \(ledger)")
        #expect(ledger[.waiting] + ledger[.inFlight] + ledger[.buffered] == 0, "\(note): \(ledger)")
        let findings = harness.audit().findings
        #expect(findings.isEmpty, "\(note): \(findings), \(harness.status.problems)")
    }

    @Test(arguments: seeds)
    func aSegmentThatChangesBetweenScanAndSendIsCountedAndNothingWaits(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let stage = try await recorded(&random)
        var note = "seed \(seed)"
        for _ in 0...Int.random(in: 0...1, using: &random) {
            let names = stage.harness.segmentLines().map(\.name)
            guard let name = names.randomElement(using: &random) else { break }
            let change = FileChange.allCases.randomElement(using: &random) ?? .damage
            note += ", \(change) \(name)"
            let url = stage.harness.directory.appendingPathComponent(name)
            try change.apply(to: url, &random)
        }
        await expectRecovery(stage, note)
        stage.harness.relaunch()
        await stage.grant()
        await expectRecovery(stage, note + ", relaunched")
    }

    @Test(arguments: seeds)
    func aSegmentThatChangesWhileItIsSentIsCountedOnce(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let stage = try await recorded(&random)
        let flush = await stage.startHeldFlush()
        // The oldest is under way; its file is changed, and must not come back.
        let name = try #require(stage.harness.segmentLines().first?.name)
        let change = FileChange.allCases.filter { $0 != .folder && $0 != .link }
            .randomElement(using: &random)
        try change?.apply(to: stage.harness.directory.appendingPathComponent(name), &random)
        stage.server.isHeld = false
        _ = await flush.value
        let note = "seed \(seed), \(change.map { "\($0)" } ?? "") \(name) under way"
        await expectRecovery(stage, note)
        let ids = stage.server.sent.flatMap(\.eventIDs)
        #expect(Set(ids).count == ids.count, "\(note): sent twice")
    }

    @Test func theCheckFailsWhereTheServerStaysBad() async throws {
        let stage = try Stage(network: .function { _ in AnalyticsHarness.Answer(status: 503) })
        await stage.grant()
        await withKnownIssue { await expectRecovery(stage, "planted") }
    }

    @Test(arguments: seeds)
    func anyBytesInTheStateFileCostAtMostWhatWasOnDisk(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let stage = try await recorded(&random)
        stage.harness.crash()
        let url = stage.harness.directory.appendingPathComponent("state.json")
        let before = Array(try Data(contentsOf: url))
        let after =
            Bool.random(using: &random)
            ? Damage.allCases.randomElement(using: &random)?.done(to: before, &random) ?? before
            : Damage.values(of: before, &random)
        try Data(after).write(to: url)
        stage.harness.relaunch()
        await stage.grant()
        await expectRecovery(stage, "seed \(seed), state \(String(decoding: after, as: UTF8.self))")
    }

    @Test(arguments: seeds)
    func anyResponseIsCountedAndTheNextGoodOneDelivers(seed: UInt64) async throws {
        let script = ResponseFuzz(seed: seed)
        let stage = try Stage(network: .function { script.answer(to: $0) }) { configuration in
            configuration.remoteConfiguration = URL(string: "http://127.0.0.1:9/v1/config")
        }
        await stage.grant()
        for _ in 0..<12 {
            await stage.track(2)
            _ = await stage.harness.flushAndSettle()
            await stage.harness.advance(by: .seconds(4_000))
            #expect(stage.ledger.isBalanced, "seed \(seed): \(stage.ledger), after \(script.past)")
        }
        script.isGood = true
        // A document may have switched it off: it requests again within the hour.
        await stage.harness.advance(by: .seconds(200_000))
        _ = await stage.harness.flushAndSettle()
        await stage.harness.advance(by: .seconds(4_000))
        await expectRecovery(stage, "seed \(seed), after \(script.past)")
    }
}

/// What can happen to a segment file between two steps.
private enum FileChange: CaseIterable {
    case damage, damageAgain, noise, truncate, empty, delete, replaceByOther, grow, values, folder, link

    func apply(to url: URL, _ random: inout SeededGenerator) throws {
        let manager = FileManager.default
        var isFolder: ObjCBool = false
        guard manager.fileExists(atPath: url.path, isDirectory: &isFolder), !isFolder.boolValue else {
            return
        }
        let before = Array(try Data(contentsOf: url))
        guard !before.isEmpty else { return }
        switch self {
        case .damage, .damageAgain:
            let damage = Damage.allCases.randomElement(using: &random) ?? .bit
            try Data(damage.done(to: before, &random)).write(to: url)
        case .noise: try Data(Damage.noise(&random, upTo: 8_000)).write(to: url)
        case .truncate:
            try Data(before.prefix(Int.random(in: 0..<before.count, using: &random))).write(to: url)
        case .empty: try Data().write(to: url)
        case .delete: try manager.removeItem(at: url)
        case .replaceByOther:
            let names = try manager.contentsOfDirectory(atPath: url.deletingLastPathComponent().path).sorted()
            let other = names.filter { $0.hasSuffix(".jsonl") }.randomElement(using: &random) ?? ""
            let path = url.deletingLastPathComponent().appendingPathComponent(other)
            if let data = manager.contents(atPath: path.path) { try data.write(to: url) }
        case .grow: try Data(before + Array(repeating: before, count: 3).joined()).write(to: url)
        case .values: try Data(Damage.values(of: before, &random)).write(to: url)
        case .folder:
            try manager.removeItem(at: url)
            try manager.createDirectory(at: url, withIntermediateDirectories: false)
        case .link:
            let target = url.deletingLastPathComponent().appendingPathComponent("elsewhere")
            try Data(before).write(to: target)
            try manager.removeItem(at: url)
            try manager.createSymbolicLink(at: url, withDestinationURL: target)
        }
    }
}

extension Damage {
    /// The same JSON with some of its numbers, strings and words replaced by others that are valid JSON.
    static func values(of bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        let pieces = [
            "0", "-1", "9223372036854775807", "1e400", "-0.0", "null", "true", "{}", "[]", "\"\"",
            "\"granted\"", "\"\\u0000\"", "9007199254740992", "[[[[[[[[]]]]]]]]",
        ]
        var result: [UInt8] = []
        var isValue = false
        for part in bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false) {
            if !result.isEmpty || isValue { result.append(UInt8(ascii: ":")) }
            let end = part.firstIndex { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "}") }
            if isValue, let end, Int.random(in: 0..<6, using: &random) == 0 {
                result += Array((pieces.randomElement(using: &random) ?? "").utf8) + part[end...]
            } else {
                result += part
            }
            isValue = true
        }
        return result
    }
}
