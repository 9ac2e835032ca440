/// A point on the clock that never goes back and counts sleep, in nanoseconds since an arbitrary start.
package struct MonotonicTime: Sendable, Hashable, Comparable {
    package var nanoseconds: Int64

    package init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    package static func < (left: Self, right: Self) -> Bool { left.nanoseconds < right.nanoseconds }
    package static func + (time: Self, span: Duration) -> Self {
        MonotonicTime(nanoseconds: time.nanoseconds.clampedAdding(span.nanoseconds))
    }
    package static func - (left: Self, right: Self) -> Duration {
        .nanoseconds(left.nanoseconds.clampedSubtracting(right.nanoseconds))
    }
}

/// One reading of both clocks: the wall for what is written, the monotonic one for what is measured.
package struct Moment: Sendable, Hashable {
    package var monotonic: MonotonicTime
    package var wall: Timestamp

    package init(monotonic: MonotonicTime, wall: Timestamp) {
        self.monotonic = monotonic
        self.wall = wall
    }
}

/// Where the tracker gets its time from, so that tests and the dashboard can move it.
package protocol WorldClock: Sendable {
    /// Both clocks, read together. Called on the thread of every `track`, so it must be quick.
    func now() -> Moment
    /// Runs `action` once, at `deadline` or soon after it; at once when it has passed.
    func schedule(at deadline: MonotonicTime, _ action: @escaping @Sendable () async -> Void) -> Alarm
}

/// An action set for later, which can be called off.
package struct Alarm: Sendable {
    private let onCancel: @Sendable () -> Void

    package init(onCancel: @escaping @Sendable () -> Void) {
        self.onCancel = onCancel
    }

    /// Calls the action off when it has not begun; harmless at any other time.
    package func cancel() { onCancel() }
}

extension Int64 {
    fileprivate func clampedAdding(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        guard overflow else { return sum }
        return other < 0 ? .min : .max
    }

    fileprivate func clampedSubtracting(_ other: Int64) -> Int64 {
        let (difference, overflow) = subtractingReportingOverflow(other)
        guard overflow else { return difference }
        return other < 0 ? .max : .min
    }
}

extension Duration {
    /// Whole nanoseconds; about 292 years at most, more is cut to that.
    package var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        guard !overflow else { return seconds < 0 ? .min : .max }
        return scaled.clampedAdding(attoseconds / 1_000_000_000)
    }

    /// Whole milliseconds, cut towards zero.
    package var milliseconds: Int { Int(nanoseconds / 1_000_000) }

    /// Seconds as a floating-point number.
    package var seconds: Double { Double(nanoseconds) / 1_000_000_000 }
}
