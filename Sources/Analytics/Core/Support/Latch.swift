/// Something that happens once; who waits for it may stop waiting at any time.
package final class Latch: Sendable {
    private struct State {
        var isOpen = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Locked(State())

    package init() {}

    /// It has happened: all that wait go on, and whoever comes later does not wait.
    package func open() {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.isOpen = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Returns when it has happened, or at once when the caller is cancelled; then nobody waits any more.
    package func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let isOver = state.withLock { state -> Bool in
                    if !state.isOpen { state.waiters.append(waiter) }
                    return state.isOpen
                }
                if isOver { waiter.resume() }
            }
        } onCancel: {
            open()
        }
    }
}
