import Analytics
import AnalyticsTesting
import Testing

@Suite(.timeLimit(.minutes(10))) struct BackgroundTests {
    @Test func aFullQueueInTheBackgroundIsNotTriedAgainAndAgainWhenItsTimeIsOver() async throws {
        let stage = try Stage()
        await stage.grant()
        await stage.track(60)
        stage.server.isHeld = true
        stage.harness.world.lifecycle.enterBackground()
        await stage.harness.advance(by: .seconds(31))
        #expect(stage.server.sent.count == 1)
        #expect(stage.ledger[.waiting] == 60)
        #expect(stage.harness.world.lifecycle.assertionsHeld == 0)
        stage.expectBalance()
        stage.server.isHeld = false
        stage.harness.world.lifecycle.enterForeground()
        await stage.harness.settle()
        #expect(stage.ledger[.delivered] >= 50)
    }

    @Test func afterADenialANewGrantFindsNothingToSend() async throws {
        let stage = try Stage()
        await stage.grant()
        await stage.harness.advance(by: .seconds(11))
        stage.server.otherwise = .unavailable(retryAfter: .seconds(600))
        await stage.track(60)
        await stage.deny()
        let before = stage.harness.status.flush.triggers
        await stage.harness.advance(by: .seconds(3_600))
        await stage.grant()
        await stage.harness.advance(by: .seconds(3_600))
        #expect(stage.harness.status.flush.triggers == before)
        #expect(stage.server.sent.count == 1)
        stage.expectBalance()
    }

    @Test func fiftyFastFlipsKeepOneSendInFlightAndLoseNothing() async throws {
        let stage = try Stage()
        await stage.grant()
        let lifecycle = stage.harness.world.lifecycle
        for flip in 0..<50 {
            stage.harness.tracker.track(Step(number: flip))
            lifecycle.enterBackground()
            lifecycle.enterForeground()
        }
        await stage.harness.settle()
        await stage.harness.tracker.flush()
        #expect(stage.server.mostInFlight == 1)
        #expect(stage.ledger[.delivered] == 50)
        #expect(Set(stage.server.sent.flatMap(\.eventIDs)).count == 50)
        #expect(lifecycle.assertionsHeld == 0)
        stage.expectBalance()
    }

    /// Several times: the end of the time races the request that is just about to set out.
    @Test(arguments: 0..<20) func fiftyFlipsWhileTheServerHangsEndEveryAssertion(run: Int) async throws {
        let stage = try Stage()
        await stage.grant()
        await stage.track(1)
        stage.server.isHeld = true
        let lifecycle = stage.harness.world.lifecycle
        for _ in 0..<50 {
            lifecycle.enterBackground()
            await stage.harness.settle()
            lifecycle.enterForeground()
            await stage.harness.settle()
        }
        #expect(stage.server.inFlight <= 1)
        lifecycle.enterBackground()
        await stage.harness.advance(by: .seconds(31))
        #expect(stage.server.mostInFlight == 1)
        #expect(lifecycle.assertionsHeld == 0)
        #expect(stage.ledger[.waiting] == 1)
        #expect(stage.server.inFlight == 0)
        stage.expectBalance()
    }

    @Test func aLaunchIntoTheBackgroundTriggersNothing() async throws {
        let stage = try Stage()
        await stage.grant()
        await stage.track(3)
        stage.harness.crash()
        stage.harness.world.lifecycle.enterBackground()
        stage.harness.relaunch()
        await stage.grant()
        await stage.harness.advance(by: .seconds(3_600))
        #expect(stage.server.sent.isEmpty)
        #expect(stage.harness.status.lifecycle == .background)
        stage.harness.world.lifecycle.enterForeground()
        await stage.harness.settle()
        #expect(stage.ledger[.delivered] == 3)
    }
}
