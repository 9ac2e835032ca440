/// Takes what waits in the buffer, in order, asks the policy, stamps, encodes and appends.
///
/// The only reader of the buffer. A ring of the doorbell gives it a turn; in a turn it first catches up with the
/// gate (a denial, a grant), then records. The gate is compared and not reported, so that no sequence of changes
/// can be missed: each denial is a higher epoch.
package actor EventPipeline {
    /// Told what the pipeline did, in the order that it did it.
    package protocol Listener: Sendable {
        func consentChanged(to consent: Consent) async
        func queueOpened(_ state: QueueState) async
        func queueUnavailable(_ problem: QueueProblem) async
        func appended(waiting: Int) async
    }

    private let parts: RecordingParts
    private let listener: any Listener
    private lazy var policy = parts.makePolicy()
    private var applied = Gate()
    private var recorder: EventRecorder?
    private var sessions: SessionTracker
    private var totals = StatusBoard.Recording()
    private var lines = EncodedEvents()
    private var waiters: [CheckedContinuation<Void, Never>] = []
    private var isDown = false
    private var retry: Alarm?

    package init(parts: RecordingParts, sessionTimeout: Duration, listener: any Listener) {
        self.parts = parts
        self.listener = listener
        sessions = SessionTracker(timeout: sessionTimeout)
    }

    /// Serves the doorbell until it is taken down.
    package func run() async {
        await parts.doorbell.answer { await self.turn() }
        isDown = true
        retry?.cancel()
        for waiter in waiters { waiter.resume() }
        waiters = []
    }

    /// Returns when everything tracked before the call is on disk or accounted for, or cannot be for now.
    package func drain() async {
        guard !isDown else { return }
        await withCheckedContinuation { waiter in
            waiters.append(waiter)
            parts.doorbell.ring()
        }
    }

    private func turn() async {
        let served = waiters
        waiters = []
        await catchUp()
        if recorder != nil { await record() }
        for waiter in served { waiter.resume() }
    }

    /// Brings queue and engine in line with the gate, which may change again meanwhile.
    private func catchUp() async {
        while true {
            let gate = parts.buffer.gate
            if gate.epoch > applied.epoch {
                recorder = nil
                sessions.end()
                await parts.queue.removeAll(upTo: gate.epoch)
            }
            if gate.consent != applied.consent || gate.epoch != applied.epoch {
                applied = gate
                parts.journal.record { JournalEntry(time: $0, kind: .consent, detail: gate.consent.rawValue) }
                await listener.consentChanged(to: gate.consent)
                publish()
            } else {
                break
            }
        }
        if applied.consent == .granted, recorder == nil { await open() }
    }

    private func open() async {
        retry?.cancel()
        retry = nil
        switch await parts.queue.open(epoch: applied.epoch) {
        case .ready(let state):
            sessions.resume(state.session)
            recorder = EventRecorder(
                policy: policy, installID: state.installID, nextSequence: state.nextSequence,
                idPrefix: parts.random.hexadecimal(bits: 64))
            parts.board.update { $0.problems["directory"] = nil }
            publish()
            await listener.queueOpened(state)
        case .unavailable(let problem):
            parts.board.update { $0.problems["directory"] = problem.description }
            parts.journal.record { JournalEntry(time: $0, kind: .problem, detail: problem.description) }
            await listener.queueUnavailable(problem)
            let again = parts.clock.now().monotonic + .seconds(1)
            retry = parts.clock.schedule(at: again) { [doorbell = parts.doorbell] in doorbell.ring() }
        }
    }

    private func record() async {
        let taken = parts.buffer.take()
        guard !taken.isEmpty, var recorder else { return }
        lines.removeAll()
        var drops = DropTally()
        for pending in taken {
            if pending.epoch != applied.epoch {
                drops.add(.erased)
            } else if let reason = recorder.record(
                pending, into: &lines, sessions: &sessions, totals: &totals, random: parts.random,
                journal: parts.journal)
            {
                drops.add(reason)
            }
        }
        self.recorder = recorder
        drops.move(in: parts.buffer)
        parts.buffer.recycle(taken)
        lines.session = sessions.current
        publish()
        guard !lines.isEmpty else { return }
        let waiting = await parts.queue.append(lines, epoch: applied.epoch)
        await listener.appended(waiting: waiting)
    }

    private func publish() {
        totals.installID = recorder?.installID
        totals.nextSequence = recorder?.nextSequence ?? totals.nextSequence
        totals.sessions = sessions
        parts.board.update { [totals] in $0.recording = totals }
    }
}

/// What the pipeline works with.
package struct RecordingParts: Sendable {
    let buffer: EventBuffer
    let doorbell: Doorbell
    let queue: any EventQueue
    /// Called once, by the pipeline: laying out the rules takes longer than the rest of `init`.
    let makePolicy: @Sendable () -> RecordingPolicy
    let clock: any WorldClock
    let random: any RandomSource
    let journal: Journal
    let board: StatusBoard
}

/// Drops of one take by reason, so that the books' lock is taken once for each reason and not for each event.
private struct DropTally {
    private var counts: [DropReason: Int] = [:]

    mutating func add(_ reason: DropReason) { counts[reason, default: 0] += 1 }

    func move(in books: any Bookkeeping) {
        for (reason, count) in counts { books.move(count, from: .inHand, to: .dropped(reason)) }
    }
}
