import Analytics
import AnalyticsTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10))) struct RelaunchTests {
    @Test func leftoversGoTenSecondsAfterLaunchAndSequenceAndSessionGoOn() async throws {
        let stage = try Stage()
        await stage.grant()
        await stage.track(3)
        let (install, session) = (stage.harness.status.installID, stage.harness.status.session?.id)
        stage.harness.relaunch()
        await stage.grant()
        #expect(stage.ledger.recovered == 3)
        await stage.track(1)
        #expect(stage.harness.status.installID == install)
        #expect(stage.harness.status.session?.id == session)
        #expect(stage.harness.status.nextSequence == 5)
        await stage.harness.advance(by: .seconds(9))
        #expect(stage.server.sent.isEmpty)
        await stage.harness.advance(by: .seconds(1))
        #expect(stage.ledger[.delivered] >= 3)
        stage.expectBalance()
    }

    @Test(arguments: ["empty", "half a header", "header only", "header and half a line"])
    func aKillWhileASegmentIsBegunNeverSetsTheSequenceBack(remains: String) async throws {
        let stage = try Stage()
        await stage.grant()
        await stage.track(10)
        // No new session, so the state file knows nothing of these.
        await stage.track(50)
        stage.harness.crash()
        let newest = try #require(stage.harness.segmentLines().last)
        // The next segment, as far as it had come.
        let header = try #require(newest.lines.first)
            .replacingOccurrences(of: #""firstSequence":51"#, with: #""firstSequence":61"#)
        let texts = [
            "empty": "", "half a header": String(header.prefix(40)), "header only": header + "\n",
            "header and half a line": header + "\n{\"id\":\"",
        ]
        let name = newest.name.replacingOccurrences(of: "2.jsonl", with: "3.jsonl")
        #expect(name != newest.name)
        let file = stage.harness.directory.appendingPathComponent(name)
        try Data(try #require(texts[remains]).utf8).write(to: file)
        for _ in 0..<2 {
            stage.harness.relaunch()
            await stage.grant()
            #expect(stage.harness.status.nextSequence == 61)
            #expect(stage.ledger[.waiting] == 60)
            #expect(!FileManager.default.fileExists(atPath: file.path))
            stage.expectBalance()
        }
    }

    @Test func ofFiveLinesOneCorruptTheFourOthersArriveOnce() async throws {
        let stage = try await relaunched(afterTracking: 5) { lines in lines[3] = "{\"id\": broken" }
        #expect(stage.ledger[.delivered] == 4)
        #expect(stage.ledger[.corrupt] == 1)
        #expect(stage.server.sent.flatMap(\.eventIDs).map { $0.last } == ["1", "2", "4", "5"])
        await stage.harness.advance(by: .seconds(3_600))
        #expect(stage.server.sent.count == 1)
        stage.expectBalance()
    }

    @Test func aTornTailIsCountedAndTheWholeLinesArrive() async throws {
        let stage = try await relaunched(afterTracking: 3) { lines in lines[4] = "{\"id\":\"torn" }
        #expect(stage.ledger[.delivered] == 4)
        #expect(stage.ledger[.corrupt] == 1)
        stage.expectBalance()
    }

    @Test func aLeftoverThatIsOnlyATornLineIsCountedAndRemoved() async throws {
        let stage = try await relaunched(afterTracking: 1) { lines in lines = [String(lines[0].prefix(40))] }
        #expect(stage.ledger[.corrupt] == 1)
        #expect(stage.ledger[.delivered] == 1)
        #expect(stage.harness.segmentLines().isEmpty)
        stage.expectBalance()
    }

    @Test func aForeignLineIsNotFusedWithTheNextEvent() async throws {
        let stage = try await relaunched(afterTracking: 1) { lines in lines = ["{\"a\":1}", "{\"b\":"] }
        #expect(stage.ledger[.corrupt] == 1)
        #expect(stage.ledger[.delivered] == 1)
        #expect(stage.server.sent.map(\.names) == [["step"]])
        stage.expectBalance()
    }

    /// A second life after a crash that left its only segment as `change` makes it; one more event is tracked, and
    /// all is sent. The last of the lines has no line end.
    private func relaunched(
        afterTracking count: Int, _ change: (inout [String]) -> Void
    ) async throws -> Stage {
        let stage = try Stage()
        await stage.grant()
        await stage.track(count)
        stage.harness.crash()
        try stage.rewrite("00000001.jsonl") { text in
            var lines = text.components(separatedBy: "\n")
            change(&lines)
            return lines.joined(separator: "\n")
        }
        stage.harness.relaunch()
        await stage.grant()
        if count < 5 { await stage.track(1) }
        await stage.harness.tracker.flush()
        return stage
    }

    @Test func aFullDiskIsCountedAndTheNextEventWorks() async throws {
        let stage = try Stage()
        await stage.grant()
        await stage.track(1)
        stage.harness.world.files.fault = .fullAfter(bytes: 40)
        await stage.track(1)
        #expect(stage.ledger[.diskFull] == 1)
        stage.harness.world.files.fault = .none
        await stage.track(1)
        #expect(stage.ledger[.waiting] == 2)
        stage.expectBalance()
        await stage.harness.tracker.flush()
        #expect(stage.ledger[.delivered] == 2)
    }

    @Test func aDeletedDirectoryIsMadeAnewAndTheLossCounted() async throws {
        let stage = try Stage()
        await stage.grant()
        await stage.track(2)
        try FileManager.default.removeItem(at: stage.harness.directory)
        await stage.track(1)
        #expect(stage.ledger[.vanished] == 2)
        #expect(stage.ledger[.waiting] == 1)
        stage.expectBalance()
    }

    @Test func aLeftoverThatCannotBeReadAtLaunchIsSentOnceItCan() async throws {
        let stage = try await relaunchedWithUnreadableLeftover()
        await stage.grant()
        #expect(stage.ledger.recovered == 0)
        #expect(stage.harness.segmentLines().count == 1)
        stage.harness.world.files.fault = .none
        await stage.harness.tracker.flush()
        #expect(stage.ledger[.delivered] == 3)
        stage.expectBalance()
    }

    @Test func aDenialAlsoErasesALeftoverThatCannotBeRead() async throws {
        let stage = try await relaunchedWithUnreadableLeftover()
        await stage.grant()
        await stage.deny()
        #expect(stage.harness.segmentLines().isEmpty)
        stage.harness.world.files.fault = .none
        stage.expectBalance()
    }

    @Test func aDenialBeforeAnyGrantErasesLeftoversUnread() async throws {
        let stage = try await relaunchedWithUnreadableLeftover()
        await stage.deny()
        #expect(stage.harness.segmentLines().isEmpty)
    }

    /// A second life beside three events of the first, in a segment that cannot be read for now.
    private func relaunchedWithUnreadableLeftover() async throws -> Stage {
        let stage = try Stage()
        await stage.grant()
        await stage.track(3)
        stage.harness.world.files.fault = .segmentsUnreadable
        stage.harness.relaunch()
        return stage
    }
}
