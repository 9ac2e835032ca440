import Analytics

/// A lifecycle that tests and the dashboard move by hand, with background time that runs out on their clock.
public final class ManualLifecycleMonitor: LifecycleMonitor, Sendable {
    private struct State {
        var present: LifecycleEvent
        var boxes: [Mailbox<LifecycleEvent>] = []
        var deadline: MonotonicTime?
        var expiry: Alarm?
        var assertions: [Int: Task<Void, Never>] = [:]
        var begun = 0
    }

    private let clock: ManualClock
    private let granted: Duration
    private let state: Locked<State>

    /// A monitor that grants `backgroundTime` at each move to the background; iOS grants about 30 seconds.
    public init(
        clock: ManualClock, startsIn state: LifecycleEvent = .foreground,
        backgroundTime: Duration = .seconds(30)
    ) {
        self.clock = clock
        granted = backgroundTime
        self.state = Locked(State(present: state))
    }

    /// Where the app is.
    public var present: LifecycleEvent { state.withLock(\.present) }

    /// Background assertions that were taken and not yet ended.
    public var assertionsHeld: Int { state.withLock(\.assertions.count) }

    /// Background assertions taken so far.
    public var assertionsBegun: Int { state.withLock(\.begun) }

    /// The app leaves the foreground; harmless when it has already.
    public func enterBackground() {
        let deadline = clock.now().monotonic + granted
        let boxes = state.withLock { state -> [Mailbox<LifecycleEvent>] in
            guard state.present != .background else { return [] }
            state.present = .background
            state.deadline = deadline
            state.expiry = clock.schedule(at: deadline) { [weak self] in self?.expireBackgroundTime() }
            return state.boxes
        }
        for box in boxes { box.post(.background) }
    }

    /// The app is back in the foreground; harmless when it is there already.
    public func enterForeground() {
        let boxes = state.withLock { state -> [Mailbox<LifecycleEvent>] in
            guard state.present != .foreground else { return [] }
            state.present = .foreground
            state.expiry?.cancel()
            state.expiry = nil
            state.deadline = nil
            return state.boxes
        }
        for box in boxes { box.post(.foreground) }
    }

    /// The background time runs out now: all work in it is cancelled.
    public func expireBackgroundTime() {
        let tasks = state.withLock { state -> [Task<Void, Never>] in
            guard state.present == .background else { return [] }
            state.deadline = clock.now().monotonic
            return Array(state.assertions.values)
        }
        for task in tasks { task.cancel() }
    }

    package func events() -> AsyncStream<LifecycleEvent> {
        state.withLock { state in
            let box = Mailbox(first: state.present, work: clock.work)
            state.boxes.append(box)
            return box.stream()
        }
    }

    package func withBackgroundTime(_ work: @escaping @Sendable () async -> Void) async {
        let (id, task, isOver) = state.withLock { state -> (Int, Task<Void, Never>, Bool) in
            // Begun under the lock: work that is already at rest must be known when the time runs out.
            let task = Task { await work() }
            state.begun += 1
            state.assertions[state.begun] = task
            return (state.begun, task, state.deadline.map { $0 <= clock.now().monotonic } ?? false)
        }
        if isOver { task.cancel() }
        await task.value
        state.withLock { _ = $0.assertions.removeValue(forKey: id) }
    }

    package func backgroundTimeLeft() -> Duration? {
        let now = clock.now().monotonic
        return state.withLock(\.deadline).map { max(.zero, $0 - now) }
    }
}
