import Analytics
import Testing

/// What a launch makes of a stored backoff.
@Suite struct DurableBackoffTests {
    private static let stored = Timestamp(milliseconds: 1_786_528_800_000)
    private static let minute = 60_000

    /// Milliseconds since it was stored, by the wall clock, and what is then left of a minute.
    @Test(arguments: [
        (0, 60_000), (20_000, 40_000), (59_999, 1), (60_000, 0), (86_400_000, 0),
    ])
    func theWaitIsWhatIsLeftUntilItsEnd(passed: Int64, left: Int) {
        let backoff = DurableBackoff(failures: 3, left: .seconds(60), now: Self.stored)
        let now = Timestamp(milliseconds: Self.stored.milliseconds + passed)
        #expect(backoff.resumed(at: now).wait == .milliseconds(left))
        #expect(backoff.resumed(at: now).corrected == nil)
    }

    @Test(arguments: [1, 3_600_000, 365 * 86_400_000 as Int64])
    func aClockThatWasSetBackMovesTheEnd(by span: Int64) {
        let backoff = DurableBackoff(failures: 3, left: .seconds(60), now: Self.stored)
        let now = Timestamp(milliseconds: Self.stored.milliseconds - span)
        let (wait, corrected) = backoff.resumed(at: now)
        #expect(wait == .seconds(60))
        #expect(corrected == DurableBackoff(failures: 3, left: .seconds(60), now: now))
    }

    @Test(arguments: [Int.max, .max - 1, .min, -1, 0, 108_000_001])
    func impossibleNumbersWaitThirtyHoursAtMost(milliseconds: Int) {
        var backoff = DurableBackoff(failures: 1, left: .seconds(1), now: Self.stored)
        backoff.leftMilliseconds = milliseconds
        for end in [nil, Timestamp(milliseconds: .max), Timestamp(milliseconds: .min)] {
            backoff.end = end
            #expect((.zero)...(.seconds(108_000)) ~= backoff.resumed(at: Self.stored).wait)
        }
    }

    @Test func aStateWithoutAnEndGetsOneAtOnce() {
        var backoff = DurableBackoff(failures: 2, left: .seconds(60), now: Self.stored)
        backoff.end = nil
        let corrected = backoff.resumed(at: Self.stored).corrected
        #expect(corrected?.end == Self.stored.advanced(by: .seconds(60)))
    }
}
