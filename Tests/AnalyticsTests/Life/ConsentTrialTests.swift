import Analytics
import AnalyticsTesting
import Foundation
import Testing

/// Trials of consent where it is hard to keep.
@Suite(.timeLimit(.minutes(10))) struct ConsentTrialTests {
    @Test func aGrantWithoutEventsMakesNoRequest() async throws {
        let stage = try Stage()
        await stage.grant()
        await stage.harness.tracker.flush()
        stage.harness.world.lifecycle.enterBackground()
        await stage.harness.advance(by: .seconds(600))
        stage.harness.world.lifecycle.enterForeground()
        await stage.harness.advance(by: .seconds(86_400))
        #expect(stage.server.sent.isEmpty)
        #expect(stage.harness.segmentLines().isEmpty)
    }

    @Test func leftoversAreNotSentUntilThisLaunchHasAYes() async throws {
        let stage = try Stage()
        await stage.grant()
        await stage.track(3)
        stage.harness.relaunch()
        await stage.harness.tracker.flush()
        stage.harness.world.lifecycle.enterBackground()
        await stage.harness.advance(by: .seconds(600))
        stage.harness.world.lifecycle.enterForeground()
        stage.harness.tracker.setConsent(.unknown)
        await stage.harness.advance(by: .seconds(3_600))
        #expect(stage.server.sent.isEmpty)
        #expect(stage.harness.segmentLines().map(\.lines.count) == [4])
        await stage.grant()
        #expect(stage.ledger[.delivered] == 3)
    }

    @Test func aDenialInABackoffErasesAndNeverRetries() async throws {
        let stage = try Stage()
        await stage.grant()
        await stage.track(3)
        stage.server.otherwise = .unavailable()
        await stage.harness.tracker.flush()
        await stage.deny()
        stage.server.otherwise = .accepted
        await stage.harness.advance(by: .seconds(86_400))
        #expect(stage.server.sent.count == 1)
        #expect(stage.ledger[.erased] == 3)
        stage.expectBalance()
        await stage.grant()
        await stage.harness.advance(by: .seconds(86_400))
        #expect(stage.server.sent.count == 1)
    }

    @Test func aDenialFindsWhatIsStillInTheBuffer() async throws {
        let stage = try Stage()
        await stage.grant()
        let tracker = stage.harness.tracker
        for number in 0..<200 {
            tracker.track(Step(number: number))
            if number % 10 == 9 {
                tracker.setConsent(.denied)
                tracker.setConsent(.granted)
            }
        }
        await stage.harness.settle()
        await tracker.flush()
        #expect(stage.ledger[.erased] == 200)
        #expect(stage.server.sent.isEmpty)
        stage.expectBalance()
    }

    @Test func onAFullDiskTheWithdrawalFailsClosedAlsoAfterARelaunch() async throws {
        let stage = try Stage()
        await stage.grant()
        await stage.track(5)
        stage.harness.world.files.fault = .fullAfter(bytes: 0)
        await stage.deny()
        #expect(stage.harness.segmentLines().isEmpty)
        #expect(!stage.harness.audit().hasInstallID)
        stage.harness.relaunch()
        stage.harness.world.files.fault = .none
        await stage.grant()
        await stage.harness.advance(by: .seconds(3_600))
        #expect(stage.server.sent.isEmpty)
        stage.expectBalance()
    }

    @Test func whereNothingCanBeDeletedTheStateAloneKeepsEventsFromEverLeaving() async throws {
        let stage = try Stage()
        await stage.grant()
        await stage.track(5)
        stage.harness.world.files.fault = .unchangeable
        await stage.deny()
        stage.harness.relaunch()
        stage.harness.world.files.fault = .none
        await stage.grant()
        await stage.harness.advance(by: .seconds(3_600))
        #expect(stage.server.sent.isEmpty)
        #expect(stage.harness.segmentLines().isEmpty)
        #expect(stage.ledger[.erased] == 5)
    }

    @Test(arguments: [true, false])
    func onAReadOnlyDiskThisProcessFallsSilentAndSaysSo(isQueueEmpty: Bool) async throws {
        let stage = try Stage()
        await stage.grant()
        await stage.track(5)
        if isQueueEmpty { await stage.harness.tracker.flush() }
        let sent = stage.server.sent.count
        stage.harness.world.files.fault = .readOnly
        await stage.deny()
        #expect(stage.harness.status.problems.contains { $0.kind == .withdrawalFailed })
        stage.harness.world.files.fault = .none
        await stage.grant()
        await stage.track(5)
        await stage.harness.tracker.flush()
        await stage.harness.advance(by: .seconds(86_400))
        #expect(stage.server.sent.count == sent)
        #expect(stage.harness.status.installID == nil)
        #expect(stage.ledger.isBalanced)
        // Once the disk can be written, a denial is carried out, and all is well again.
        await stage.deny()
        #expect(stage.harness.status.problems.isEmpty)
        #expect(!stage.harness.audit().hasInstallID)
        await stage.grant()
        await stage.track(1)
        #expect(stage.ledger[.waiting] == 1)
    }

    @Test func nothingIsCreatedByADenialThatComesFirst() async throws {
        let stage = try Stage()
        await stage.deny()
        await stage.harness.tracker.flush()
        await stage.harness.advance(by: .seconds(3_600))
        #expect(!FileManager.default.fileExists(atPath: stage.harness.directory.path))
        #expect(stage.server.sent.isEmpty)
    }
}

