/// The queue on disk: segments of JSON lines in one owner folder, and the state beside them.
///
/// An actor on its own executor, so that a slow disk holds up nobody else. It carries out what consent and the limits
/// ask for: `OwnerDisk` is the folder and its state, `SegmentStore` the segments, `SegmentAppender` the one that grows,
/// `LeftoverReader` what is to be read of previous runs, `PendingWithdrawal` what a denial still has to do.
package actor FileEventQueue: EventQueue {
    /// How long one step of reading what previous runs left may take.
    private static let scanTime = Duration.milliseconds(20)

    private let parts: Parts
    private let executor = QueueExecutor(label: "analytics.queue")
    /// The newest denial, and whether there is work that nobody asked for: known without waiting for the actor.
    private let signals = Locked<(denial: ConsentEpoch, hasPendingWork: Bool)>((ConsentEpoch(), false))
    private var disk: OwnerDisk
    private var segments: SegmentStore
    private var appender: SegmentAppender
    private var leftovers: LeftoverReader
    private var withdrawal = PendingWithdrawal()
    private var epoch = ConsentEpoch()
    private var isOpen = false
    /// Events of a take that met a folder that was gone, and their grant: written first when it is back.
    private var held: (lines: EncodedEvents, grant: String?)?
    private var lastRetry: MonotonicTime?

    package init(parts: Parts) {
        self.parts = parts
        disk = OwnerDisk(parts: parts)
        segments = SegmentStore(parts: parts)
        appender = SegmentAppender(parts: parts)
        leftovers = LeftoverReader(parts: parts)
    }

    deinit {
        appender.abandonFile()
        disk.closeFiles()
    }

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    package nonisolated var hasPendingWork: Bool { signals.withLock(\.hasPendingWork) }

    package nonisolated func noteDenial(upTo epoch: ConsentEpoch) {
        signals.withLock { $0.denial = max($0.denial, epoch) }
    }

    /// The folder, while the queue is open and no denial is to be carried out first.
    private var openFolder: Int32? {
        carryOutNotedDenial()
        return isOpen ? disk.descriptor : nil
    }

    // MARK: Opening

    package func open(epoch: ConsentEpoch, onPersistedConsent isPersisted: Bool) -> QueueOpening {
        carryOutNotedDenial()
        // What an earlier denial left undone comes first.
        if withdrawal.kind == .denial { carryOutWithdrawal() }
        defer { publish() }
        if let obstacle = withdrawal.obstacle { return .unavailable(obstacle) }
        guard epoch >= self.epoch else { return .unavailable(.unusable("consent has changed")) }
        do throws(FileFault) {
            self.epoch = epoch
            guard let folder = try disk.acquire(creating: true) else { return .unavailable(.inUse) }
            try disk.load(in: folder)
            // Another tracker that had the folder until now may have withdrawn it.
            let consent = disk.state.consent ?? .unknown
            if isPersisted, consent != .granted { return .withdrawn(consent) }
            try leftovers.list(folder, known: segments, disk: &disk)
            readLeftovers(for: Self.scanTime, in: folder)
            grant()
            start(in: folder)
        } catch {
            return .unavailable(.unusable(error.description))
        }
        return .ready(QueueState(disk.state, leftovers: segments.index.waiting))
    }

    private func grant() {
        disk.state.adopt(destination: parts.destination.own)
        disk.state.installID = disk.state.installID ?? parts.random.hexadecimal(bits: 128)
        disk.state.grantID = disk.state.grantID ?? parts.random.hexadecimal(bits: 128)
        disk.state.consent = parts.persistsConsent ? .granted : nil
    }

    private func start(in folder: Int32) {
        isOpen = true
        disk.save()  // A full disk is no reason to wait: appending tries again.
        for record in segments.index.records where record.isLeftover && record.events == 0 {
            segments.drop(record, in: folder, disk: &disk)
        }
        if let held, held.grant == disk.state.grantID { append(held.lines, in: folder) } else { eraseHeld() }
        held = nil
        enforceLimits(in: folder)
    }

    private func eraseHeld() {
        if let held { parts.books.move(held.lines.count, from: .inHand, to: .dropped(.erased)) }
        held = nil
    }

    private func readLeftovers(for time: Duration?, in folder: Int32) {
        guard !leftovers.isDone else { return }
        leftovers.read(
            for: time, in: folder, into: &segments, disk: &disk, why: "recorded under another grant",
            isDenied: { signals.withLock(\.denial) > epoch })
    }

    // MARK: Recording

    package func append(_ lines: EncodedEvents, epoch: ConsentEpoch) -> AppendResult {
        guard openFolder != nil, epoch == self.epoch else {
            parts.books.move(lines.count, from: .inHand, to: .dropped(.erased))
            return .appended(waiting: segments.index.waiting)
        }
        defer { publish() }
        let problem = checkFolder()
        guard problem == nil, let folder = disk.descriptor else {
            held = (lines, disk.state.grantID)
            isOpen = false
            return .unavailable(problem ?? .inUse)
        }
        segments.retryDeletions(in: folder, disk: &disk)
        append(lines, in: folder)
        enforceLimits(in: folder)
        return .appended(waiting: segments.index.waiting)
    }

    private func append(_ lines: EncodedEvents, in folder: Int32) {
        appender.append(lines, in: folder, to: &segments, disk: &disk)
        // Taken also by events that could not be written: the ledger explains the gap.
        disk.state.nextSequence = max(disk.state.nextSequence, lines.firstSequence + lines.count)
        // A new session is written at once; the time of its last event with the next state, or read off the segment.
        let isNewSession = disk.state.session?.id != lines.session?.id
        disk.state.session = lines.session
        if let time = lines.healthReported { disk.state.lastHealth = time }
        if isNewSession || lines.healthReported != nil { disk.save() }
    }

    package func newInstall(epoch: ConsentEpoch) -> String? {
        guard let folder = openFolder, epoch == self.epoch else { return nil }
        appender.close(why: "the install ID changes", in: folder, &segments)
        let install = parts.random.hexadecimal(bits: 128)
        disk.state.installID = install
        disk.state.session = nil
        // What cannot be written now is tried again before the next segment.
        disk.save()
        publish()
        return install
    }

    /// Makes the folder anew when somebody deleted it. Returns why it cannot be used now; the next opening tries again.
    private func checkFolder() -> TrackerStatus.Problem? {
        let presence = disk.presence()
        switch presence {
        case .inPlace, .moved:
            if appender.isSegmentDisturbed, let folder = disk.descriptor {
                segments.forgetVanished(in: folder)
                appender.close(why: "changed from outside", in: folder, &segments)
            }
            return nil
        case .lockDeleted: segments.forgetVanished(in: disk.descriptor)
        case .deleted:
            parts.report("the directory was deleted from outside; making it anew")
            segments.forgetVanished(in: nil)
        }
        guard let problem = disk.regain(after: presence) else { return nil }
        // The files belong to the tracker that has the folder: they are read again when that is this one.
        appender.closeFile()
        segments.forgetVanished(in: nil)
        leftovers = LeftoverReader(parts: parts)
        return problem
    }

    // MARK: Sending

    package func seal() {
        guard let folder = openFolder else { return }
        retry(in: folder)
        readLeftovers(for: nil, in: folder)
        appender.close(why: "", in: folder, &segments)
        enforceLimits(in: folder)
        publish()
    }

    package func waitingCount() -> Int { segments.index.waiting }
    package func newestClosed() -> Int? { segments.index.newestClosed }

    package func oldestBatch(upTo last: Int) -> Batch? {
        if let folder = openFolder { readLeftovers(for: nil, in: folder) }
        guard let folder = openFolder else { return nil }
        defer { publish() }
        enforceLimits(in: folder)
        let (batch, fault) = segments.nextBatch(upTo: last, epoch: epoch, in: folder, disk: &disk)
        if let fault { disk.problems.unreadable = fault }
        return batch
    }

    package func remove(_ batch: BatchID, as settlement: Settlement) {
        let folder = openFolder
        segments.settle(batch, as: settlement, in: folder, disk: &disk)
        publish()
    }

    package func release(_ batch: BatchID) {
        carryOutNotedDenial()
        segments.release(batch)
        publish()
    }

    private func enforceLimits(in folder: Int32) {
        segments.enforceLimits(in: folder, disk: &disk)
    }

    // MARK: Consent

    package func persistedConsent() -> PersistedConsent {
        parts.persistsConsent ? disk.persistedConsent() : .known(.unknown)
    }

    @discardableResult package func persist(_ consent: Consent) -> TrackerStatus.Problem? {
        switch consent {
        case .denied: return nil
        case .granted:
            withdrawal.grant()
            if parts.persistsConsent, openFolder != nil, disk.state.consent != consent {
                disk.state.consent = consent
                disk.save()
            }
        case .unknown:
            withdrawal.forget()
            carryOutWithdrawal()
        }
        publish()
        return withdrawal.kind == nil ? nil : withdrawal.problem
    }

    @discardableResult package func removeAll(upTo epoch: ConsentEpoch) -> TrackerStatus.Problem? {
        noteDenial(upTo: epoch)
        carryOutNotedDenial()
        return withdrawal.kind == nil ? nil : withdrawal.problem
    }

    /// A denial that was noted comes before anything else, whichever job finds it.
    private func carryOutNotedDenial() {
        let noted = signals.withLock(\.denial)
        guard noted > epoch else { return }
        epoch = noted
        isOpen = false
        appender.closeFile()
        eraseHeld()
        withdrawal.deny()
        carryOutWithdrawal()
        publish()
    }

    private func carryOutWithdrawal() {
        guard let kind = withdrawal.kind else { return }
        let attempt =
            switch kind {
            case .denial:
                Withdrawing.erase(
                    from: &disk, &segments, &leftovers, persistsConsent: parts.persistsConsent,
                    isDeniedAgain: { signals.withLock(\.denial) > epoch })
            case .unknown: Withdrawing.forgetGrant(on: &disk)
            }
        withdrawal.attempted(attempt, at: parts.clock.now().monotonic)
    }

    // MARK: State

    package func persist(_ backoff: DurableBackoff?) {
        guard openFolder != nil, disk.state.backoff != backoff else { return }
        disk.state.backoff = backoff
        disk.save()
    }

    package func persist(_ remote: DurableRemote?, askedAt: Timestamp, epoch: ConsentEpoch) {
        guard let folder = openFolder, epoch == self.epoch else { return }
        disk.state.remote = remote ?? disk.state.remote
        disk.state.remoteAskedAt = askedAt
        disk.save()
        // While switched off nothing else checks the caps.
        enforceLimits(in: folder)
        publish()
    }

    package func persistState() {
        guard let folder = openFolder else { return }
        // Also while nothing is appended or sent: switched off, or without consent.
        enforceLimits(in: folder)
        publish()
        disk.save()
    }

    package func close() {
        persistState()
        appender.closeFile()
        isOpen = false
        disk.release()
    }

    // MARK: What nobody asked for

    package func retrySoon() {
        withdrawal.retrySoon()
        lastRetry = nil
    }

    package func doPendingWork() -> PendingWork {
        carryOutNotedDenial()
        let now = parts.clock.now().monotonic
        if withdrawal.isDue(at: now) { carryOutWithdrawal() }
        let isRetryDue = lastRetry.map { now - $0 >= PendingWithdrawal.interval } ?? true
        if isRetryDue, let folder = disk.descriptor {
            lastRetry = now
            retry(in: folder)
            disk.probe()
        }
        if let folder = openFolder { readLeftovers(for: Self.scanTime, in: folder) }
        publish()
        let isReading = isOpen && !leftovers.isDone
        return PendingWork(
            waiting: segments.index.waiting, obstacle: withdrawal.kind == nil ? nil : withdrawal.problem,
            again: isReading ? .zero : hasPendingWork ? PendingWithdrawal.interval : nil)
    }

    private func retry(in folder: Int32) {
        segments.retryDeletions(in: folder, disk: &disk)
        leftovers.retryUnreadable()
        segments.retryUnreadable()
    }

    private func publish() {
        let (index, disposal) = (segments.index, segments.disposal)
        disk.problems.unreadableSegments =
            leftovers.unreadable.count + index.records.count { $0.state == .unreadable }
        disk.problems.undeleted = withdrawal.kind == nil ? disposal.unerased : 0
        let problems = disk.problems
        let hasWork =
            withdrawal.kind != nil || !disposal.isEmpty || !leftovers.isDone || problems.isRetried
        signals.withLock { $0.hasPendingWork = hasWork }
        let section = StatusBoard.Queue(
            segments: index.records, isOpen: isOpen, attemptedUnconfirmed: index.unconfirmed,
            undeletable: disposal.lines, foreignEvents: index.foreign.events,
            foreignBytes: index.foreign.bytes, problems: problems.all(withdrawal.problem))
        parts.board.update { $0.queue = section }
    }
}
