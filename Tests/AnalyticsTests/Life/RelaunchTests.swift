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
