/// Wakes the pipeline: any number of rings before it comes to the door are one.
package final class Doorbell: Sendable {
    private struct State {
        /// A ring that no turn has answered yet; it counts as work in hand.
        var isOwed = false
        var isDown = false
        var isMuffled = false
    }

    private let rings: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    private let state = Locked(State())
    private let work: WorkInHand

    package init(work: WorkInHand) {
        self.work = work
        (rings, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Asks for a turn; counts as work in hand until that turn has ended.
    package func ring() {
        let isMuffled = state.withLock { state -> Bool in
            guard !state.isOwed, !state.isDown else { return state.isMuffled }
            state.isOwed = true
            work.begin()
            return state.isMuffled
        }
        if !isMuffled { continuation.yield() }
    }

    /// While muffled no ring gets a turn; the turn that they ask for comes afterwards.
    package func muffle(_ isMuffled: Bool) {
        let isOwed = state.withLock { state -> Bool in
            state.isMuffled = isMuffled
            return state.isOwed
        }
        if isOwed, !isMuffled { continuation.yield() }
    }

    /// Runs `turn` after every ring until the bell is taken down, one turn at a time.
    package func answer(_ turn: @Sendable () async -> Void) async {
        for await _ in rings {
            // A ring from here on asks for another turn, since this one may already have looked. A wake-up whose
            // ring an earlier turn has answered asks for none: such a turn would be in nobody's count.
            guard settle() else { continue }
            await turn()
            work.end()
        }
        if settle() { work.end() }
    }

    /// Takes the bell down; `answer` returns after the turn that it is in, and later rings are nothing.
    package func takeDown() {
        state.withLock { state in
            state.isDown = true
            state.isMuffled = false
        }
        continuation.finish()
    }

    private func settle() -> Bool {
        state.withLock { state in
            guard !state.isMuffled else { return false }
            defer { state.isOwed = false }
            return state.isOwed
        }
    }
}
