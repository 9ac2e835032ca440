import Analytics
import AnalyticsTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10))) struct LifeOfAnEventTests {
    @Test func withoutConsentNothingIsKeptAndNothingIsCreated() async throws {
        let stage = try Stage()
        await stage.track(3)
        #expect(stage.ledger[.noConsent] == 3)
        #expect(!FileManager.default.fileExists(atPath: stage.harness.directory.path))
        #expect(await stage.harness.tracker.flush().stoppedBy == .held(.noConsent(.unknown)))
        stage.expectBalance()
    }

    @Test func aTrackedEventIsOnDiskAndThenDeliveredInOrder() async throws {
        let stage = try Stage()
        await stage.grant()
        await stage.track(3)
        #expect(stage.ledger[.waiting] == 3)
        #expect(stage.harness.segmentLines().first?.lines.count == 4)
        stage.expectBalance()
        let outcome = await stage.harness.tracker.flush()
        #expect(outcome == FlushOutcome(sent: 3, stoppedBy: .nothingLeft))
        #expect(stage.ledger[.delivered] == 3)
        #expect(stage.harness.segmentLines().isEmpty)
        let ids = stage.server.sent.flatMap(\.eventIDs)
        #expect(ids.map { $0.split(separator: "-").last } == ["1", "2", "3"])
        stage.expectBalance()
    }

    @Test func aHundredAndTwentyEventsGoInThreeRequests() async throws {
        let stage = try Stage { $0.flush.launchDelay = .seconds(600) }
        await stage.grant()
        await stage.track(120)
        await stage.harness.tracker.flush()
        #expect(stage.server.sent.map(\.eventIDs.count) == [50, 50, 20])
        stage.expectBalance()
    }

    @Test func fiftyWaitingEventsGoByThemselvesTenSecondsAfterLaunch() async throws {
        let stage = try Stage()
        await stage.grant()
        await stage.track(50)
        #expect(stage.server.sent.isEmpty)
        await stage.harness.advance(by: .seconds(10))
        #expect(stage.ledger[.delivered] == 50)
    }

    @Test func oneEventGoesAMinuteAfterItWasTracked() async throws {
        let stage = try Stage()
        await stage.grant()
        await stage.track(1)
        await stage.harness.advance(by: .seconds(59))
        #expect(stage.server.sent.isEmpty)
        await stage.harness.advance(by: .seconds(1))
        #expect(stage.ledger[.delivered] == 1)
    }

    @Test func anOutageLosesNothingAndRepeatsNothing() async throws {
        let stage = try Stage()
        await stage.grant()
        await stage.track(60)
        stage.server.otherwise = .unavailable()
        let outcome = await stage.harness.tracker.flush()
        guard case .held(.backingOff(let cause, let left)) = outcome.stoppedBy else {
            Issue.record("stopped by \(outcome.stoppedBy)")
            return
        }
        #expect(cause == .status(503))
        #expect((5_000...10_000).contains(left))
        #expect(stage.harness.status.flush.phase == .backingOff)
        #expect(stage.harness.tracker.journal().contains { $0.kind == .backedOff })
        let attempts = stage.server.sent.count
        await stage.harness.tracker.flush()
        #expect(stage.server.sent.count == attempts)
        stage.server.otherwise = .accepted
        await stage.harness.advance(by: .seconds(600))
        #expect(stage.ledger[.delivered] == 60)
        // The attempts that failed are of the first batch; what was accepted is all of it, once and in order.
        let accepted = stage.server.sent.suffix(2).flatMap(\.eventIDs)
        #expect(accepted.map { $0.split(separator: "-").last.flatMap { Int($0) } } == Array(1...60))
        stage.expectBalance()
    }

    @Test func aWrongKeyKeepsEverythingAndNamesTheGate() async throws {
        let stage = try Stage()
        await stage.grant()
        await stage.track(2)
        stage.server.otherwise = .refused(status: 401)
        let outcome = await stage.harness.tracker.flush()
        #expect(outcome.stoppedBy.description.contains("server refuses (401)"))
        #expect(stage.ledger[.waiting] == 2)
        stage.server.otherwise = .accepted
        await stage.harness.advance(by: .seconds(60))
        #expect(stage.ledger[.delivered] == 2)
    }

    @Test func aServerThatRefusesEveryBatchGetsEachOnce() async throws {
        let stage = try Stage()
        await stage.grant()
        await stage.track(500)
        stage.server.otherwise = .discarded(status: 400)
        await stage.harness.tracker.flush()
        #expect(stage.server.sent.count == 10)
        #expect(stage.ledger[.discarded] == 500)
        #expect(stage.harness.segmentLines().isEmpty)
        stage.expectBalance()
    }

    @Test func impossibleRejectionsAreIgnored() async throws {
        let stage = try Stage()
        await stage.grant()
        await stage.track(3)
        stage.server.script([.rejecting([-1: "a", 1: "unknownSchema", 99: "b"])])
        #expect(
            await stage.harness.tracker.flush() == FlushOutcome(sent: 2, rejected: 1, stoppedBy: .nothingLeft)
        )
        #expect(stage.harness.status.flush.rejections == ["unknownSchema": 1])
    }

    @Test func eventsTrackedDuringASendWaitForTheNext() async throws {
        let stage = try Stage()
        await stage.grant()
        await stage.track(1)
        let flush = await stage.startHeldFlush()
        await stage.track(2)
        stage.server.isHeld = false
        #expect(await flush.value.sent == 1)
        await stage.harness.settle()
        #expect(stage.ledger[.waiting] == 2)
        #expect(stage.server.mostInFlight == 1)
        stage.expectBalance()
    }

    @Test func theBackgroundSealsAndSends() async throws {
        let stage = try Stage()
        await stage.grant()
        await stage.track(2)
        stage.harness.world.lifecycle.enterBackground()
        await stage.harness.settle()
        #expect(stage.ledger[.delivered] == 2)
        #expect(stage.harness.world.lifecycle.assertionsHeld == 0)
    }

    @Test func whenBackgroundTimeRunsOutTheFileStays() async throws {
        let stage = try Stage()
        await stage.grant()
        await stage.track(2)
        stage.server.isHeld = true
        stage.harness.world.lifecycle.enterBackground()
        await stage.harness.advance(by: .seconds(31))
        #expect(stage.ledger[.waiting] == 2)
        #expect(stage.harness.segmentLines().count == 1)
        #expect(stage.harness.world.lifecycle.assertionsHeld == 0)
        #expect(stage.harness.status.flush.failures == 0)
        stage.expectBalance()
    }

    @Test func offlineIsAHoldAndTheNetworkBackSends() async throws {
        let stage = try Stage()
        await stage.grant()
        await stage.track(1)
        stage.harness.world.conditions.present = DeviceConditions(network: .offline)
        await stage.harness.advance(by: .seconds(120))
        #expect(stage.server.sent.isEmpty)
        #expect(stage.harness.status.flush.gates == [.network(.offline)])
        stage.harness.world.conditions.present = DeviceConditions()
        await stage.harness.settle()
        #expect(stage.ledger[.delivered] == 1)
    }
}
