import Analytics

import struct Foundation.Date

/// One world clock for tests and demos: a monotonic clock and a wall, moved by hand or by real time at a speed.
///
/// By hand, nothing happens until `advance(by:)`; it goes from one sleeper to the next in the order of their
/// deadlines, and waits after each until the tracker has no work in hand. Tests therefore neither sleep nor yield
/// and hope. It never ticks: without sleepers it does nothing.
public final class ManualClock: WorldClock, Sendable {
    struct Sleeper: Sendable {
        var deadline: MonotonicTime
        var order: Int
        var action: @Sendable () async -> Void
    }

    struct State {
        /// The clock's own time at `anchor`.
        var base = MonotonicTime(nanoseconds: 0)
        /// The real time that `base` was true at; nil while the clock is moved by hand.
        var anchor: ContinuousClock.Instant?
        var speed = 0.0
        /// Wall time minus monotonic time.
        var wallOffset: Duration
        var sleepers: [Int: Sleeper] = [:]
        var nextOrder = 0
        var driver: Task<Void, Never>?

        var monotonic: MonotonicTime {
            guard let anchor else { return base }
            return base + (ContinuousClock.now - anchor) * speed
        }

        /// Moves to `time` unless the clock is already later.
        mutating func reach(_ time: MonotonicTime) {
            let behind = time - monotonic
            if behind > .zero { base = base + behind }
        }

        func earliest(upTo limit: MonotonicTime?) -> (id: Int, sleeper: Sleeper)? {
            let due = sleepers.filter { entry in limit.map { entry.value.deadline <= $0 } ?? true }
            let first = due.min {
                ($0.value.deadline, $0.value.order) < ($1.value.deadline, $1.value.order)
            }
            return first.map { ($0.key, $0.value) }
        }
    }

    package let work = WorkInHand()
    let state: Locked<State>

    /// A clock that stands still at `start`, exact to the millisecond, until it is moved; by default the first
    /// moment of 2026 in UTC.
    public init(start: Date = Date(timeIntervalSince1970: 1_767_225_600)) {
        state = Locked(State(wallOffset: .milliseconds(Timestamp(start).milliseconds)))
    }

    deinit { state.withLock { $0.driver?.cancel() } }

    package func now() -> Moment {
        state.withLock { state in
            let monotonic = state.monotonic
            let wall = .nanoseconds(monotonic.nanoseconds) + state.wallOffset
            return Moment(monotonic: monotonic, wall: Timestamp(milliseconds: Int64(wall.milliseconds)))
        }
    }

    package func schedule(
        at deadline: MonotonicTime, _ action: @escaping @Sendable () async -> Void
    ) -> Alarm {
        let id = state.withLock { state -> Int in
            state.nextOrder += 1
            state.sleepers[state.nextOrder] = Sleeper(
                deadline: deadline, order: state.nextOrder, action: action)
            return state.nextOrder
        }
        drive()
        return Alarm { [weak self] in
            // Released outside the lock: the action may hold the last reference to an object of the host.
            _ = self?.state.withLock { $0.sleepers.removeValue(forKey: id) }
        }
    }

    /// The present time on the wall.
    public var wall: Date { now().wall.date }

    /// How long the clock has gone since it was made, whatever was done to the wall.
    public var elapsed: Duration { .nanoseconds(now().monotonic.nanoseconds) }

    /// How many sleepers wait for the clock.
    public var sleepers: Int { state.withLock(\.sleepers.count) }

    /// Moves the clock on, sleeper by sleeper, and returns when the tracker has nothing in hand.
    ///
    /// Works at any speed, also as a jump of a clock that runs. A negative span does nothing: monotonic time does
    /// not go back; see `setWall(back:)`.
    public func advance(by span: Duration) async {
        await work.untilIdle()
        let target = state.withLock(\.monotonic) + max(.zero, span)
        while let sleeper = takeSleeper(upTo: target) {
            await sleeper.action()
            await work.untilIdle()
        }
        state.withLock { $0.reach(target) }
        await work.untilIdle()
        drive()
    }

    /// Moves the clock on without waking anyone, as if the operation that calls this had taken so long.
    package func spend(_ span: Duration) {
        state.withLock { $0.reach($0.monotonic + span) }
    }

    /// Moves only the wall, as a user or a time server does; a positive span sets it back.
    public func setWall(back span: Duration) {
        state.withLock { $0.wallOffset -= span }
    }

    /// Sleeps on this clock; throws when the task is cancelled.
    public func sleep(for span: Duration) async throws {
        let deadline = now().monotonic + span
        let (rings, bell) = AsyncStream<Void>.makeStream()
        let alarm = schedule(at: deadline) { bell.finish() }
        for await _ in rings {}
        alarm.cancel()
        try Task.checkCancellation()
    }

    private func takeSleeper(upTo target: MonotonicTime) -> Sleeper? {
        state.withLock { state in
            guard let (id, sleeper) = state.earliest(upTo: target) else { return nil }
            state.sleepers[id] = nil
            state.reach(sleeper.deadline)
            return sleeper
        }
    }
}
