import Analytics
import AnalyticsTesting
import Foundation
import Testing

/// Processes that live shorter than a wait: a widget, or an app that is used for two minutes at a time.
@Suite(.timeLimit(.minutes(2))) struct ShortRunTests {
    /// One run of `length`: launch, grant, an event, and a flush as a widget makes it; then `pause` without a process.
    private func run(_ stage: Stage, _ length: Duration, pause: Duration = .zero) async {
        stage.harness.relaunch()
        await stage.grant()
        await stage.track(1)
        _ = await stage.harness.flushAndSettle()
        await stage.harness.advance(by: length)
        stage.harness.crash()
        await stage.harness.advance(by: pause)
    }

    @Test func aWidgetOfThreeSecondsDeliversAfterAnOutageOfADay() async throws {
        let stage = try Stage()
        stage.server.otherwise = .unavailable()
        for _ in 0..<96 { await run(stage, .seconds(3), pause: .seconds(897)) }
        let tried = stage.server.sent.count
        #expect(tried > 10)
        stage.server.otherwise = .accepted
        await run(stage, .seconds(3), pause: .seconds(1_800))
        await run(stage, .seconds(3))
        #expect(Set(stage.server.sent.dropFirst(tried).flatMap(\.eventIDs)).count == 98)
    }

    @Test func deliveryResumesInTheFirstRunAfterALongRetryAfter() async throws {
        let stage = try Stage()
        stage.server.script([.unavailable(retryAfter: .seconds(1_200))])
        await run(stage, .seconds(600))
        await run(stage, .seconds(300))
        #expect(stage.server.sent.count == 1)
        // 20 minutes and at most a quarter of them as jitter have passed since the first attempt.
        await stage.harness.advance(by: .seconds(600))
        await run(stage, .seconds(600))
        #expect(Set(stage.server.sent.dropFirst().flatMap(\.eventIDs)).count == 3)
    }

    @Test(arguments: [Duration.seconds(3_600), .seconds(365 * 86_400)])
    func aClockThatWasSetBackLengthensNoWait(by span: Duration) async throws {
        let stage = try Stage()
        stage.server.script([.unavailable(retryAfter: .seconds(1_200))])
        await run(stage, .seconds(3))
        stage.harness.world.clock.setWall(back: span)
        // Each run would wait the whole duration anew if the end were not stored at once.
        for _ in 0..<50 { await run(stage, .seconds(3), pause: .seconds(27)) }
        #expect(stage.server.sent.count > 1)
    }

    @Test func aClockThatWasSetAheadEndsAWaitAtOnceAndTheFailuresStillCount() async throws {
        let stage = try Stage()
        stage.server.otherwise = .unavailable()
        for _ in 0..<3 { await run(stage, .zero, pause: .seconds(3_600)) }
        #expect(stage.server.sent.count == 3)
        stage.harness.relaunch()
        await stage.grant()
        await stage.track(1)
        _ = await stage.harness.flushAndSettle()
        #expect(stage.harness.status.flush.backoff?.failures == 4)
    }

    @Test func recordingResumesWithinAnHourOfBeingSwitchedOnAgain() async throws {
        let address = URL(string: "http://127.0.0.1:9/v1/config")
        let stage = try Stage { $0.remoteConfiguration = address }
        stage.remote.service = .document(#"{"enabled": false}"#, tag: nil)
        await run(stage, .seconds(3))
        // Switched off by the response that followed the first send.
        for _ in 0..<40 { await run(stage, .seconds(3), pause: .seconds(117)) }
        let requests = stage.remote.questions.count
        #expect(requests == 2, "at most one an hour, across launches: \(stage.remote.questions.map(\.time))")
        stage.remote.service = .document(#"{"enabled": true}"#, tag: nil)
        for _ in 0..<31 { await run(stage, .seconds(3), pause: .seconds(117)) }
        #expect(stage.harness.status.remote?.isEnabled == true)
        #expect(stage.remote.questions.count <= requests + 2)
    }

    @Test func aFlushWhileSwitchedOffAwaitsTheResponseThatSwitchesOn() async throws {
        let address = URL(string: "http://127.0.0.1:9/v1/config")
        let stage = try Stage { $0.remoteConfiguration = address }
        stage.remote.service = .document(#"{"enabled": false}"#, tag: nil)
        await run(stage, .seconds(3))
        stage.harness.relaunch()
        await stage.grant()
        #expect(stage.harness.status.remote?.isEnabled == false)
        stage.harness.crash()
        await stage.harness.advance(by: .seconds(3_600))
        stage.remote.service = .document(#"{"enabled": true}"#, tag: nil)
        stage.harness.relaunch()
        stage.harness.tracker.setConsent(.granted)
        _ = await stage.harness.tracker.flush()
        #expect(stage.harness.status.remote?.isEnabled == true)
    }
}
