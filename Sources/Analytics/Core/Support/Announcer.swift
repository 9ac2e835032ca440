/// A value that changes, and all who follow it: each gets the present one first and then every change, in order.
///
/// What a follower has not yet dealt with counts as work in hand, so that test time waits for it.
package final class Announcer<Value: Sendable>: Sendable {
    private struct State {
        var present: Value?
        var boxes: [Int: Mailbox<Value>] = [:]
        var lastID = 0
    }

    private let state: Locked<State>
    private let work: WorkInHand

    /// Nil when the present value is not known yet: streams then begin with the first that is announced.
    package init(_ present: Value?, work: WorkInHand) {
        state = Locked(State(present: present))
        self.work = work
    }

    /// The value at present, when it is known.
    package var present: Value? { state.withLock(\.present) }

    /// How many streams are being read.
    package var followers: Int { state.withLock(\.boxes.count) }

    /// Changes the value and tells everyone. Posted under the lock: two announcements reach all in the same order.
    package func announce(_ value: Value) {
        state.withLock { state in
            state.present = value
            for box in state.boxes.values { box.post(value) }
        }
    }

    /// A stream for one follower; finishes when the reader's task is cancelled.
    package func stream(onEnd: @escaping @Sendable () -> Void = {}) -> AsyncStream<Value> {
        state.withLock { state in
            state.lastID += 1
            let id = state.lastID
            let box = Mailbox(first: state.present, work: work) { [weak self] in
                self?.remove(id)
                onEnd()
            }
            state.boxes[id] = box
            return box.stream()
        }
    }

    private func remove(_ id: Int) {
        state.withLock { _ = $0.boxes.removeValue(forKey: id) }
    }
}
