/// A caller that waits for a round to end, and may stop waiting at any time.
struct RoundWaiter: Sendable {
    private enum Wait {
        case notYet
        case holding(CheckedContinuation<FlushOutcome, Never>)
        case ended(FlushOutcome)
    }

    /// The counts when the caller asked: its outcome is what came after.
    private let before: FlushTally
    /// Whether a round was on when the caller asked, so that the next one is its own.
    private(set) var joinsNext: Bool
    /// Called just before the caller goes on.
    private let willResume: @Sendable () -> Void
    private let wait = Locked(Wait.notYet)

    init(before: FlushTally, joinsNext: Bool, willResume: @escaping @Sendable () -> Void) {
        self.willResume = willResume
        self.before = before
        self.joinsNext = joinsNext
    }

    /// The same caller once its own round has begun.
    func joined() -> RoundWaiter {
        var waiter = self
        waiter.joinsNext = false
        return waiter
    }

    func hold(_ continuation: CheckedContinuation<FlushOutcome, Never>) {
        let ended = wait.withLock { wait -> FlushOutcome? in
            if case .ended(let outcome) = wait { return outcome }
            wait = .holding(continuation)
            return nil
        }
        if let ended { resume(continuation, returning: ended) }
    }

    /// Lets the caller go on; only the first call counts.
    func end(_ outcome: FlushOutcome) {
        let continuation = wait.withLock { wait -> CheckedContinuation<FlushOutcome, Never>? in
            defer { if case .ended = wait {} else { wait = .ended(outcome) } }
            if case .holding(let continuation) = wait { return continuation }
            return nil
        }
        if let continuation { resume(continuation, returning: outcome) }
    }

    private func resume(
        _ continuation: CheckedContinuation<FlushOutcome, Never>, returning outcome: FlushOutcome
    ) {
        willResume()
        continuation.resume(returning: outcome)
    }

    /// What was sent since the caller asked.
    func outcome(of tally: FlushTally, stop: FlushOutcome.Stop) -> FlushOutcome {
        FlushOutcome(
            sent: tally.sent - before.sent, rejected: tally.rejected - before.rejected,
            discarded: tally.discarded - before.discarded, stoppedBy: stop)
    }
}
