/// Holds the one request in flight, so that consent and the end of background time can cancel it at once, from any
/// thread, without waiting for an actor that may be busy.
package final class SendSlot: Sendable {
    private struct State {
        var cancel: (@Sendable () -> Void)?
        /// Set when the background time of this stay in the background has run out.
        var isBarred = false
        /// Counts the stays in the background, so that a late expiry of an earlier one does nothing.
        var stay = 0
    }

    private let state = Locked(State())

    package init() {}

    /// Sends unless the slot is barred or `admits` says no; nothing sets out after either was decided, and the answer
    /// is then `cancelled`.
    func run<Answer: Sendable>(
        admits: @escaping @Sendable () -> Bool, cancelled: Answer,
        send: @escaping @Sendable () async -> Answer
    ) async -> Answer {
        let task = state.withLock { slot -> Task<Answer, Never> in
            let task = Task { [state] in
                // Waits for the lock, so for the slot to hold this task: whoever bars it or closes the gate later
                // finds it there and cancels it.
                let isBarred = state.withLock(\.isBarred)
                guard !isBarred, !Task.isCancelled, admits() else { return cancelled }
                return await send()
            }
            slot.cancel = { task.cancel() }
            return task
        }
        defer { state.withLock { $0.cancel = nil } }
        return await task.value
    }

    /// Cancels the send in flight, if any.
    package func cancel() {
        state.withLock(\.cancel)?()
    }

    /// The app left the foreground; returns the number of the stay, for `expire`.
    func enterBackground() -> Int {
        state.withLock { state in
            state.stay += 1
            state.isBarred = false
            return state.stay
        }
    }

    /// The app is back: sending is allowed again, and earlier stays cannot expire any more.
    func enterForeground() {
        state.withLock { state in
            state.stay += 1
            state.isBarred = false
        }
    }

    /// The time of a stay ran out: cancels the send in flight and bars the next.
    func expire(stay: Int) {
        let cancel = state.withLock { state -> (@Sendable () -> Void)? in
            guard state.stay == stay else { return nil }
            state.isBarred = true
            return state.cancel
        }
        cancel?()
    }
}
