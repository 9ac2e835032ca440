/// Brings what happens outside to the tracker, one thing at a time, and counts it as work in hand until the tracker
/// asks for the next: only then has it dealt with the last.
package final class Mailbox<Element: Sendable>: Sendable {
    private struct State {
        var letters: [Element] = []
        var reader: CheckedContinuation<Element?, Never>?
        var isReading = false
        var isClosed = false
    }

    private let state = Locked(State())
    private let work: WorkInHand
    private let onClose: @Sendable () -> Void

    /// A box that is empty, unless there is a `first`; `onClose` is called when its reader is gone.
    package init(
        first: Element? = nil, work: WorkInHand, onClose: @escaping @Sendable () -> Void = {}
    ) {
        self.work = work
        self.onClose = onClose
        if let first { post(first) }
    }

    package func post(_ element: Element) {
        let reader = state.withLock { state -> CheckedContinuation<Element?, Never>? in
            guard !state.isClosed else { return nil }
            work.begin()
            guard let reader = state.reader else {
                state.letters.append(element)
                return nil
            }
            state.reader = nil
            state.isReading = true
            return reader
        }
        reader?.resume(returning: element)
    }

    /// One stream over the box; when its reader is cancelled the box closes.
    package func stream() -> AsyncStream<Element> {
        AsyncStream {
            await self.next()
        } onCancel: {
            self.close()
        }
    }

    private func next() async -> Element? {
        let wasReading = state.withLock { state -> Bool in
            defer { state.isReading = false }
            return state.isReading
        }
        if wasReading { work.end() }
        return await withCheckedContinuation { reader in
            let now = state.withLock { state -> Element?? in
                if state.isClosed { return .some(nil) }
                guard !state.letters.isEmpty else {
                    state.reader = reader
                    return nil
                }
                state.isReading = true
                return .some(state.letters.removeFirst())
            }
            if let now { reader.resume(returning: now) }
        }
    }

    private func close() {
        let (reader, owed) = state.withLock { state -> (CheckedContinuation<Element?, Never>?, Int) in
            state.isClosed = true
            let owed = state.letters.count + (state.isReading ? 1 : 0)
            state.letters = []
            state.isReading = false
            defer { state.reader = nil }
            return (state.reader, owed)
        }
        for _ in 0..<owed { work.end() }
        reader?.resume(returning: nil)
        onClose()
    }
}
