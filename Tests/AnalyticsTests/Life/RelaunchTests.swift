import Analytics
import AnalyticsTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1))) struct RelaunchTests {
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

    @Test func aCorruptLineIsCountedAndItsNeighboursArrive() async throws {
        let stage = try Stage()
        await stage.grant()
        await stage.track(5)
        stage.harness.crash()
        let file = try #require(stage.harness.segmentLines().first)
        var lines = file.lines
        lines[3] = "{\"id\": broken"
        let url = stage.harness.directory.appendingPathComponent(file.name)
        try Data((lines.joined(separator: "\n") + "\n{\"torn").utf8).write(to: url)
        stage.harness.relaunch()
        await stage.grant()
        await stage.harness.tracker.flush()
        #expect(stage.ledger[.delivered] == 4)
        #expect(stage.ledger[.corrupt] == 2)
        #expect(stage.server.sent.flatMap(\.eventIDs).count == 4)
        stage.expectBalance()
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
