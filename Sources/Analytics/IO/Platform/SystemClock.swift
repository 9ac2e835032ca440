#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#endif

/// The device's clocks: one that counts sleep and never goes back, and the wall.
package struct SystemClock: WorldClock {
    package init() {}

    /// Nanoseconds of real time since some moment, for measuring how long something takes.
    package static func stopwatch() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(bitPattern: Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec))
    }

    package func now() -> Moment {
        var monotonic = timespec()
        var wall = timespec()
        #if canImport(Darwin)
            // What mach_continuous_time counts: sleep included.
            clock_gettime(CLOCK_MONOTONIC_RAW, &monotonic)
        #else
            clock_gettime(CLOCK_BOOTTIME, &monotonic)
        #endif
        clock_gettime(CLOCK_REALTIME, &wall)
        return Moment(
            monotonic: MonotonicTime(
                nanoseconds: Int64(monotonic.tv_sec) &* 1_000_000_000 &+ Int64(monotonic.tv_nsec)),
            wall: Timestamp(milliseconds: Int64(wall.tv_sec) &* 1_000 &+ Int64(wall.tv_nsec) / 1_000_000))
    }

    package func schedule(
        at deadline: MonotonicTime, _ action: @escaping @Sendable () async -> Void
    ) -> Alarm {
        let wait = deadline - now().monotonic
        let task = Task {
            if wait > .zero {
                do { try await Task.sleep(for: wait, clock: .continuous) } catch { return }
            }
            guard !Task.isCancelled else { return }
            // What was begun is carried through, also when the alarm is called off from within.
            await Task { await action() }.value
        }
        return Alarm { task.cancel() }
    }
}
