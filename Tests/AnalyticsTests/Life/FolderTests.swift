import Analytics
import AnalyticsTesting
import Foundation
import Testing

/// What others do to the owner folder, and what the status says of it.
@Suite(.timeLimit(.minutes(10))) struct FolderTests {
    private func remove(_ names: [String], in stage: Stage) throws {
        for name in names {
            try FileManager.default.removeItem(at: stage.harness.directory.appendingPathComponent(name))
        }
    }

    @Test func aFolderThatIsEmptiedIsLockedAndKnowsItsGrantAgain() async throws {
        let stage = try Stage()
        await stage.grant()
        await stage.track(3)
        let names = try FileManager.default.contentsOfDirectory(atPath: stage.harness.directory.path)
        try remove(names, in: stage)
        await stage.track(2)
        #expect(stage.ledger[.vanished] == 3 && stage.ledger[.waiting] == 2)
        for name in ["lock", "state.json"] {
            let file = stage.harness.directory.appendingPathComponent(name)
            #expect(FileManager.default.fileExists(atPath: file.path), "\(name)")
        }
        stage.expectBalance()
        stage.harness.relaunch()
        await stage.grant()
        await stage.harness.tracker.flush()
        #expect(stage.ledger[.delivered] == 2)
    }

    @Test func aTrackerThatLostTheLockTouchesNothingAndTakesOverWhenTheOtherIsGone() async throws {
        let stage = try Stage()
        await stage.grant()
        await stage.track(3)
        try remove(["lock"], in: stage)
        let other = try OtherTracker(in: stage.harness.directory)
        let before = stage.harness.segmentLines().map(\.name)
        await stage.track(2)
        // A pipeline that wakes between the two calls holds one and leaves the other in the buffer.
        #expect(stage.ledger[.vanished] == 3 && stage.ledger[.inHand] + stage.ledger[.buffered] == 2)
        #expect(stage.harness.status.problems.contains { $0.kind == .directoryInUse })
        await stage.harness.tracker.flush()
        await stage.harness.advance(by: .seconds(120))
        #expect(stage.server.sent.isEmpty)
        #expect(stage.harness.segmentLines().map(\.name) == before)
        #expect(stage.ledger.isBalanced)
        other.release()
        await stage.harness.advance(by: .seconds(60))
        await stage.harness.tracker.flush()
        #expect(stage.ledger[.delivered] == 5 && stage.harness.status.problems.isEmpty)
        stage.expectBalance()
    }

    @Test func aStateThatCannotBeUnderstoodIsNamedInTheStatus() async throws {
        let stage = try Stage()
        await stage.grant()
        await stage.track(1)
        stage.harness.crash()
        let state = stage.harness.directory.appendingPathComponent("state.json")
        try Data("{\"format\": 99".utf8).write(to: state)
        stage.harness.relaunch()
        await stage.grant()
        #expect(stage.harness.status.problems.contains { $0.kind == .stateDamaged })
    }

    @Test func aLockedFolderIsAskedEverySecondInTheForegroundOnlyAndToldOnce() async throws {
        let stage = try Stage()
        stage.harness.world.files.fault = .unreadable
        await stage.grant()
        await stage.harness.advance(by: .seconds(30))
        #expect(stage.harness.tracker.journal().filter { $0.kind == .problem }.count == 1)
        stage.harness.world.lifecycle.enterBackground()
        await stage.harness.advance(by: .seconds(5))
        let calls = stage.harness.world.files.calls
        await stage.harness.advance(by: .seconds(600))
        #expect(stage.harness.world.files.calls == calls)
        stage.harness.world.files.fault = .none
        stage.harness.world.lifecycle.enterForeground()
        await stage.harness.settle()
        #expect(stage.harness.status.installID != nil)
    }

    @Test func theStatusNamesTheRulesInForce() async throws {
        let address = URL(string: "http://127.0.0.1:9/v1/config")
        let stage = try Stage {
            $0.remoteConfiguration = address
            $0.flush.interval = .seconds(30)
        }
        stage.remote.service = .document(#"{"sampling": {"defaultRate": 0.5}}"#, tag: nil)
        await stage.grant()
        #expect(stage.harness.status.rules.sampling.defaultRate == 1)
        #expect(stage.harness.status.rules.flushInterval == 30_000)
        stage.harness.tracker.track(Step())
        let outcome = await stage.harness.tracker.flush()
        await stage.harness.settle()
        #expect(stage.harness.status.rules.sampling.defaultRate == 0.5)
        #expect(stage.harness.status.flush.lastOutcome == outcome)
    }

    @Test(arguments: ["mail bob@example.org", "call +44 20 7946 0958"])
    func aRefusedNameWithPersonalDataIsInNoJournal(name: String) async throws {
        let stage = try Stage()
        stage.harness.tracker.track(name, schemaVersion: 1)
        await stage.grant()
        stage.harness.tracker.track(name, schemaVersion: 1)
        stage.harness.tracker.track(String(repeating: "x", count: 1_000_000), schemaVersion: 1)
        await stage.harness.settle()
        let names = stage.harness.tracker.journal().compactMap(\.name)
        #expect(names.first == "(hidden name)")
        #expect(names.count == 2 && names.allSatisfy { $0.count <= 101 })
    }
}

/// The audit beside files that must wait to be deleted.
@Suite(.timeLimit(.minutes(10))) struct UndeletableFileTests {
    @Test(arguments: [FaultyFiles.Fault.fullAfter(bytes: 0), .readOnly])
    func whatIsDeliveredAndCannotBeDeletedYetBalances(fault: FaultyFiles.Fault) async throws {
        let stage = try Stage()
        await stage.grant()
        await stage.track(1)
        // Of another second, so that the state has something to write before the file may go.
        await stage.harness.advance(by: .seconds(1))
        await stage.track(1)
        stage.harness.world.files.fault = fault
        await stage.harness.tracker.flush()
        #expect(stage.ledger[.delivered] == 2)
        #expect(stage.harness.status.undeletable == 2)
        stage.expectBalance()
        stage.harness.world.files.fault = .none
        await stage.track(1)
        #expect(stage.harness.status.undeletable == 0)
        stage.expectBalance()
    }

    @Test func aFlushThatCannotReadWhatWaitsSaysSo() async throws {
        let stage = try Stage()
        await stage.grant()
        await stage.track(2)
        stage.harness.world.files.fault = .segmentsUnreadable
        let outcome = await stage.harness.tracker.flush()
        guard case .held(.directory(let problem)) = outcome.stoppedBy else {
            Issue.record("\(outcome)")
            return
        }
        #expect(problem.kind == .unreadable && problem.count == 1)
        stage.harness.world.files.fault = .none
        #expect(await stage.harness.tracker.flush().sent == 2)
    }
}
