/// Puts the status together from what the parts wrote, for the moment of reading.
extension TrackerStatus {
    init(
        board: StatusBoard.Contents, buffer: EventBuffer.Snapshot, now: Moment, rules: RulesInForce,
        refusedUserIDs: Int, corrections: [String], backgroundTimeLeft: Duration?
    ) {
        time = now.wall.date
        consent = buffer.gate.consent
        isReadingConsent = buffer.gate.awaitsPersistedConsent
        epoch = Int(clamping: buffer.gate.epoch.number)
        // A denial holds at once, though the pipeline may still be busy with a slow disk.
        let isPast = consent == .denied || board.recording.epoch != buffer.gate.epoch
        installID = isPast ? nil : board.recording.installID
        isUserPresent = buffer.gate.identity.userID != nil
        self.refusedUserIDs = refusedUserIDs
        session = isPast ? nil : board.recording.sessions.flatMap { SessionStatus($0, now: now) }
        nextSequence = board.recording.nextSequence
        self.buffer = BufferStatus(
            depth: buffer.depth, capacity: buffer.capacity, highWater: buffer.highWater)
        segments = board.queue.segments.map { SegmentStatus($0, now: now) }
        queueBytes = board.queue.segments.reduce(0) { $0 + $1.bytes }
        queueBytesLimit = rules.maxBytes
        self.rules = rules
        let state = board.flush?.state.seen(through: buffer.gate)
        flush = FlushStatus(state, board.flush?.tally ?? FlushTally(), now: now)
        lifecycle = board.flush?.state.lifecycle ?? .foreground
        self.backgroundTimeLeft = lifecycle == .background ? backgroundTimeLeft?.milliseconds : nil
        remote = state?.remoteStatus(board.remote, at: now.monotonic)
        conditions = board.flush?.state.conditions ?? DeviceConditions()
        ledger = buffer.ledger
        callTimes = buffer.callTimes
        kept = board.recording.kept
        keysRemoved = board.recording.keysRemoved
        stringsCut = board.recording.stringsCut
        undeletable = board.queue.undeletable
        attemptedUnconfirmed = board.queue.attemptedUnconfirmed
        let directory = board.directory.flatMap { board.queue.problems.contains($0) ? nil : $0 }
        let isUnresolved = board.flush?.tally.isDiscardUnresolved ?? false
        let discard = (isUnresolved ? flush.lastDiscard : nil).map { discard in
            Problem(
                .batchDiscarded, count: discard.events,
                detail: "HTTP \(discard.status)" + (discard.reason.map { ", \($0)" } ?? ""))
        }
        problems = [directory, discard].compactMap(\.self) + board.queue.problems
        flush.gates += board.queue.problems.filter(\.isInTheWay).map(ClosedGate.directory)
        otherDestinations = OtherDestinations(
            events: board.queue.foreignEvents, bytes: board.queue.foreignBytes)
        self.corrections = corrections
    }
}

extension TrackerStatus.SessionStatus {
    fileprivate init?(_ sessions: SessionTracker, now: Moment) {
        guard let session = sessions.current, let left = sessions.expiresIn(at: now) else { return nil }
        id = session.id
        started = session.started.date
        lastEvent = session.lastEvent.date
        expiresIn = left.milliseconds
    }
}

extension FlushState {
    fileprivate func remoteStatus(_ tally: RemoteTally?, at now: MonotonicTime) -> TrackerStatus.RemoteStatus?
    {
        guard remote != nil else { return nil }
        return TrackerStatus.RemoteStatus(
            isEnabled: isEnabled, questions: tally?.questions ?? 0, lastAnswer: tally?.lastAnswer,
            nextQuestion: nextRemote().map { max(0, ($0 - now).milliseconds) })
    }
}

extension TrackerStatus.SegmentStatus {
    fileprivate init(_ record: SegmentRecord, now: Moment) {
        id = record.number
        state =
            switch record.state {
            case .open: .open
            case .closed: .closed
            case .sending: .sending
            case .unreadable: .unreadable
            }
        events = record.events
        bytes = record.bytes
        age = max(0, (now.monotonic - record.opened).milliseconds)
        attempts = record.attempts
        isLeftover = record.isLeftover
    }
}

extension FlushStatus {
    fileprivate init(_ state: FlushState?, _ tally: FlushTally, now: Moment) {
        gates = state?.shownGates(at: now.monotonic) ?? [.noConsent(.unknown)]
        backoff = state?.backoff.flatMap { BackoffStatus($0, now: now) }
        nextTimer = state?.nextAlarm(at: now.monotonic).map {
            NextTimer(left: max(0, ($0.time - now.monotonic).milliseconds), trigger: $0.trigger)
        }
        round = state?.round
        inFlight = tally.sendingSince.map {
            InFlight(since: (now.monotonic - $0).milliseconds, events: tally.sendingEvents)
        }
        triggers = Dictionary(uniqueKeysWithValues: tally.triggers.map { ($0.key.rawValue, $0.value) })
        attempts = tally.attempts
        failures = tally.failures
        rawBytes = tally.rawBytes
        sentBytes = tally.sentBytes
        rejections = tally.rejections
        lastSuccess = tally.lastSuccess.map {
            Success(
                time: $0.time.date, events: $0.events, bytes: $0.bytes, duration: $0.duration.milliseconds)
        }
        lastDiscard = tally.lastDiscard
        lastOutcome = tally.lastOutcome
        phase = Self.phase(round: round, gates: gates, waiting: state?.waiting ?? 0)
    }

    private static func phase(round: FlushTrigger?, gates: [ClosedGate], waiting: Int) -> Phase {
        if round != nil { return .sending }
        switch gates.first {
        case .backingOff, .serverRefuses: return .backingOff
        case .some: return .held
        case nil: return waiting > 0 ? .waiting : .idle
        }
    }
}

extension FlushStatus.BackoffStatus {
    fileprivate init?(_ run: BackoffRun, now: Moment) {
        guard run.until > now.monotonic else { return nil }
        failures = run.failures
        delay = run.delay.milliseconds
        jitter = run.jitter.milliseconds
        left = (run.until - now.monotonic).milliseconds
        cause =
            switch run.cause {
            case .failed(let cause): cause.description
            case .refused(let status): "HTTP \(status), the key or the address is wrong"
            }
        retryAfter = run.retryAfter?.milliseconds
    }
}

extension TrackerStatus.Problem {
    /// Whether it keeps events from being recorded, sent or erased, though no round of sending meets it.
    fileprivate var isInTheWay: Bool { [.diskFull, .unreadable, .undeletable].contains(kind) }
}
