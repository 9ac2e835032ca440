import Foundation

extension Collector {
    /// Blocks until the condition holds of a snapshot; false when `limit` passed first.
    ///
    /// Woken by changes, never by polling. Call it from a plain thread; async code has `until`.
    public func waitFor(upTo limit: Duration, _ condition: (CollectorSnapshot) -> Bool) -> Bool {
        let deadline = Date(timeIntervalSinceNow: limit.seconds)
        while true {
            let (snapshot, version) = state.withLock { ($0.snapshot(), $0.version) }
            if condition(snapshot) { return true }
            guard state.wait(until: deadline, where: { $0.version != version }) else { return false }
        }
    }

    /// Suspends until the condition holds of a snapshot; false when `limit` passed first.
    ///
    /// Waits on a thread of its own, so that no thread of the shared pool is held. Cancelling
    /// the task does not shorten the wait.
    public func until(
        upTo limit: Duration, _ condition: @escaping @Sendable (CollectorSnapshot) -> Bool
    ) async -> Bool {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(returning: self.waitFor(upTo: limit, condition))
            }
        }
    }
}
