/// Counts the work that a tracker has begun and not yet ended: a take, a file call, an exchange, a round.
///
/// Test time moves only while the count is zero, so that a test neither sleeps nor yields and hopes. In an app
/// nobody waits and the count costs one lock pair for each take or round, none for each event.
package final class WorkInHand: Sendable {
    private struct State {
        var count = 0
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Locked(State())

    package init() {}

    /// One more piece of work has begun; each begin needs exactly one `end`.
    package func begin() {
        state.withLock { $0.count += 1 }
    }

    /// One piece of work has ended.
    package func end() {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.count -= 1
            guard state.count == 0 else { return [] }
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// How much is in hand now.
    package var count: Int { state.withLock(\.count) }

    /// Returns as soon as nothing is in hand.
    package func untilIdle() async {
        await withCheckedContinuation { waiter in
            let isIdle = state.withLock { state -> Bool in
                if state.count == 0 { return true }
                state.waiters.append(waiter)
                return false
            }
            if isIdle { waiter.resume() }
        }
    }

    /// Starts a task that counts as work in hand from now until its end.
    @discardableResult
    package func task(
        priority: TaskPriority? = nil, _ body: @escaping @Sendable () async -> Void
    ) -> Task<Void, Never> {
        begin()
        return Task(priority: priority) {
            await body()
            self.end()
        }
    }
}
