import Analytics

/// Network and power conditions that tests and the dashboard set by hand.
public final class ManualConditions: ConditionMonitor, Sendable {
    private struct State {
        var present: Conditions
        var boxes: [Mailbox<Conditions>] = []
    }

    private let clock: ManualClock
    private let state: Locked<State>

    /// A monitor that reports `conditions` until they are set otherwise.
    public init(clock: ManualClock, _ conditions: Conditions = Conditions()) {
        self.clock = clock
        state = Locked(State(present: conditions))
    }

    /// The conditions at present; setting them tells the tracker.
    public var present: Conditions {
        get { state.withLock(\.present) }
        set {
            let boxes = state.withLock { state -> [Mailbox<Conditions>] in
                state.present = newValue
                return state.boxes
            }
            for box in boxes { box.post(newValue) }
        }
    }

    package func conditions() -> AsyncStream<Conditions> {
        state.withLock { state in
            let box = Mailbox(first: state.present, work: clock.work)
            state.boxes.append(box)
            return box.stream()
        }
    }
}
