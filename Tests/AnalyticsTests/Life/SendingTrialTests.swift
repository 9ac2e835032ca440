import Analytics
import AnalyticsTesting
import Testing

/// Trials of sending: servers that refuse, stall and ask to wait.
@Suite(.timeLimit(.minutes(10))) struct SendingTrialTests {
    @Test func aKeyThatIsWrongForEverDiscardsNothingAndIsTriedAtTheBackoffsPace() async throws {
        let stage = try Stage()
        await stage.grant()
        await stage.track(60)
        stage.server.otherwise = .refused(status: 401)
        await stage.harness.tracker.flush()
        for _ in 0..<60 {
            await stage.harness.advance(by: .seconds(120))
            await stage.track(1)
            await stage.harness.tracker.flush()
        }
        #expect(stage.ledger[.waiting] == 120 && stage.ledger.dropped == 0)
        #expect(stage.harness.status.flush.gates.contains { $0.description.contains("server refuses (401)") })
        expectBackoffs(stage.attempts)
        #expect(stage.attempts.count < 20)
        stage.server.otherwise = .accepted
        await stage.harness.advance(by: .seconds(3_600))
        #expect(stage.ledger[.delivered] == 120)
        #expect(stage.harness.status.flush.gates.isEmpty)
        stage.expectBalance()
    }

    @Test func anOutageOfADayIsTriedAtTheBackoffsPaceWhateverAsks() async throws {
        let stage = try Stage()
        await stage.grant()
        stage.server.otherwise = .connectionLost
        let (lifecycle, conditions) = (stage.harness.world.lifecycle, stage.harness.world.conditions)
        for hour in 0..<24 {
            await stage.track(10)
            await stage.harness.tracker.flush()
            lifecycle.enterBackground()
            await stage.harness.advance(by: .seconds(600))
            lifecycle.enterForeground()
            conditions.present = DeviceConditions(network: .offline, isLowPower: hour % 2 == 0)
            await stage.harness.settle()
            conditions.present = DeviceConditions()
            await stage.harness.advance(by: .seconds(3_000))
        }
        expectBackoffs(stage.attempts)
        #expect(stage.ledger[.waiting] == 240 && stage.ledger.dropped == 0)
        stage.server.otherwise = .accepted
        await stage.harness.advance(by: .seconds(3_600))
        #expect(stage.ledger[.delivered] == 240)
        stage.expectBalance()
    }

    /// Between two attempts lies at least the part of the backoff that is not jitter.
    private func expectBackoffs(_ attempts: [Int], _ place: SourceLocation = #_sourceLocation) {
        for (failures, pair) in zip(1..., zip(attempts, attempts.dropFirst())) {
            let base = Backoff.base(failures: failures).milliseconds / 1_000
            #expect(pair.1 - pair.0 >= base, "attempt \(failures + 1) of \(attempts)", sourceLocation: place)
        }
    }

    @Test func aServerThatStallsForAMinuteHasOneRequestWhateverAsks() async throws {
        let stage = try Stage()
        await stage.grant()
        await stage.track(3)
        let flush = await stage.startHeldFlush()
        for _ in 0..<5 {
            await stage.track(60)
            await stage.harness.advance(by: .seconds(70))
        }
        #expect(stage.server.sent.count == 1)
        stage.server.isHeld = false
        #expect(await flush.value.sent == 3)
        await stage.harness.settle()
        await stage.harness.advance(by: .seconds(120))
        #expect(stage.server.mostInFlight == 1)
        #expect(stage.ledger[.delivered] == 303)
        stage.expectBalance()
    }

    @Test func aShortRetryAfterAtTheSixthFailureDoesNotShortenTheBackoff() async throws {
        let stage = try Stage()
        await stage.grant()
        await stage.track(1)
        let wait = ScriptedUploader.Answer.unavailable()
        stage.server.script([
            wait, wait, wait, wait, wait, .unavailable(status: 429, retryAfter: .seconds(1)),
        ])
        await stage.harness.tracker.flush()
        await stage.harness.advance(by: .seconds(3_600))
        #expect(stage.attempts.count == 7)
        expectBackoffs(stage.attempts)
        #expect(stage.ledger[.delivered] == 1)
    }

    @Test func aLongRetryAfterAtTheFirstFailureIsHonoured() async throws {
        let stage = try Stage()
        await stage.grant()
        await stage.track(1)
        stage.server.script([.unavailable(status: 429, retryAfter: .seconds(600))])
        await stage.harness.tracker.flush()
        await stage.harness.advance(by: .seconds(599))
        await stage.harness.tracker.flush()
        #expect(stage.server.sent.count == 1)
        await stage.harness.advance(by: .seconds(160))
        #expect(stage.ledger[.delivered] == 1)
        #expect((600...750).contains(stage.attempts[1]))
    }

    @Test func aBackoffOutlivesARelaunchAndAWrongClock() async throws {
        let stage = try Stage()
        await stage.grant()
        await stage.track(1)
        stage.server.script([.unavailable(retryAfter: .seconds(3_600))])
        await stage.harness.tracker.flush()
        stage.harness.world.clock.setWall(back: .seconds(365 * 86_400))
        stage.harness.relaunch()
        await stage.grant()
        await stage.harness.tracker.flush()
        await stage.harness.advance(by: .seconds(3_599))
        #expect(stage.server.sent.count == 1)
        await stage.harness.advance(by: .seconds(1_000))
        #expect(stage.server.sent.count == 2)
        #expect(stage.ledger[.delivered] == 1)
    }

    @Test func everyEventRejectedIsCountedByTheServersReason() async throws {
        let stage = try Stage()
        await stage.grant()
        await stage.track(3)
        stage.server.script([.rejecting([0: "unknownSchema", 1: "tooOld", 2: "unknownSchema"])])
        #expect(await stage.harness.tracker.flush() == FlushOutcome(rejected: 3, stoppedBy: .nothingLeft))
        #expect(stage.harness.status.flush.rejections == ["unknownSchema": 2, "tooOld": 1])
        #expect(stage.ledger[.rejected] == 3)
        stage.expectBalance()
    }

    @Test func aServerWithAThousandReasonsKeepsThirtyTwoApart() async throws {
        let stage = try Stage { $0.flush.count = 500 }
        await stage.grant()
        await stage.track(500)
        stage.server.script([
            .rejecting(Dictionary(uniqueKeysWithValues: (0..<500).map { ($0, "reason \($0)") }))
        ])
        await stage.harness.tracker.flush()
        #expect(stage.harness.status.flush.rejections.count == 33)
        #expect(stage.harness.status.flush.rejections.values.reduce(0, +) == 500)
    }

    @Test func aCancelledCallerStopsWaitingAndTheSendGoesOn() async throws {
        let stage = try Stage()
        await stage.grant()
        await stage.track(2)
        let flush = await stage.startHeldFlush()
        flush.cancel()
        #expect(await flush.value.stoppedBy == .waitCancelled)
        #expect(stage.server.inFlight == 1)
        stage.server.isHeld = false
        await stage.harness.settle()
        #expect(stage.ledger[.delivered] == 2)
    }

    @Test func twoFlushesAtOnceShareTheirRounds() async throws {
        let stage = try Stage()
        await stage.grant()
        await stage.track(1)
        let first = await stage.startHeldFlush()
        await stage.track(1)
        let second = Task { await stage.harness.tracker.flush() }
        let third = Task { await stage.harness.tracker.flush() }
        stage.server.isHeld = false
        #expect(await first.value.sent == 1)
        _ = await (second.value, third.value)
        await stage.harness.settle()
        #expect(stage.ledger[.delivered] == 2)
        #expect(stage.server.mostInFlight == 1)
        stage.expectBalance()
    }

    @Test func lowPowerDoublesTheInterval() async throws {
        let stage = try Stage()
        await stage.grant()
        stage.harness.world.conditions.present = DeviceConditions(isLowPower: true)
        await stage.harness.settle()
        await stage.track(1)
        await stage.harness.advance(by: .seconds(119))
        #expect(stage.server.sent.isEmpty)
        await stage.harness.advance(by: .seconds(1))
        #expect(stage.ledger[.delivered] == 1)
    }
}