/// Trials of sessions and clocks.
@Suite(.timeLimit(.minutes(10))) struct TimeTrialTests {
    private func session(_ stage: Stage) async -> String? {
        await stage.track(1)
        return stage.harness.status.session?.id
    }

    @Test func thirtyOneIdleMinutesBeginASessionAndTwentyFiveSteadyHoursDoNot() async throws {
        let stage = try Stage()
        await stage.grant()
        let first = await session(stage)
        await stage.harness.advance(by: .seconds(29 * 60))
        #expect(await session(stage) == first)
        await stage.harness.advance(by: .seconds(31 * 60))
        let second = await session(stage)
        #expect(second != first)
        for _ in 0..<75 {
            await stage.harness.advance(by: .seconds(20 * 60))
            #expect(await session(stage) == second)
        }
    }

    @Test(arguments: [3_600, -3_600, -365 * 86_400, 365 * 86_400, 50 * 365 * 86_400, -7_000 * 365 * 86_400])
    func aWallThatJumpsHarmsNothingInARunningProcess(secondsBack: Int) async throws {
        let stage = try Stage()
        await stage.grant()
        let before = await session(stage)
        stage.server.script([.unavailable()])
        await stage.harness.tracker.flush()
        stage.harness.world.clock.setWall(back: .seconds(secondsBack))
        #expect(await session(stage) == before)
        let status = stage.harness.status
        #expect(status.segments.allSatisfy { $0.age >= 0 })
        #expect((0...10_000).contains(status.flush.backoff?.left ?? -1))
        #expect((0...1_800_000).contains(status.session?.expiresIn ?? -1))
        #expect(stage.ledger[.expired] == 0)
        await stage.harness.advance(by: .seconds(11))
        await stage.harness.tracker.flush()
        #expect(stage.ledger[.delivered] == 2)
        stage.expectBalance()
    }

    @Test(arguments: [3_600, 365 * 86_400])
    func aClockSetBackAcrossARelaunchBeginsASessionAndExpiresNothing(secondsBack: Int) async throws {
        let stage = try Stage()
        await stage.grant()
        let before = await session(stage)
        stage.harness.crash()
        stage.harness.world.clock.setWall(back: .seconds(secondsBack))
        stage.harness.relaunch()
        await stage.grant()
        #expect(await session(stage) != before)
        #expect(stage.ledger[.expired] == 0)
        await stage.harness.tracker.flush()
        #expect(stage.ledger[.delivered] == 2)
        stage.expectBalance()
    }

    @Test func aBatchDelayedForThreeDaysIsSentWithItsOwnEventTimes() async throws {
        let stage = try Stage()
        await stage.grant()
        await stage.track(1)
        let line = try #require(stage.harness.segmentLines().first?.lines.last)
        stage.harness.world.conditions.present = DeviceConditions(network: .offline)
        await stage.harness.advance(by: .seconds(3 * 86_400))
        #expect(stage.harness.segmentLines().first?.lines.last == line)
        #expect(line.contains("2026-01-01T00:00:00.000Z"))
        stage.harness.world.conditions.present = DeviceConditions()
        await stage.harness.settle()
        #expect(stage.server.sent.map { Timestamp($0.time).description } == ["2026-01-04T00:00:00.000Z"])
    }
}
