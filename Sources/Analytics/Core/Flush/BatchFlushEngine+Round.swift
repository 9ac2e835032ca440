/// One round: the segments that are closed at its start, oldest first, one at a time.
extension BatchFlushEngine {
    func run(_ trigger: FlushTrigger) async {
        // Asked for perhaps behind a closed gate, long before: what was tracked meanwhile is part of it.
        if trigger == .flush || trigger == .background { await parts.drain() }
        // The count leaves an open segment to fill up; every other trigger sends all that waits.
        if trigger != .count { await parts.queue.seal() }
        let last = await parts.queue.newestClosed() ?? 0
        var batches = 0
        var stop = FlushOutcome.Stop.nothingLeft
        while let batch = await nextBatch(upTo: last, stop: &stop) {
            batches += 1
            if let ended = await send(batch) {
                stop = ended
                break
            }
        }
        let unread = parts.board.snapshot.queue.problems.first { $0.kind == .unreadable }
        if stop == .nothingLeft, let unread { stop = .held(.directory(unread)) }
        let waiting = await parts.queue.waitingCount()
        handle(.waiting(waiting))
        handle(.roundEnded(isDry: batches == 0 && stop == .nothingLeft))
        endWaits(stop: stop)
        publish()
    }

    private func nextBatch(upTo last: Int, stop: inout FlushOutcome.Stop) async -> Batch? {
        guard !isDown else {
            stop = .shutDown
            return nil
        }
        if let gate = state.gates(at: parts.clock.now().monotonic).first {
            stop = .held(gate)
            return nil
        }
        return await parts.queue.oldestBatch(upTo: last)
    }

    /// Sends one batch and settles it; returns why the round ends, or nil to go on.
    private func send(_ batch: Batch) async -> FlushOutcome.Stop? {
        begin(batch)
        let started = parts.clock.now().monotonic
        let upload = await parts.slot.run(admits: admission(of: batch), cancelled: Upload(.cancelled)) {
            [uploader = parts.uploader] in
            await uploader.send(batch)
        }
        let duration = parts.clock.now().monotonic - started
        let hadBackoff = state.backoff != nil
        tally.end(upload, of: batch, at: parts.clock.now().wall, duration: duration)
        // A cancelled send is noted after the queue has carried out the denial that may have cancelled it, so that the
        // journal always has the same order.
        if upload.result != .cancelled { note(upload, of: batch, duration: duration) }
        await settle(upload.result, of: batch)
        if upload.result == .cancelled { note(upload, of: batch, duration: duration) }
        // The pipeline may not have come round yet to say that consent is gone.
        let consent = parts.buffer.gate.consent
        if consent != state.consent { handle(.consent(consent)) }
        let now = parts.clock.now().monotonic
        let action = state.handle(.answered(upload.result, jitter: parts.random.unit()), at: now)
        await rememberBackoff(hadBackoff: hadBackoff, at: now)
        perform(action)
        guard case .endRound(let stop) = action else { return nil }
        return stop
    }

    private func begin(_ batch: Batch) {
        tally.attempts += 1
        tally.sendingSince = parts.clock.now().monotonic
        tally.sendingEvents = batch.count
        parts.journal.record {
            JournalEntry(
                time: $0, kind: .sent, count: batch.count, segment: batch.number,
                detail: "attempt \(batch.attempt)")
        }
        publish()
    }

    /// Consent may have gone, or gone and come back, since the batch was read.
    private func admission(of batch: Batch) -> @Sendable () -> Bool {
        { [buffer = parts.buffer] in
            let gate = buffer.gate
            return gate.isEnabled && gate.isGranted(since: batch.epoch)
        }
    }

    private func settle(_ result: UploadResult, of batch: Batch) async {
        switch result {
        case .accepted(let rejections):
            let rejected = rejections.valid(in: batch)
            await parts.queue.remove(batch.id, as: .delivered(rejected: rejected.count))
        case .discard:
            await parts.queue.remove(batch.id, as: .discarded)
        case .retry, .refused, .held, .cancelled:
            await parts.queue.release(batch.id)
        }
    }

    private func rememberBackoff(hadBackoff: Bool, at now: MonotonicTime) async {
        if let backoff = state.backoff, backoff.until > now {
            let left = DurableBackoff(
                failures: backoff.failures, left: backoff.until - now, now: parts.clock.now().wall)
            parts.journal.record {
                JournalEntry(
                    time: $0, kind: .backedOff,
                    detail:
                        "failure \(backoff.failures), next try in \((left.leftMilliseconds + 999) / 1_000) s")
            }
            await parts.queue.persist(left)
        } else if hadBackoff {
            await parts.queue.persist(nil)
        }
    }

    private func note(_ upload: Upload, of batch: Batch, duration: Duration) {
        parts.journal.record {
            JournalEntry(
                time: $0, kind: .answered, count: batch.count, segment: batch.number,
                detail: upload.words(duration: duration))
        }
        guard parts.journal.isOn, case .accepted(let rejections) = upload.result else { return }
        for (reason, events) in Dictionary(grouping: rejections.valid(in: batch), by: \.reason) {
            parts.journal.record {
                JournalEntry(
                    time: $0, kind: .dropped, count: events.count, segment: batch.number, reason: .rejected,
                    positions: events.map(\.index).sorted(), detail: reason)
            }
        }
    }
}

extension [Rejection] {
    /// One rejection for each event that the batch really holds; a server's other indexes mean nothing.
    func valid(in batch: Batch) -> [Rejection] {
        var seen = Set<Int>()
        return filter { (0..<batch.count).contains($0.index) && seen.insert($0.index).inserted }
    }
}

extension FlushTally {
    mutating func end(_ upload: Upload, of batch: Batch, at time: Timestamp, duration: Duration) {
        sendingSince = nil
        sendingEvents = 0
        rawBytes += upload.rawBytes
        sentBytes += upload.sentBytes
        switch upload.result {
        case .accepted(let rejections):
            let valid = rejections.valid(in: batch)
            sent += batch.count - valid.count
            rejected += valid.count
            for rejection in valid { count(rejection.reason) }
            isDiscardUnresolved = false
            lastSuccess = LastSend(
                time: time, events: batch.count, bytes: upload.sentBytes, duration: duration)
        case .discard(let status):
            discarded += batch.count
            isDiscardUnresolved = true
            lastDiscard = FlushStatus.Discard(
                time: time.date, events: batch.count, status: status, reason: upload.reason)
        case .retry, .refused: failures += 1
        case .held, .cancelled: break
        }
    }

    /// The reasons are the server's words: no more than 32 different ones are kept apart.
    private mutating func count(_ reason: String) {
        let known = rejections[reason] != nil || rejections.count < 32
        rejections[known ? reason : "other", default: 0] += 1
    }
}

extension Upload {
    func words(duration: Duration) -> String {
        let cost = "\(sentBytes) B gzip of \(rawBytes) B, \(duration.milliseconds) ms"
        return switch result {
        case .accepted(let rejected) where rejected.isEmpty: "accepted, \(cost)"
        case .accepted(let rejected): "accepted, \(rejected.count) rejected, \(cost)"
        case .retry(let after, let cause):
            "failed: \(cause)" + (after.map { ", Retry-After \($0.milliseconds / 1_000) s" } ?? "")
                + ", \(cost)"
        case .discard(let status): "discarded: HTTP \(status)\(reason.map { " (\($0))" } ?? ""), \(cost)"
        case .refused(let status): "refused: HTTP \(status), the key or the address is wrong, \(cost)"
        case .held(let network): "held: network is \(network.rawValue)"
        case .cancelled: "cancelled"
        }
    }
}
