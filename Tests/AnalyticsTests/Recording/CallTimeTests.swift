import Analytics
import AnalyticsTesting
import Testing

/// How long calls of `track` took, where the host asks for it.
@Suite struct CallTimeTests {
    @Test(arguments: [
        (0, 0), (1, 0), (63, 0), (64, 1), (127, 1), (128, 2), (1_000, 4), (33_554_431, 19), (33_554_432, 20),
        (UInt64.max, 20),
    ])
    func aCallFallsIntoTheBucketThatItStaysUnder(nanoseconds: UInt64, bucket: Int) {
        var times = CallTimes()
        times.count(nanoseconds: nanoseconds)
        #expect(times.counts.firstIndex(of: 1) == bucket)
        #expect(times.calls == 1)
        if bucket < CallTimes.bounds.count { #expect(nanoseconds < UInt64(CallTimes.bounds[bucket])) }
        if bucket > 0 { #expect(nanoseconds >= UInt64(CallTimes.bounds[bucket - 1])) }
    }

    @Test func theQuantilesAreBoundsThatTheCallsStayedUnder() {
        var times = CallTimes()
        #expect(times.quantile(0.5) == nil)
        for _ in 0..<99 { times.count(nanoseconds: 100) }
        times.count(nanoseconds: 5_000)
        #expect(times.quantile(0.5) == 128)
        #expect(times.quantile(0.99) == 128)
        #expect(times.quantile(1) == 5_000)
        #expect(times.longest == 5_000)
        #expect(times.quantile(-1) == 128 && times.quantile(.nan) == nil && times.quantile(7) == 5_000)
    }

    @Test func eachCallIsCountedOnceWhateverBecomesOfIt() {
        let ticks = Locked<UInt64>(0)
        let clock = ManualClock()
        let buffer = EventBuffer(
            capacity: 3, clock: clock, doorbell: Doorbell(work: clock.work),
            journal: Journal(capacity: 10, clock: clock),
            stopwatch: {
                ticks.withLock { ticks in
                    ticks += 100
                    return ticks
                }
            })
        // Without consent; the first, which rings; two that only wait; two that push others out.
        buffer.push(Step())
        buffer.set(.granted)
        for number in 0..<5 { buffer.push(Step(number: number)) }
        #expect(buffer.snapshot.callTimes?.calls == 6)
        #expect(buffer.snapshot.callTimes?.longest == 100)
        #expect(buffer.snapshot.ledger.isBalanced)
    }

    @Test(arguments: [true, false])
    func theStatusHasThemOnlyWhereTheHostAsks(isAsked: Bool) async throws {
        let stage = try Stage { $0.measuresCalls = isAsked }
        await stage.grant()
        await stage.track(50)
        #expect(stage.harness.status.callTimes?.calls == (isAsked ? 50 : nil))
        if isAsked { #expect((stage.harness.status.callTimes?.longest ?? 0) > 0) }
    }
}
