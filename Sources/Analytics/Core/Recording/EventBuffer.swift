/// The front of the tracker: gate, ring and ledger under one lock, so that a call of `track` takes one lock.
///
/// Keeps the newest events up to its capacity. When it is full the oldest goes, counted `bufferFull`. Without
/// consent, or while switched off, an event is counted and nothing of it is kept.
package final class EventBuffer: Bookkeeping {
    struct State {
        var gate: Gate
        var ring: EventRing
        var spare: [PendingEvent] = []
        var ledger = Ledger()
        var highWater = 0
        var isRung = false
        /// Nil while calls are not measured.
        var callTimes: CallTimes?
    }

    /// What the buffer and the ledger held at one instant.
    package struct Snapshot: Sendable {
        package var gate: Gate
        package var depth: Int
        package var capacity: Int
        package var highWater: Int
        package var ledger: Ledger
        package var callTimes: CallTimes?
    }

    let state: Locked<State>
    private let clock: any WorldClock
    let doorbell: Doorbell
    let journal: Journal
    /// Nanoseconds of real time; nil while calls are not measured.
    private let stopwatch: (@Sendable () -> UInt64)?
    /// Told after each change that no turn of the pipeline follows; nil in an app.
    private let onQuietChange: (@Sendable () -> Void)?

    package init(
        capacity: Int, gate: Gate = Gate(), clock: any WorldClock, doorbell: Doorbell, journal: Journal,
        stopwatch: (@Sendable () -> UInt64)? = nil, onQuietChange: (@Sendable () -> Void)? = nil
    ) {
        var state = State(gate: gate, ring: EventRing(capacity: capacity))
        if stopwatch != nil { state.callTimes = CallTimes() }
        self.state = Locked(state)
        self.stopwatch = stopwatch
        self.clock = clock
        self.doorbell = doorbell
        self.journal = journal
        self.onQuietChange = onQuietChange
    }

    /// Everything that the caller's thread does for an event.
    package func push<Event: AnalyticsEvent>(_ event: Event) {
        let begun = stopwatch?()
        let (dropped, isCounted) = push(.typed(event), begun)
        if let dropped { noteDrop(for: dropped, Event.name, Event.schemaVersion) }
        if !isCounted { countCall(since: begun) }
    }

    /// The same for an event that has no type of its own.
    package func push(_ draft: EventDraft) {
        let begun = stopwatch?()
        let (dropped, isCounted) = push(.named(draft), begun)
        if let dropped { noteDrop(for: dropped, draft.name, draft.schemaVersion) }
        if !isCounted { countCall(since: begun) }
    }

    @inline(__always)
    private func push(
        _ content: PendingEvent.Content, _ begun: UInt64?
    ) -> (dropped: DropReason?, isCounted: Bool) {
        let time = clock.now()
        // The evicted event is destroyed after the lock is released: its `deinit` is the host's code.
        let (dropped, mustRing, _) = state.withLock { state -> (DropReason?, Bool, PendingEvent.Content?) in
            if let refusal = state.gate.refusal {
                state.ledger.track(into: .dropped(refusal))
                return (refusal, false, nil)
            }
            let evicted = state.ring.push(
                PendingEvent(
                    content: content, time: time, epoch: state.gate.epoch, identity: state.gate.identity))
            state.ledger.track(into: .buffered)
            if evicted != nil { state.ledger.move(1, from: .buffered, to: .dropped(.bufferFull)) }
            state.highWater = max(state.highWater, state.ring.count)
            defer { state.isRung = true }
            // Where nothing is left to do but to return, the call is counted under the lock that it holds anyway.
            if let begun, let stopwatch, state.isRung, evicted == nil {
                state.callTimes?.count(nanoseconds: stopwatch() &- begun)
            }
            return (evicted != nil ? .bufferFull : nil, !state.isRung, evicted)
        }
        if mustRing { doorbell.ring() }
        return (dropped, dropped == nil && !mustRing)
    }

    /// Counts a call that had more to do after the lock: to wake the pipeline, or to note a drop.
    private func countCall(since begun: UInt64?) {
        guard let begun, let stopwatch else { return }
        let length = stopwatch() &- begun
        state.withLock { $0.callTimes?.count(nanoseconds: length) }
    }

    /// What waited, oldest first, and the gate as it was when it was taken: whatever comes later is behind it.
    package struct Take: Sendable {
        package var events: [PendingEvent]
        package var gate: Gate
    }

    /// Takes all that waits; it is in hand from now on. Nil, and nothing is taken, when there was a denial since
    /// `epoch`: what waits belongs to a consent that the taker does not know yet.
    package func take(under epoch: ConsentEpoch) -> Take? {
        state.withLock { state in
            guard state.gate.epoch == epoch else { return nil }
            state.isRung = false
            guard state.ring.count > 0 else { return Take(events: [], gate: state.gate) }
            var spare: [PendingEvent] = []
            swap(&spare, &state.spare)
            let taken = state.ring.takeAll(keeping: spare)
            state.ledger.move(taken.count, from: .buffered, to: .inHand)
            return Take(events: taken, gate: state.gate)
        }
    }

    /// Gives the storage of a finished take back, so that a busy pipeline allocates none.
    package func recycle(_ storage: consuming [PendingEvent]) {
        var spare = storage
        spare.removeAll(keepingCapacity: true)
        state.withLock { state in swap(&state.spare, &spare) }
    }

    package var gate: Gate { state.withLock(\.gate) }

    package var snapshot: Snapshot {
        state.withLock {
            Snapshot(
                gate: $0.gate, depth: $0.ring.count, capacity: $0.ring.capacity, highWater: $0.highWater,
                ledger: $0.ledger, callTimes: $0.callTimes)
        }
    }

    package func move(_ count: Int, from source: Ledger.Account, to target: Ledger.Account) {
        guard count != 0 else { return }
        state.withLock { $0.ledger.move(count, from: source, to: target) }
    }

    package func recover(_ count: Int, into account: Ledger.Account) {
        guard count != 0 else { return }
        state.withLock { $0.ledger.recover(count, into: account) }
    }

    /// Enters an event that the tracker itself makes; it is in hand at once.
    package func trackOwn() { state.withLock { $0.ledger.track(into: .inHand) } }

    private func noteDrop(for reason: DropReason, _ name: String, _ schemaVersion: Int) {
        journal.record {
            // Which event went for this one is not looked at: that would cost the caller time.
            // Without consent not even the name is kept.
            let isNamed = reason == .switchedOff
            return JournalEntry(
                time: $0, kind: .dropped, name: isNamed ? ShownName.of(name) : nil,
                schemaVersion: isNamed ? schemaVersion : nil, count: 1, reason: reason)
        }
        onQuietChange?()
    }
}
