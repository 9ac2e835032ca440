import Analytics

/// A queue that keeps its segments in memory: the behaviour of the real one without its disk.
package actor InMemoryEventQueue: EventQueue {
    private struct Segment {
        var record: SegmentRecord
        var installID: String
        var lines: [ArraySlice<UInt8>]
    }

    private let parts: FileEventQueue.Parts
    private var state = DurableState()
    private var epoch = ConsentEpoch()
    private var isOpen = false
    private var segments: [Segment] = []

    package init(parts: FileEventQueue.Parts) {
        self.parts = parts
    }

    package func open(epoch: ConsentEpoch, onPersistedConsent isPersisted: Bool) -> QueueOpening {
        guard epoch >= self.epoch else { return .unavailable(.unusable("consent has changed")) }
        self.epoch = epoch
        state.installID = state.installID ?? parts.random.hexadecimal(bits: 128)
        state.grantID = state.grantID ?? parts.random.hexadecimal(bits: 128)
        isOpen = true
        publish()
        return .ready(QueueState(state, leftovers: waitingCount()))
    }

    package func newInstall(epoch: ConsentEpoch) -> String? {
        guard isOpen, epoch == self.epoch else { return nil }
        seal()
        let install = parts.random.hexadecimal(bits: 128)
        state.installID = install
        state.session = nil
        return install
    }

    /// Nothing outlives the process, so nothing is persisted.
    package func persistedConsent() -> PersistedConsent { .known(.unknown) }

    @discardableResult package func persist(_ consent: Consent) -> TrackerStatus.Problem? { nil }

    package nonisolated var hasPendingWork: Bool { false }

    package func doPendingWork() -> PendingWork { PendingWork(waiting: waitingCount()) }

    package func retrySoon() {}

    package nonisolated func noteDenial(upTo epoch: ConsentEpoch) {}

    package func persist(_ remote: DurableRemote?, askedAt: Timestamp, epoch: ConsentEpoch) {
        guard isOpen, epoch == self.epoch else { return }
        state.remote = remote ?? state.remote
        state.remoteAskedAt = askedAt
        enforceLimits()
        publish()
    }

    package func append(_ events: EncodedEvents, epoch: ConsentEpoch) -> AppendResult {
        guard isOpen, epoch == self.epoch else {
            parts.books.move(events.count, from: .inHand, to: .dropped(.erased))
            return .appended(waiting: waitingCount())
        }
        var start = 0
        for end in events.ends {
            add(events.bytes[start..<end])
            start = end
        }
        parts.books.move(events.count, from: .inHand, to: .waiting)
        state.nextSequence = max(state.nextSequence, events.firstSequence + events.count)
        state.session = events.session
        state.lastHealth = events.healthReported ?? state.lastHealth
        enforceLimits()
        publish()
        return .appended(waiting: waitingCount())
    }

    private func add(_ line: ArraySlice<UInt8>) {
        if segments.last?.record.state != .open {
            let now = parts.clock.now()
            let number = state.nextSegment
            state.nextSegment += 1
            let batch = BatchID("\(parts.random.hexadecimal(bits: 64))-\(number)")
            segments.append(
                Segment(
                    record: SegmentRecord(
                        number: number, batchID: batch, grantID: state.grantID ?? "", state: .open, events: 0,
                        bytes: 0, created: now.wall, opened: now.monotonic),
                    installID: state.installID ?? "", lines: []))
        }
        let last = segments.count - 1
        segments[last].lines.append(line)
        segments[last].record.events += 1
        segments[last].record.bytes += line.count
        let isFull = segments[last].record.events >= parts.segmentEvents
        if isFull || segments[last].record.bytes >= parts.limits.segmentBytes {
            segments[last].record.state = .closed
        }
    }

    package func waitingCount() -> Int {
        segments.reduce(0) { $0 + ($1.record.state == .sending ? 0 : $1.record.events) }
    }

    package func persist(_ backoff: DurableBackoff?) { state.backoff = backoff }

    package func seal() {
        if segments.last?.record.state == .open { segments[segments.count - 1].record.state = .closed }
        enforceLimits()
        publish()
    }

    package func newestClosed() -> Int? { segments.last { $0.record.state == .closed }?.record.number }

    package func oldestBatch(upTo last: Int) -> Batch? {
        enforceLimits()
        defer { publish() }
        let oldest = segments.firstIndex { $0.record.state == .closed && $0.record.number <= last }
        guard isOpen, let index = oldest else { return nil }
        segments[index].record.state = .sending
        segments[index].record.attempts += 1
        let record = segments[index].record
        parts.books.move(record.events, from: .waiting, to: .inFlight)
        let events = segments[index].lines.map { $0.dropLast() }.joined(separator: [UInt8(ascii: ",")])
        return Batch(
            id: record.batchID, number: record.number, epoch: epoch, installID: segments[index].installID,
            context: Array("{}".utf8), events: Array(events), count: record.events, attempt: record.attempts)
    }

    package func remove(_ batch: BatchID, as settlement: Settlement) {
        guard let index = sending(batch) else { return }
        let events = segments.remove(at: index).record.events
        switch settlement {
        case .delivered(let rejected):
            let refused = min(max(0, rejected), events)
            parts.books.move(events - refused, from: .inFlight, to: .delivered)
            parts.books.move(refused, from: .inFlight, to: .dropped(.rejected))
        case .discarded:
            parts.books.move(events, from: .inFlight, to: .dropped(.discarded))
        }
        publish()
    }

    package func release(_ batch: BatchID) {
        guard let index = sending(batch) else { return }
        segments[index].record.state = .closed
        parts.books.move(segments[index].record.events, from: .inFlight, to: .waiting)
        publish()
    }

    @discardableResult package func removeAll(upTo epoch: ConsentEpoch) -> TrackerStatus.Problem? {
        guard epoch > self.epoch else { return nil }
        self.epoch = epoch
        isOpen = false
        for segment in segments {
            let source: Ledger.Account = segment.record.state == .sending ? .inFlight : .waiting
            parts.books.move(segment.record.events, from: source, to: .dropped(.erased))
        }
        segments = []
        state = state.withdrawn()
        publish()
        return nil
    }

    package func persistState() {}

    package func close() { isOpen = false }

    private func sending(_ batch: BatchID) -> Int? {
        segments.firstIndex { $0.record.batchID == batch && $0.record.state == .sending }
    }

    private func enforceLimits() {
        let now = parts.clock.now().monotonic
        drop(for: .expired) { now - $0.opened > self.parts.limits.maxAge }
        var bytes = segments.reduce(0) { $0 + $1.record.bytes }
        drop(for: .overCap) { record in
            guard bytes > self.parts.limits.maxBytes, record.state != .open else { return false }
            bytes -= record.bytes
            return true
        }
    }

    private func drop(for reason: DropReason, where isDue: (SegmentRecord) -> Bool) {
        for segment in segments where segment.record.state != .sending && isDue(segment.record) {
            segments.removeAll { $0.record.number == segment.record.number }
            parts.books.move(segment.record.events, from: .waiting, to: .dropped(reason))
        }
    }

    private func publish() {
        let records = segments.map(\.record)
        parts.board.update { [isOpen] in
            $0.queue = StatusBoard.Queue(segments: records, isOpen: isOpen, attemptedUnconfirmed: 0)
        }
    }
}
