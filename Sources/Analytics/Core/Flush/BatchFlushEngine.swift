/// Carries out what `FlushState` decides: one round at a time, one send in flight, one alarm.
///
/// Nothing here decides; the state does. The engine owns what the state must not: the queue, the uploader, the
/// clock, and the callers that wait for a round to end.
package actor BatchFlushEngine: EventPipeline.Listener {
    let parts: FlushParts
    var state: FlushState
    var tally = FlushTally()
    /// What the tally was when the last round ended.
    private var roundStart = FlushTally()
    private var alarm: (set: Alarm, time: MonotonicTime)?
    private var waiters: [RoundWaiter] = []
    /// Callers of `flush` that wait for the remote configuration, and what is called just before they continue.
    private var remoteWaits: [(latch: Latch, willResume: @Sendable () -> Void)] = []
    private(set) var isDown = false

    package init(parts: FlushParts, state: FlushState) {
        self.parts = parts
        self.state = state
    }

    /// Drains, then sends everything that waits; returns when this attempt has ended, at once when a gate is closed.
    /// While switched off, a request for the remote configuration that is in progress is awaited first.
    package func flush(yielding work: WorkInHand? = nil) async -> FlushOutcome {
        await parts.drain()
        await remoteAnswered(yielding: work)
        return await round(for: .flush, yielding: work)
    }

    /// Where the app is at launch; triggers nothing.
    package func begin(in event: LifecycleEvent) { handle(.lifecycle(event)) }

    /// The host's app changed sides.
    package func lifecycleChanged(to event: LifecycleEvent) async {
        parts.journal.record { JournalEntry(time: $0, kind: .lifecycle, detail: event.rawValue) }
        retryPendingWork()
        switch event {
        case .foreground:
            parts.slot.enterForeground()
            handle(.lifecycle(.foreground))
            if state.problem != nil { parts.wake() }
        case .background:
            let stay = parts.slot.enterBackground()
            handle(.lifecycle(.background))
            // A task of its own: the app may be back before its background time has ended.
            parts.work.task { [self] in
                await parts.lifecycle.withBackgroundTime { await self.backgroundRound(stay: stay) }
            }
        }
    }

    /// What a disk refused may work now; asked without waiting for it.
    private func retryPendingWork() {
        guard parts.queue.hasPendingWork else { return }
        parts.work.task { [queue = parts.queue, wake = parts.wake] in
            await queue.retrySoon()
            wake()
        }
    }

    private func backgroundRound(stay: Int) async {
        await withTaskCancellationHandler {
            await parts.drain()
            // Waiting is no work in hand, the round itself is: else test time would stand still while a send hangs,
            // and with it the end of the background time.
            _ = await round(for: .background, yielding: parts.work)
            await parts.queue.persistState()
        } onCancel: { [slot = parts.slot] in
            slot.expire(stay: stay)
        }
    }

    package func conditionsChanged(to conditions: DeviceConditions) {
        guard conditions != state.conditions else { return }
        parts.journal.record {
            JournalEntry(
                time: $0, kind: .conditions,
                detail: "network \(conditions.network.rawValue)"
                    + (conditions.isLowPower ? ", low power" : ""))
        }
        handle(.conditions(conditions))
    }

    package func consentChanged(to consent: Consent) async { handle(.consent(consent)) }

    package func queueOpened(_ opened: QueueState) async {
        let now = parts.clock.now().wall
        // A time in the future is a clock's mistake, and counts as none.
        let age = opened.remoteAskedAt.map { now.since($0) }.flatMap { $0 < .zero ? nil : $0 }
        learnSwitch(askedAgo: age)
        let resumed = opened.backoff.map { ($0.failures, $0.resumed(at: now)) }
        handle(
            .opened(
                leftovers: opened.leftovers,
                backoff: resumed.map { ResumedBackoff(failures: $0.0, wait: $0.1.wait) }))
        if let corrected = resumed?.1.corrected { await parts.queue.persist(corrected) }
    }

    package func queueUnavailable(_ problem: TrackerStatus.Problem?) async { handle(.problem(problem)) }

    package func isInForeground() async -> Bool { state.lifecycle == .foreground }

    package func appended(waiting: Int) async { handle(.waiting(waiting)) }

    /// Ends all waiting; sends nothing more.
    package func shutDown() {
        isDown = true
        alarm?.set.cancel()
        parts.slot.cancel()
        parts.remote.cancel()
        for waiter in waiters { waiter.end(FlushOutcome(stoppedBy: .shutDown)) }
        waiters = []
        endRemoteWaits()
    }

    /// Takes over what the remote configuration says of the switch.
    private func learnSwitch(askedAgo: Duration? = nil) {
        handle(
            .remote(
                isEnabled: parts.buffer.gate.isEnabled, isInUse: parts.remote.isInUse, askedAgo: askedAgo))
    }

    private func refreshRemote() async {
        let (epoch, askedAt) = (parts.buffer.gate.epoch, parts.clock.now().wall)
        // Before the request: a process that ends during it must not make every launch ask.
        await parts.queue.persist(nil, askedAt: askedAt, epoch: epoch)
        let remote = await parts.remote.refresh()
        handle(.remoteAnswered)
        if let remote {
            await parts.queue.persist(remote, askedAt: askedAt, epoch: epoch)
            learnSwitch()
        }
        endRemoteWaits()
    }

    /// Returns when no request for the remote configuration is in progress that could switch sending on.
    private func remoteAnswered(yielding work: WorkInHand?) async {
        guard !isDown, !state.isEnabled, state.remote?.isAsking == true else { return }
        let latch = Latch()
        remoteWaits.append((latch, { work?.begin() }))
        work?.end()
        await latch.wait()
    }

    private func endRemoteWaits() {
        for (latch, willResume) in remoteWaits {
            willResume()
            latch.open()
        }
        remoteWaits = []
    }

    // MARK: Carrying out

    func handle(_ input: FlushState.Input) {
        guard !isDown else { return }
        perform(state.handle(input, at: parts.clock.now().monotonic))
    }

    func perform(_ action: FlushState.Action) {
        if case .startRound(let trigger) = action {
            tally.triggers[trigger, default: 0] += 1
            parts.work.task { await self.run(trigger) }
        }
        if state.startsRemote(at: parts.clock.now().monotonic) {
            parts.work.task { await self.refreshRemote() }
        }
        setAlarm()
        publish()
    }

    private func setAlarm() {
        let now = parts.clock.now().monotonic
        let next = [state.nextAlarm(at: now)?.time, state.nextRemote()].compactMap { $0 }.min()
        guard next != alarm?.time else { return }
        alarm?.set.cancel()
        alarm = next.map { time in
            let set = parts.clock.schedule(at: time) { [weak self] in await self?.alarmWentOff(time) }
            return (set, time)
        }
    }

    private func alarmWentOff(_ time: MonotonicTime) {
        guard alarm?.time == time else { return }
        alarm = nil
        handle(.clock)
    }

    func publish() {
        parts.board.update { [state, tally] in $0.flush = StatusBoard.Flush(state: state, tally: tally) }
    }

    // MARK: Waiting for a round

    /// Asks for a round and waits for the end of one that starts from now on; a caller that is itself work in hand
    /// yields its count for as long as it waits.
    private func round(
        for trigger: FlushTrigger, yielding work: WorkInHand? = nil
    ) async -> FlushOutcome {
        guard !isDown else { return FlushOutcome(stoppedBy: .shutDown) }
        let waiter = RoundWaiter(
            before: tally, joinsNext: state.round != nil, willResume: { work?.begin() })
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                waiter.hold(continuation)
                waiters.append(waiter)
                handle(.asked(trigger))
                if state.round == nil { refuseWaits(of: trigger) }
                // Only now: a count of zero in between would say that the caller has its outcome.
                work?.end()
            }
        } onCancel: {
            waiter.end(FlushOutcome(stoppedBy: .waitCancelled))
        }
    }

    /// No round may start: whoever asked for one is told which gate is closed.
    private func refuseWaits(of trigger: FlushTrigger) {
        let gate = state.gates(at: parts.clock.now().monotonic).first
        if let gate {
            parts.journal.record {
                JournalEntry(time: $0, kind: .held, detail: "\(trigger.rawValue) held, \(gate)")
            }
        }
        endWaits(stop: gate.map(FlushOutcome.Stop.held) ?? .nothingLeft)
    }

    /// A round has ended: whoever waited for it goes on; who asked meanwhile waits for the next, if there is one.
    func endWaits(stop: FlushOutcome.Stop) {
        tally.lastOutcome = FlushOutcome(
            sent: tally.sent - roundStart.sent, rejected: tally.rejected - roundStart.rejected,
            discarded: tally.discarded - roundStart.discarded, stoppedBy: stop)
        roundStart = tally
        let gate = state.gates(at: parts.clock.now().monotonic).first
        var staying: [RoundWaiter] = []
        for waiter in waiters {
            if !waiter.joinsNext {
                waiter.end(waiter.outcome(of: tally, stop: stop))
            } else if state.round != nil {
                staying.append(waiter.joined())
            } else {
                waiter.end(waiter.outcome(of: tally, stop: gate.map(FlushOutcome.Stop.held) ?? stop))
            }
        }
        waiters = staying
    }
}

/// What the engine works with.
package struct FlushParts: Sendable {
    let buffer: EventBuffer
    let queue: any EventQueue
    let uploader: any BatchUploader
    let lifecycle: any LifecycleMonitor
    let clock: any WorldClock
    let random: any RandomSource
    let journal: Journal
    let board: StatusBoard
    let slot: SendSlot
    let remote: RemoteControl
    let work: WorkInHand
    /// Gives the pipeline a turn.
    let wake: @Sendable () -> Void
    /// Takes everything tracked so far into the queue.
    let drain: @Sendable () async -> Void
}
