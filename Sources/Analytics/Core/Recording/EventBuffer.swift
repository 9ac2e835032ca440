/// The front of the tracker: gate, ring and ledger under one lock, so that a call of `track` takes one lock.
///
/// Keeps the newest events up to its capacity. When it is full the oldest goes, counted `bufferFull`. Without
/// consent an event is counted `noConsent` and nothing of it is kept.
package final class EventBuffer: Bookkeeping {
    private struct State {
        var gate = Gate()
        var ring: EventRing
        var spare: [PendingEvent] = []
        var ledger = Ledger()
        var highWater = 0
        var isRung = false
    }

    /// What the buffer and the ledger held at one instant.
    package struct Snapshot: Sendable {
        package var gate: Gate
        package var depth: Int
        package var capacity: Int
        package var highWater: Int
        package var ledger: Ledger
    }

    private let state: Locked<State>
    private let clock: any WorldClock
    private let doorbell: Doorbell
    private let journal: Journal
    /// Told after each change that no turn of the pipeline follows; nil in an app.
    private let onQuietChange: (@Sendable () -> Void)?

    package init(
        capacity: Int, clock: any WorldClock, doorbell: Doorbell, journal: Journal,
        onQuietChange: (@Sendable () -> Void)? = nil
    ) {
        state = Locked(State(ring: EventRing(capacity: capacity)))
        self.clock = clock
        self.doorbell = doorbell
        self.journal = journal
        self.onQuietChange = onQuietChange
    }

    /// Everything that the caller's thread does for an event.
    package func push(_ event: some AnalyticsEvent) {
        let time = clock.now()
        let (dropped, mustRing) = state.withLock { state -> (DropReason?, Bool) in
            guard state.gate.isOpen else {
                state.ledger.track(into: .dropped(.noConsent))
                return (.noConsent, false)
            }
            let evicted = state.ring.push(PendingEvent(event: event, time: time, epoch: state.gate.epoch))
            state.ledger.track(into: .buffered)
            if evicted != nil { state.ledger.move(1, from: .buffered, to: .dropped(.bufferFull)) }
            state.highWater = max(state.highWater, state.ring.count)
            defer { state.isRung = true }
            return (evicted == nil ? nil : .bufferFull, !state.isRung)
        }
        if mustRing { doorbell.ring() }
        if let dropped { noteDrop(of: type(of: event), for: dropped) }
    }

    /// Takes all that waits, oldest first; it is in hand from now on.
    package func take() -> [PendingEvent] {
        state.withLock { state in
            state.isRung = false
            guard state.ring.count > 0 else { return [] }
            var spare: [PendingEvent] = []
            swap(&spare, &state.spare)
            let taken = state.ring.takeAll(keeping: spare)
            state.ledger.move(taken.count, from: .buffered, to: .inHand)
            return taken
        }
    }

    /// Gives the storage of a finished take back, so that a busy pipeline allocates none.
    package func recycle(_ storage: consuming [PendingEvent]) {
        var spare = storage
        spare.removeAll(keepingCapacity: true)
        state.withLock { state in swap(&state.spare, &spare) }
    }

    /// Applies what the user said, at once; a denial also empties the buffer, counted `erased`.
    package func set(_ consent: Consent) {
        let erased = state.withLock { state -> [PendingEvent] in
            state.gate.set(consent)
            guard consent == .denied else { return [] }
            let erased = state.ring.takeAll()
            state.ledger.move(erased.count, from: .buffered, to: .dropped(.erased))
            return erased
        }
        if !erased.isEmpty {
            journal.record {
                JournalEntry(
                    time: $0, kind: .dropped, count: erased.count, reason: .erased, detail: "from the buffer")
            }
        }
        doorbell.ring()
    }

    package var gate: Gate { state.withLock(\.gate) }

    package var snapshot: Snapshot {
        state.withLock {
            Snapshot(
                gate: $0.gate, depth: $0.ring.count, capacity: $0.ring.capacity, highWater: $0.highWater,
                ledger: $0.ledger)
        }
    }

    package func move(_ count: Int, from source: Account, to target: Account) {
        guard count != 0 else { return }
        state.withLock { $0.ledger.move(count, from: source, to: target) }
    }

    package func recover(_ count: Int, into account: Account) {
        guard count != 0 else { return }
        state.withLock { $0.ledger.recover(count, into: account) }
    }

    private func noteDrop<Event: AnalyticsEvent>(of type: Event.Type, for reason: DropReason) {
        journal.record {
            JournalEntry(
                time: $0, kind: .dropped, name: reason == .bufferFull ? nil : Event.name,
                schemaVersion: reason == .bufferFull ? nil : Event.schemaVersion, count: 1, reason: reason)
        }
        onQuietChange?()
    }
}
