/// Recording one take.
extension EventPipeline {
    func record(_ take: EventBuffer.Take) async {
        recorder?.policy = parts.remote.policy
        var rest = take.events[...]
        while let first = rest.first, let last = rest.last {
            if let problem = closed {
                closed = nil
                return await queueClosed(
                    because: problem, leaving: EventBuffer.Take(events: Array(rest), gate: take.gate))
            }
            // Generations only go up: one take is nearly always of one.
            let isWhole = first.identity.generation == last.identity.generation
            let part =
                isWhole ? rest : rest.prefix { $0.identity.generation == first.identity.generation }
            rest = rest.dropFirst(part.count)
            // What was tracked before a log-out goes to disk under the old install ID, and first.
            await follow(first.identity.generation)
            await record(part, gate: take.gate)
        }
        if let problem = closed {
            closed = nil
            return await queueClosed(because: problem, leaving: EventBuffer.Take(events: [], gate: take.gate))
        }
        if recorder != nil { await follow(take.gate.identity.generation) }
        parts.buffer.recycle(take.events)
    }

    /// Changes the install ID and ends the session when there was a log-out.
    private func follow(_ generation: UInt64) async {
        guard generation > self.generation, let install = await parts.queue.newInstall(epoch: applied.epoch)
        else {
            return
        }
        self.generation = generation
        recorder?.change(installID: install, idPrefix: parts.random.hexadecimal(bits: 64))
        sessions.end()
        parts.journal.record { JournalEntry(time: $0, kind: .identity, detail: "reset: another install ID") }
        publish()
    }

    private func record(_ part: ArraySlice<PendingEvent>, gate: Gate) async {
        guard var recorder else { return }
        lines.removeAll()
        var drops = DropTally()
        for pending in part {
            if pending.epoch != applied.epoch {
                drops.add(.erased)
            } else if let reason = recorder.record(
                pending, isEnabled: gate.isEnabled, into: &lines, sessions: &sessions, totals: &totals,
                random: parts.random, journal: parts.journal)
            {
                drops.add(reason)
            }
        }
        self.recorder = recorder
        drops.move(in: parts.buffer)
        await append()
        // A take may hold events of a consent that has gone since.
        guard !lines.isEmpty, closed == nil, gate.refusal == nil, parts.buffer.gate.refusal == nil,
            let last = part.last
        else { return }
        await reportHealth(along: last)
    }

    private func append() async {
        lines.session = sessions.current
        publish()
        guard !lines.isEmpty else { return }
        switch await parts.queue.append(lines, epoch: applied.epoch) {
        case .appended(let waiting): await listener.appended(waiting: waiting)
        case .unavailable(let problem): closed = problem
        }
    }

    /// Reports on the tracker itself, when that is due and there is something to tell.
    private func reportHealth(along last: PendingEvent) async {
        guard let health, last.time.monotonic >= health.notBefore, var recorder else { return }
        let rule = recorder.policy.sampling.rule(for: HealthReport.eventName)
        guard InstallSampler.keeps(installID: recorder.installID, key: rule.key, rate: rule.rate) else {
            return
        }
        let counts = counts
        let bytes = parts.board.snapshot.queue.segments.reduce(0) { $0 + $1.bytes }
        let waiting = parts.buffer.snapshot.ledger[.waiting]
        let properties = health.properties(of: counts, queueEvents: waiting, queueBytes: bytes)
        guard let properties else { return }
        let draft = EventDraft(
            name: HealthReport.eventName, schemaVersion: HealthReport.schemaVersion, properties: properties)
        let pending = PendingEvent(
            content: .named(draft), time: last.time, epoch: last.epoch, identity: Identity())
        parts.buffer.trackOwn()
        lines.removeAll()
        lines.healthReported = last.time.wall
        let reason = recorder.record(
            pending, isEnabled: true, into: &lines, sessions: &sessions, totals: &totals,
            random: parts.random,
            journal: parts.journal)
        self.recorder = recorder
        if let reason { parts.buffer.move(1, from: .inHand, to: .dropped(reason)) }
        await append()
        let after = HealthReport.Counts(
            ledger: parts.buffer.snapshot.ledger, sendFailures: counts.sendFailures)
        self.health?.reported(after, at: last.time.monotonic)
    }
}

/// Drops of one take by reason, so that the books' lock is taken once for each reason and not for each event.
private struct DropTally {
    private var counts: [DropReason: Int] = [:]

    mutating func add(_ reason: DropReason) { counts[reason, default: 0] += 1 }

    func move(in books: any Bookkeeping) {
        for (reason, count) in counts { books.move(count, from: .inHand, to: .dropped(reason)) }
    }
}
