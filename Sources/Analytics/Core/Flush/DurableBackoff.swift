/// A backoff as the next launch finds it: how long it lasts, and when it ends on the wall clock.
///
/// The end alone would let a wrong clock lengthen the wait, the duration alone would start it anew at each launch and
/// silence a process that never runs as long as one wait. So the wait is what is left until the end, and never more
/// than the duration.
package struct DurableBackoff: Sendable, Hashable, Codable {
    /// 24 hours of Retry-After and a quarter of jitter.
    private static let longest = Duration.seconds(30 * 60 * 60)

    /// Failures in a row; kept until a success, also when the wait is over.
    package var failures: Int
    /// What was left when it was stored.
    package var leftMilliseconds: Int
    /// When it ends; nil in a state of an early version.
    package var end: Timestamp?

    package init(failures: Int, left: Duration, now: Timestamp) {
        self.failures = failures
        leftMilliseconds = left.milliseconds
        end = now.advanced(by: left)
    }

    /// What was left when it was stored, brought into 0 to 30 hours.
    private var left: Duration { min(max(.zero, .milliseconds(leftMilliseconds)), Self.longest) }

    /// How long to wait from `now` on. When the clock was set back, or there is no end yet, the end is moved to
    /// `now + left`, and `corrected` must be stored at once.
    package func resumed(at now: Timestamp) -> (wait: Duration, corrected: DurableBackoff?) {
        let wait = end.map { max(.zero, $0.since(now)) }
        if let wait, wait <= left { return (wait, nil) }
        return (left, DurableBackoff(failures: failures, left: left, now: now))
    }
}
