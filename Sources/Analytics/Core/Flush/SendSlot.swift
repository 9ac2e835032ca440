/// Holds the one send in flight, so that consent and the end of background time can cancel it at once, from any
/// thread, without waiting for an actor that may be busy.
package final class SendSlot: Sendable {
    private struct State {
        var task: Task<Upload, Never>?
        /// Set when the background time of this stay in the background has run out.
        var isBarred = false
        /// Counts the stays in the background, so that a late expiry of an earlier one does nothing.
        var stay = 0
    }

    private let state = Locked(State())

    package init() {}

    /// Sends unless the slot is barred or `admits` says no; nothing sets out after either was decided.
    func run(admits: @escaping @Sendable () -> Bool, send: @escaping @Sendable () async -> Upload) async
        -> Upload
    {
        let task = state.withLock { slot -> Task<Upload, Never> in
            let task = Task { [state] in
                // Waits for the lock, so for the slot to hold this task: whoever bars it or closes the gate later
                // finds it there and cancels it.
                let isBarred = state.withLock(\.isBarred)
                guard !isBarred, !Task.isCancelled, admits() else { return Upload(.cancelled) }
                return await send()
            }
            slot.task = task
            return task
        }
        defer { state.withLock { $0.task = nil } }
        return await task.value
    }

    /// Cancels the send in flight, if any.
    package func cancel() {
        state.withLock(\.task)?.cancel()
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
        let task = state.withLock { state -> Task<Upload, Never>? in
            guard state.stay == stay else { return nil }
            state.isBarred = true
            return state.task
        }
        task?.cancel()
    }
}
