/// How long to wait after a failure.
///
///     b     = min(15 min, 5 s * 2^(n-1))      n = failures in a row, this one included
///     delay = b + jitter * b                  jitter in 0...1, drawn anew for each failure
///
///     n            1      2      3      4      5       6       7       8 and more
///     b            5 s   10 s   20 s   40 s   80 s   160 s   320 s   640 s, then 900 s
///     delay    5-10 s  10-20  20-40  40-80 80-160 160-320 320-640   up to 30 min
///
/// A server's Retry-After is a floor, not a replacement: after an outage a million phones told the same second
/// must not return in it. With Retry-After r the wait is `max(delay, r + jitter * max(b, r / 4))`.
package enum Backoff {
    static let first = Duration.seconds(5)
    static let ceiling = Duration.seconds(15 * 60)
    /// The longest Retry-After that is believed.
    static let longestRetryAfter = Duration.seconds(24 * 60 * 60)

    /// The wait after the `failures`th failure in a row; `jitter` in 0...1 is brought into that range.
    package static func delay(failures: Int, retryAfter: Duration?, jitter: Double) -> Duration {
        let unit = jitter.isFinite ? min(max(0, jitter), 1) : 0
        let base = base(failures: failures)
        let delay = base + base * unit
        guard let retryAfter else { return delay }
        let floor = min(max(.zero, retryAfter), longestRetryAfter)
        return max(delay, floor + max(base, floor / 4) * unit)
    }

    /// The part without jitter; the exponent is capped before it can overflow.
    package static func base(failures: Int) -> Duration {
        let doublings = min(max(0, failures - 1), 10)
        return min(ceiling, first * (1 << doublings))
    }
}

/// A backoff that is running.
package struct BackoffRun: Sendable, Hashable {
    /// Failures in a row.
    package var failures: Int
    /// Nothing is sent before this time.
    package var until: MonotonicTime
    /// How long it is from its start, and how much of that is jitter.
    package var delay: Duration
    package var jitter: Duration
    package var cause: FlushFailure
    package var retryAfter: Duration?
}

/// A backoff of an earlier launch: how often in a row it failed, and how much of the wait is left, which may be nothing.
package struct ResumedBackoff: Sendable, Hashable {
    package var failures: Int
    package var wait: Duration

    package init(failures: Int, wait: Duration) {
        self.failures = failures
        self.wait = wait
    }
}

/// What began a backoff.
package enum FlushFailure: Sendable, Hashable {
    case failed(FailureCause)
    /// The key or the address is wrong.
    case refused(status: Int)
}
