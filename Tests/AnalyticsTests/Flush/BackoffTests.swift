import Analytics
import Testing

@Suite struct BackoffTests {
    @Test(arguments: [
        (1, 5.0), (2, 10), (3, 20), (4, 40), (5, 80), (6, 160), (7, 320), (8, 640), (9, 900),
        (1_000_000, 900),
    ])
    func theWaitDoublesUpToAQuarterOfAnHour(failures: Int, base: Double) {
        #expect(Backoff.delay(failures: failures, retryAfter: nil, jitter: 0) == .seconds(base))
        #expect(Backoff.delay(failures: failures, retryAfter: nil, jitter: 1) == .seconds(base * 2))
    }

    @Test func aRetryAfterIsAFloorWithJitterOfItsOwn() {
        #expect(Backoff.delay(failures: 6, retryAfter: .seconds(1), jitter: 0) == .seconds(160))
        #expect(Backoff.delay(failures: 1, retryAfter: .seconds(600), jitter: 0) == .seconds(600))
        #expect(Backoff.delay(failures: 1, retryAfter: .seconds(600), jitter: 1) == .seconds(750))
        #expect(Backoff.delay(failures: 1, retryAfter: .seconds(999_999), jitter: 0) == .seconds(86_400))
    }

    @Test(arguments: [Double.nan, -1, .infinity])
    func badJitterNeverTraps(jitter: Double) {
        #expect(Backoff.delay(failures: 0, retryAfter: nil, jitter: jitter) >= .seconds(5))
    }
}
