import Foundation

extension Collector {
    /// The standing fault. Setting it forgets queued ones, and ends waits and endless answers under way.
    public var fault: Fault {
        get { state.withLock { $0.faults.standing } }
        set { changeFaults([newValue]) { $0.stand(newValue) } }
    }

    /// Meets the next `count` requests with this fault, after those queued already, and then goes
    /// back to the standing one. Offline for some requests means that they are reset: a closed
    /// port would see none of them.
    public func setFault(_ fault: Fault, forNext count: Int) {
        changeFaults([fault]) { $0.enqueue(Array(repeating: fault, count: max(0, min(count, 10_000)))) }
    }

    /// Queues one fault for each coming request, at most 10,000 in all.
    public func script(_ faults: [Fault]) {
        guard !faults.isEmpty else { return }
        changeFaults(faults) { $0.enqueue(faults) }
    }

    /// The server's ear for changed faults; called with no lock held.
    func onFaultChange(_ listener: (@Sendable (_ generation: Int) -> Void)?) {
        state.withLock { $0.faultListener = listener }
    }

    /// Calls `body` once when the faults are no longer those that made `plan`: at once if they have changed since then.
    public func atFaultChange(after plan: AnswerPlan, _ body: @escaping @Sendable () -> Void) {
        let hasChanged = state.withLock { state -> Bool in
            guard state.faults.generation <= plan.generation else { return true }
            state.faultWaiters.append(body)
            return false
        }
        if hasChanged { body() }
    }

    private func changeFaults(_ faults: [Fault], _ body: (inout FaultQueue) -> Void) {
        // Making a bomb takes seconds: here, and not under the lock when a request comes.
        for case .gzipBomb(let megabytes) in Set(faults) { FaultAnswer.prepareBomb(megabytes: megabytes) }
        let (listener, waiters, generation) = change { state in
            body(&state.faults)
            defer { state.faultWaiters = [] }
            return (
                (state.faultListener, state.faultWaiters, state.faults.generation),
                faults.prefix(1).map { .fault($0) }
            )
        }
        listener?(generation)
        for waiter in waiters { waiter() }
    }
}
