/// What every lifecycle monitor shares: where the app is, who follows, and the background time held for them.
///
/// A monitor tells it what its platform or its host says; `BackgroundHolds` keeps the books.
package final class LifecycleHub: LifecycleMonitor {
    private struct State {
        var isInBackground: Bool?
        var holds = BackgroundHolds()
        /// Set when the time of the present stay in the background has run out.
        var isOver = false
        var deadline: MonotonicTime?
        var alarm: Alarm?
    }

    private let clock: any WorldClock
    private let announcer: Announcer<LifecycleEvent>
    private let state: Locked<State>

    /// A hub whose app starts in `event`; nil while the platform has not said so.
    package init(startsIn event: LifecycleEvent?, clock: any WorldClock, work: WorkInHand = WorkInHand()) {
        self.clock = clock
        announcer = Announcer(event, work: work)
        state = Locked(State(isInBackground: event.map { $0 == .background }))
    }

    /// Where the app is; the foreground while the platform has not said.
    package var present: LifecycleEvent { announcer.present ?? .foreground }

    /// Holds on background time that were taken and not yet ended.
    package var held: Int { state.withLock(\.holds.held) }

    /// Holds on background time taken so far.
    package var taken: Int { state.withLock(\.holds.taken) }

    // MARK: What the platform or the host says

    /// Where the app was launched into; ignored once that is known.
    package func begin(in event: LifecycleEvent) {
        state.withLock { state in
            guard state.isInBackground == nil else { return }
            state.isInBackground = event == .background
            announcer.announce(event)
        }
    }

    /// The app leaves the foreground. Takes a hold before anyone is told; `end` is called exactly once.
    ///
    /// With a deadline that the hub `keepsTime` for it lets the time run out itself; otherwise the platform calls
    /// `expire` and the deadline is only shown. In the background already, the hold ends at once and nobody is told,
    /// unless `again` asks for one more round of work.
    package func enterBackground(
        until deadline: MonotonicTime?, keepsTime: Bool, again: Bool = false,
        end: @escaping @Sendable () -> Void = {}
    ) {
        begin(in: .foreground)
        let settled = state.withLock { state -> BackgroundHolds.Settled in
            guard state.isInBackground == false || again else { return BackgroundHolds.Settled(ends: [end]) }
            state.isInBackground = true
            state.isOver = false
            state.deadline = deadline
            state.alarm?.cancel()
            state.alarm = keepsTime ? deadline.map(alarm) : nil
            let settled = state.holds.take(for: announcer.followers, end: end)
            // Under the lock: a move back that comes right after must not be told first.
            announcer.announce(.background)
            return settled
        }
        settled.carryOut()
    }

    /// The app is back in the foreground; harmless when it is there already. Work that still runs goes on.
    package func enterForeground() {
        state.withLock { state in
            guard state.isInBackground != false else { return }
            state.isInBackground = false
            state.isOver = false
            state.deadline = nil
            state.alarm?.cancel()
            state.alarm = nil
            announcer.announce(.foreground)
        }
    }

    /// The background time has run out: cancels the work and ends every hold before it returns.
    ///
    /// A platform that withdraws an assertion says so wherever the app is; anyone else is heeded only in the
    /// background.
    package func expire(evenInForeground: Bool = false) {
        let settled = state.withLock { state -> BackgroundHolds.Settled in
            let isInBackground = state.isInBackground == true
            guard isInBackground || evenInForeground else { return BackgroundHolds.Settled() }
            if isInBackground {
                state.isOver = true
                state.deadline = clock.now().monotonic
            }
            return state.holds.expire()
        }
        settled.carryOut()
    }

    /// Returns when nothing is held: all background work has ended, or its time has run out.
    package func untilReleased() async {
        await withCheckedContinuation { waiter in
            let waits = state.withLock { $0.holds.keep(waiter) }
            if !waits { waiter.resume() }
        }
    }

    private func alarm(at deadline: MonotonicTime) -> Alarm {
        clock.schedule(at: deadline) { [weak self] in self?.expire() }
    }

    // MARK: LifecycleMonitor

    package func events() -> AsyncStream<LifecycleEvent> {
        announcer.stream { [weak self] in
            guard let self else { return }
            let followers = announcer.followers
            state.withLock { $0.holds.limit(to: followers) }.carryOut()
        }
    }

    package func withBackgroundTime(_ work: @escaping @Sendable () async -> Void) async {
        let (task, hold, isOver) = state.withLock { state -> (Task<Void, Never>, Int?, Bool) in
            // Begun under the lock: work that is already at rest must be known when the time runs out.
            let task = Task { await work() }
            guard let adopted = state.holds.adopt(task) else { return (task, nil, state.isOver) }
            return (task, adopted.hold, adopted.isOver)
        }
        if isOver { task.cancel() }
        await task.value
        guard let hold else { return }
        state.withLock { $0.holds.release(task, from: hold) }.carryOut()
    }

    package func backgroundTimeLeft() -> Duration? {
        let now = clock.now().monotonic
        return state.withLock(\.deadline).map { max(.zero, $0 - now) }
    }
}
