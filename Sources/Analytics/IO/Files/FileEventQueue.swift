/// The queue on disk: segments of JSON lines in one owner folder, and the state beside them.
///
/// An actor on its own executor, so that a slow disk holds up nobody else. What is in memory is an index of the
/// segments, never their lines. See `SegmentHeader` for the file format.
package actor FileEventQueue: EventQueue {
    /// What the queue works with and keeps to.
    package struct Parts: Sendable {
        package var directory: String
        package var segmentEvents: Int
        package var limits: QueueLimits
        /// Whether the state file keeps what the user said.
        package var remembersConsent: Bool
        package var files: any FileOperations
        package var books: any Bookkeeping
        package var clock: any WorldClock
        package var random: any RandomSource
        package var journal: Journal
        package var board: StatusBoard
        /// Asked once, at the first segment: reading the locale or the device takes time.
        package var context: @Sendable () -> RecordingContext

        package init(
            directory: String, segmentEvents: Int, limits: QueueLimits, remembersConsent: Bool = false,
            files: any FileOperations, books: any Bookkeeping, clock: any WorldClock,
            random: any RandomSource, journal: Journal,
            board: StatusBoard, context: @escaping @Sendable () -> RecordingContext
        ) {
            self.directory = directory
            self.segmentEvents = segmentEvents
            self.limits = limits
            self.remembersConsent = remembersConsent
            self.files = files
            self.books = books
            self.clock = clock
            self.random = random
            self.journal = journal
            self.board = board
            self.context = context
        }
    }

    /// A withdrawal that is still to be carried out on disk.
    enum Debt {
        /// Nothing of an earlier yes may be believed.
        case unknown
        /// Everything is to be erased.
        case denial
    }

    /// The segment that grows.
    struct OpenSegment {
        var file: Int32
        var number: Int
        /// Where the last whole line ends.
        var size: Int
        var events = 0
        /// Over all event lines, so that an unchanged segment need not be parsed before it is sent.
        var checksum = Checksum()
    }

    let parts: Parts
    private let executor: QueueExecutor
    let stateFile: StateFile
    /// What a relaunch should find, and what it would find now.
    var state = DurableState()
    var written: DurableState?
    var epoch = ConsentEpoch()
    var isOpen = false
    var isIndexed = false
    /// The folder was taken by another tracker after someone deleted the lock.
    var isGroundLost = false
    /// What the user said and the disk does not know yet.
    var owed: Debt?
    var problem: QueueProblem?
    var lockFile: Int32?
    var records: [SegmentRecord] = []
    var checksums: [Int: Checksum] = [:]
    var open: OpenSegment?
    var context: RecordingContext?
    /// Leftovers that could not be read yet: in no account, tried again at each seal, erased by a denial.
    var unreadLeftovers: [Int] = []
    /// What is wrong with the folder until the process ends, in words.
    private var lasting: [String] = []
    /// Segments that are answered for and could not be deleted yet.
    var spent: [Int] = []
    /// How many lines each of them still has on disk.
    private var spentLines: [Int: Int] = [:]
    /// Of segments that are gone without the server's word.
    var unconfirmedAndGone = 0

    package init(parts: Parts) {
        self.parts = parts
        executor = QueueExecutor(label: "analytics.queue")
        stateFile = StateFile(files: parts.files, path: parts.directory + "/state.json")
    }

    deinit {
        if let open { parts.files.close(open.file) }
        if let lockFile { parts.files.close(lockFile) }
    }

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    package func waitingCount() -> Int { waiting }

    package func newestClosed() -> Int? { records.last { $0.state == .closed }?.number }

    package func remember(_ backoff: DurableBackoff?) {
        guard isOpen, state.backoff != backoff else { return }
        state.backoff = backoff
        saveState()
    }

    package func remember(_ remote: DurableRemote?, askedAt: Timestamp, epoch: ConsentEpoch) {
        guard isOpen, epoch == self.epoch else { return }
        state.remote = remote ?? state.remote
        state.remoteAskedAt = askedAt
        saveState()
        // While switched off nothing else comes by to look at the caps.
        enforceLimits()
        publish()
    }

    package func settle() {
        guard isOpen else { return }
        // Also while nothing is appended or sent: switched off, or without an answer of the user.
        enforceLimits()
        publish()
        saveState()
    }

    package func close() {
        settle()
        closeOpenFile()
        isOpen = false
        if let lockFile { parts.files.close(lockFile) }
        lockFile = nil
    }

    /// Events that wait and could be sent.
    var waiting: Int {
        records.reduce(0) { $0 + ($1.state == .unreadable || $1.state == .sending ? 0 : $1.events) }
    }

    func path(of number: Int) -> String { parts.directory + "/" + SegmentName.name(of: number) }

    func index(of number: Int) -> Int? { records.firstIndex { $0.number == number } }

    /// Writes the state when it differs from the file's; a failure is noted and tried again with the next change.
    @discardableResult
    func saveState(surviving powerCut: Bool = false) -> Bool {
        guard !isGroundLost else { return false }
        guard state != written else { return true }
        do {
            try stateFile.write(state, surviving: powerCut)
            written = state
            return true
        } catch {
            report("state not written, \(error.description)")
            return false
        }
    }

    /// Deletes a segment's file; one that cannot be deleted now is never sent again and tried later.
    func deleteFile(of number: Int) {
        guard !isGroundLost else { return }
        do throws(FileFault) {
            try parts.files.unlink(path(of: number))
        } catch  where error.isMissing {
            return
        } catch {
            if !spent.contains(number) { spent.append(number) }
            report("segment \(number) not deleted, \(error.description)")
        }
    }

    /// Removes a segment from index and disk.
    ///
    /// The newest is what a relaunch reads the sequence from, so the state must know it first. While the state
    /// cannot be written, such as on a full disk, the file stays: sent again after a relaunch it is a repeat that the
    /// server drops; a sequence number given twice would be taken for a fault. An erasure waits for nothing.
    func drop(_ index: Int, isErasure: Bool = false) {
        let record = records.remove(at: index)
        checksums[record.number] = nil
        spentLines[record.number] = record.events
        if open?.number == record.number { closeOpenFile() }
        if index == records.count, !isErasure, !saveState() {
            spent.append(record.number)
        } else {
            deleteFile(of: record.number)
        }
    }

    func retryDeletions() {
        guard !spent.isEmpty, saveState() else { return }
        deleteSpent()
    }

    func deleteSpent() {
        let again = spent
        spent = []
        for number in again { deleteFile(of: number) }
        publish()
    }

    func closeOpenFile() {
        guard let segment = open else { return }
        parts.files.close(segment.file)
        open = nil
    }

    func publish() {
        let inDoubt = records.reduce(0) { $0 + ($1.attempts > 0 ? $1.events : 0) }
        let unread = unreadLeftovers.count
        spentLines = spentLines.filter { spent.contains($0.key) }
        let undeletable = spentLines.values.reduce(0, +)
        parts.board.update { [records, isOpen, unconfirmedAndGone, lasting] in
            $0.queue = StatusBoard.Queue(
                segments: records, isOpen: isOpen, attemptedUnconfirmed: unconfirmedAndGone + inDoubt,
                undeletable: undeletable)
            $0.problems["files"] = lasting.isEmpty ? nil : lasting.joined(separator: "; ")
            $0.problems["unread"] =
                unread == 0 ? nil : "\(unread) segments cannot be read now; kept for later"
        }
    }

    func report(_ problem: String) {
        parts.journal.record { JournalEntry(time: $0, kind: .problem, detail: problem) }
    }

    /// Reports what will be so until the process ends: the status says it too, of the first few.
    func reportLasting(_ problem: String) {
        report(problem)
        if lasting.count < 5 { lasting.append(problem) }
    }

    func note(_ kind: JournalEntry.Kind, _ record: SegmentRecord, reason: DropReason? = nil, _ detail: String)
    {
        parts.journal.record {
            JournalEntry(
                time: $0, kind: kind, count: record.events, segment: record.number, reason: reason,
                detail: detail)
        }
    }
}
