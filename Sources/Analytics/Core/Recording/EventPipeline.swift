/// Takes what waits in the buffer, in order, asks the policy, stamps, encodes and appends.
///
/// The only reader of the buffer. A ring of the doorbell gives it a turn; in a turn it first catches up with the
/// gate (a denial, a grant), then records. The gate is compared and not reported, so that no sequence of changes
/// can be missed: each denial is a higher epoch, each log-out a higher generation.
package actor EventPipeline {
    /// Told what the pipeline did, in the order that it did it.
    package protocol Listener: Sendable {
        func consentChanged(to consent: Consent) async
        func queueOpened(_ state: QueueState) async
        /// The queue cannot be used for now, or (nil) nothing stands in its way any more.
        func queueUnavailable(_ problem: TrackerStatus.Problem?) async
        /// Whether timers may run.
        func isInForeground() async -> Bool
        func appended(waiting: Int) async
    }

    let parts: RecordingParts
    let listener: any Listener
    var applied: Gate
    /// The generation that the queue's install ID belongs to.
    var generation: UInt64 = 0
    var recorder: EventRecorder?
    var sessions: SessionTracker
    var health: HealthReport?
    var totals = StatusBoard.Recording()
    var lines = EncodedEvents()
    /// Why the queue closed under the take in progress.
    var closed: TrackerStatus.Problem?
    private var waiters: [Latch] = []
    private var problem: TrackerStatus.Problem?
    /// Taken, and not recorded yet because the queue closed meanwhile.
    private var backlog: EventBuffer.Take?
    /// Whether the gate has been carried out at all.
    private var hasApplied = false
    private var hasOpened = false
    private var isDown = false
    private var retry: Alarm?
    /// How often in a row the disk was asked and could not be used.
    private var failedOpenings = 0

    package init(parts: RecordingParts, sessionTimeout: Duration, listener: any Listener) {
        self.parts = parts
        self.listener = listener
        applied = Gate()
        sessions = SessionTracker(timeout: sessionTimeout)
    }

    /// Serves the doorbell until it is taken down.
    package func run() async {
        await parts.doorbell.answer { await self.turn() }
        isDown = true
        retry?.cancel()
        for waiter in waiters { waiter.open() }
        waiters = []
    }

    /// Returns when everything tracked before the call is on disk or accounted for, or cannot be for now; at once when
    /// the caller is cancelled, however slow the disk is.
    package func drain() async {
        guard !isDown else { return }
        let latch = Latch()
        waiters.append(latch)
        parts.doorbell.ring()
        await latch.wait()
    }

    private func turn() async {
        let served = waiters
        waiters = []
        await catchUp()
        if recorder != nil, let backlog {
            self.backlog = nil
            await record(backlog)
        }
        while recorder != nil {
            guard let take = parts.buffer.take(under: applied.epoch) else {
                await catchUp()
                continue
            }
            await record(take)
            break
        }
        if parts.queue.hasPendingWork, retry == nil, problem == nil, await listener.isInForeground() {
            ring(after: PendingWithdrawal.interval)
        }
        for waiter in served { waiter.open() }
    }

    /// Brings queue and engine in line with the gate, which may change again meanwhile.
    private func catchUp() async {
        if parts.buffer.gate.awaitsPersistedConsent { await readConsent() }
        while true {
            let gate = parts.buffer.gate
            if gate.awaitsPersistedConsent { return }
            if gate.epoch > applied.epoch {
                recorder = nil
                sessions.end()
                dropBacklog()
                // The next grant has a new install ID in any case; a sign-out since then needs one more.
                generation = gate.generationAtDenial
                await parts.queue.removeAll(upTo: gate.epoch)
            }
            let isNew = gate.consent != applied.consent || gate.epoch != applied.epoch
            // The first call counts also when it is `unknown`: an earlier launch may have persisted something else.
            guard isNew || !hasApplied else { break }
            hasApplied = true
            await parts.queue.persist(gate.consent)
            applied = gate
            guard isNew else { continue }
            await listener.consentChanged(to: gate.consent)
            publish()
        }
        let pending = parts.queue.hasPendingWork ? await parts.queue.doPendingWork() : nil
        if applied.consent == .granted {
            if recorder == nil {
                await open()
            } else if problem != nil {
                await waitIsOver()
            }
        } else if let obstacle = pending?.obstacle, obstacle.isUnavailability {
            await wait(because: obstacle)
        } else if problem != nil {
            await waitIsOver()
        }
        if let pending { await schedule(pending) }
    }

    /// Goes on with what nobody asked for: at once while there is more to read, else once a minute in the foreground.
    private func schedule(_ pending: PendingWork) async {
        if recorder != nil { await listener.appended(waiting: pending.waiting) }
        guard let again = pending.again else {
            retry?.cancel()
            retry = nil
            return
        }
        if again == .zero { return parts.doorbell.ring() }
        guard problem == nil, await listener.isInForeground() else { return }
        ring(after: again)
    }

    private func ring(after pause: Duration) {
        retry?.cancel()
        retry = parts.clock.schedule(at: parts.clock.now().monotonic + pause) { [doorbell = parts.doorbell] in
            doorbell.ring()
        }
    }

    /// Reads the consent that an earlier launch persisted; what cannot be read now is read later.
    private func readConsent() async {
        switch await parts.queue.persistedConsent() {
        case .known(let consent):
            parts.buffer.resolve(persisted: consent)
            if problem != nil { await waitIsOver() }
        case .unreadable(let problem):
            await wait(because: problem)
        }
    }

    private func open() async {
        switch await parts.queue.open(epoch: applied.epoch, onPersistedConsent: applied.isPersisted) {
        case .ready(let state):
            sessions.resume(state.session)
            parts.remote.resume(state.remote)
            recorder = EventRecorder(
                policy: parts.remote.policy, installID: state.installID, nextSequence: state.nextSequence,
                idPrefix: parts.random.hexadecimal(bits: 64), observer: parts.observer)
            // After a denial the counts so far are those of an install that is no more.
            health = HealthReport(
                lastReport: state.lastHealth, now: parts.clock.now(), told: hasOpened ? counts : nil)
            hasOpened = true
            if problem != nil { await waitIsOver() }
            publish()
            await listener.queueOpened(state)
            // What previous runs left is read step by step, beside the recording.
            if parts.queue.hasPendingWork { parts.doorbell.ring() }
        case .unavailable(let problem):
            await wait(because: problem)
        case .withdrawn(let consent):
            parts.buffer.withdraw(persisted: consent)
        }
    }

    /// The queue has closed under the recorder, and keeps what it was given; the next turn opens it again.
    func queueClosed(because problem: TrackerStatus.Problem, leaving rest: EventBuffer.Take) async {
        recorder = nil
        backlog = rest.events.isEmpty ? nil : rest
        await wait(because: problem)
    }

    private func dropBacklog() {
        guard let backlog else { return }
        parts.buffer.move(backlog.events.count, from: .inHand, to: .dropped(.erased))
        self.backlog = nil
    }

    /// How long to wait before the disk is tried again: a second for ten times, as for a device that is being unlocked,
    /// then twice as long each time and a minute at most, as for a disk that stays as it is.
    static func pause(afterFailedOpenings count: Int) -> Duration {
        count <= 10 ? .seconds(1) : .seconds(min(60, 1 << min(6, count - 10)))
    }

    /// The disk is tried again after a while, in the foreground, and when the app is back there; events wait in memory.
    private func wait(because problem: TrackerStatus.Problem) async {
        retry?.cancel()
        if problem != self.problem {
            self.problem = problem
            parts.board.update { $0.directory = problem }
            parts.journal.record { JournalEntry(time: $0, kind: .problem, detail: problem.description) }
        }
        await listener.queueUnavailable(problem)
        guard await listener.isInForeground() else { return }
        failedOpenings += 1
        ring(after: Self.pause(afterFailedOpenings: failedOpenings))
    }

    private func waitIsOver() async {
        problem = nil
        failedOpenings = 0
        retry?.cancel()
        retry = nil
        parts.board.update { $0.directory = nil }
        await listener.queueUnavailable(nil)
    }

    /// What the tracker could tell of itself now.
    var counts: HealthReport.Counts {
        HealthReport.Counts(
            ledger: parts.buffer.snapshot.ledger,
            sendFailures: parts.board.snapshot.flush?.tally.failures ?? 0)
    }

    func publish() {
        totals.installID = recorder?.installID
        totals.epoch = applied.epoch
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
    let remote: RemoteControl
    let clock: any WorldClock
    let random: any RandomSource
    let journal: Journal
    let board: StatusBoard
    let observer: EventRecorder.Observer?
}
