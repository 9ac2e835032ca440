import struct Foundation.Data
import struct Foundation.Date
import class Foundation.JSONDecoder

/// Opening: lock, state, index of what an earlier life left.
extension FileEventQueue {
    package func open(epoch: ConsentEpoch, onRememberedConsent isRemembered: Bool) -> QueueOpening {
        // What an earlier no left undone comes first.
        if owed == .denial, let problem = payDebt() { return .unavailable(problem) }
        if case .withdrawalFailed = problem, let problem { return .unavailable(problem) }
        self.epoch = max(self.epoch, epoch)
        guard epoch == self.epoch else { return .unavailable(.unreadable("consent has changed")) }
        do throws(FileFault) {
            try parts.files.makeDirectory(parts.directory)
            parts.files.protect(parts.directory)
            guard try takeLock() else { return .unavailable(.inUse) }
            try loadState()
            // Another tracker that had the folder until now may have been told otherwise.
            if isRemembered, state.consent != .granted { return .withdrawn(state.consent ?? .unknown) }
            try indexLeftovers()
        } catch {
            return .unavailable(.unreadable(error.description))
        }
        eraseForeignSegments()
        if state.installID == nil { state.installID = parts.random.hexadecimal(bits: 128) }
        if state.grantID == nil { state.grantID = parts.random.hexadecimal(bits: 128) }
        state.consent = parts.remembersConsent ? .granted : nil
        // A full disk is no reason to wait: appending tries again, and counts what it cannot write.
        saveState()
        isOpen = true
        dropEmptyLeftovers()
        enforceLimits()
        publish()
        return .ready(
            QueueState(
                installID: state.installID ?? "", nextSequence: state.nextSequence, session: state.session,
                backoff: state.backoff, remote: state.remote, remoteAskedAt: state.remoteAskedAt,
                lastHealth: state.lastHealth,
                leftovers: waiting))
    }

    /// False when another tracker, in this process or another, has the folder.
    func takeLock() throws(FileFault) -> Bool {
        guard lockFile == nil else { return true }
        lockFile = try parts.files.lock(parts.directory + "/lock")
        return lockFile != nil
    }

    func loadState() throws(FileFault) {
        guard written == nil else { return }
        switch stateFile.read() {
        case .state(let found):
            // What this process already numbered stays taken.
            state = found
            written = found
        case .absent: break
        case .undecodable: reportLasting("state file cannot be understood; starting anew")
        case .unreadable(let fault): throw fault
        }
    }

    /// Finds the segments of earlier lives, in the order of their names; once in a process.
    func indexLeftovers() throws(FileFault) {
        guard !isIndexed else { return }
        let numbers = try parts.files.list(parts.directory).compactMap(SegmentName.number(in:)).sorted()
        isIndexed = true
        var newest: (header: SegmentHeader, lastLine: [UInt8])?
        for number in numbers {
            state.nextSegment = max(state.nextSegment, number + 1)
            // Not simply the last file: a kill between making it and writing its header leaves it empty.
            newest = indexLeftover(number) ?? newest
        }
        if let newest { goOn(from: newest.header, lastLine: newest.lastLine) }
    }

    /// Takes one file into the index; returns its header and last line, if it has a header that can be read.
    @discardableResult
    private func indexLeftover(_ number: Int) -> (header: SegmentHeader, lastLine: [UInt8])? {
        do throws(FileFault) {
            let info = try parts.files.info(path(of: number))
            guard info.isRegular else {
                reportLasting("segment \(number) is no regular file; left alone")
                return nil
            }
            let scan = try LeftoverScan(files: parts.files, path: path(of: number))
            switch scan.header {
            case .unknownFormat(let format):
                reportLasting(
                    "segment \(number) has format \(format), which this version does not know; left alone")
            case .undecodable:
                let lost = scan.lines + (scan.isTorn ? 1 : 0)
                parts.books.recover(lost, into: .dropped(.corrupt))
                report("segment \(number) has no readable header; \(lost) lines lost")
                deleteFile(of: number)
            case .header(let header):
                adopt(number, header: header, scan: scan, bytes: info.size)
                return (header, scan.lastLine)
            }
        } catch  where error.isMissing {
            return nil
        } catch {
            unreadLeftovers.append(number)
            report("segment \(number) cannot be read now, \(error.description); kept for later")
        }
        return nil
    }

    /// Tries the leftovers again that could not be read, such as those of a device that was locked at launch.
    func retryUnreadLeftovers() {
        guard !unreadLeftovers.isEmpty else { return }
        let again = unreadLeftovers
        unreadLeftovers = []
        for number in again { indexLeftover(number) }
        records.sort { $0.number < $1.number }
        eraseForeignSegments()
        dropEmptyLeftovers()
    }

    /// Only once the state is written: an empty segment may be the only one that knows the next sequence.
    private func dropEmptyLeftovers() {
        for record in records where record.isLeftover && record.events == 0 {
            if let index = index(of: record.number) { drop(index) }
        }
    }

    private func adopt(_ number: Int, header: SegmentHeader, scan: LeftoverScan, bytes: Int) {
        let now = parts.clock.now()
        let age = max(.zero, now.wall.since(header.created))
        let record = SegmentRecord(
            number: number, batchID: BatchID(header.batch), grantID: header.grant, state: .closed,
            events: scan.lines, bytes: bytes, created: header.created,
            opened: MonotonicTime(nanoseconds: now.monotonic.nanoseconds) + (.zero - age), isLeftover: true)
        parts.books.recover(scan.lines, into: .waiting)
        if scan.isTorn { parts.books.recover(1, into: .dropped(.corrupt)) }
        note(
            .recovered, record,
            scan.isTorn ? "from an earlier launch, its last line torn" : "from an earlier launch")
        records.append(record)
    }

    /// Sequence and session go on after the newest line on disk, whatever the state file knew.
    private func goOn(from header: SegmentHeader, lastLine: [UInt8]) {
        guard header.grant == state.grantID else { return }
        if header.firstSequence <= DurableState.highestNumber {
            state.nextSequence = max(state.nextSequence, header.firstSequence)
        }
        guard let tail = try? JSONDecoder().decode(LineTail.self, from: Data(lastLine)),
            tail.seq < DurableState.highestNumber
        else {
            return
        }
        state.nextSequence = max(state.nextSequence, tail.seq + 1)
        // After a log-out the newest segment can still be the old install's: its session is not to go on.
        guard header.install == state.installID else { return }
        let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        guard let date = try? format.parse(tail.time) else { return }
        let time = Timestamp(milliseconds: Int64(clampingMilliseconds: date.timeIntervalSince1970 * 1_000))
        let known = state.session
        if var session = known, session.id == tail.session {
            session.lastEvent = max(session.lastEvent, time)
            state.session = session
        } else if (known?.lastEvent ?? time) <= time {
            state.session = Session(id: tail.session, started: time, lastEvent: time)
        }
    }

    /// Segments of another grant, or of none, may never be sent.
    private func eraseForeignSegments() {
        for record in records where record.grantID != state.grantID {
            guard let index = index(of: record.number) else { continue }
            parts.books.move(record.events, from: .waiting, to: .dropped(.erased))
            note(.dropped, record, reason: .erased, "recorded under another grant")
            drop(index, isErasure: true)
        }
    }
}

/// What one pass over a leftover segment finds: its header, how many lines, the last of them.
struct LeftoverScan {
    private(set) var header = SegmentHeader.Reading.undecodable
    private(set) var lines = 0
    private(set) var lastLine: [UInt8] = []
    private(set) var isTorn = false

    init(files: any FileOperations, path: String) throws(FileFault) {
        var reader = try LineReader(files: files, path: path)
        var isFirst = true
        while let line = try reader.next() {
            switch line {
            case .whole(let bytes) where isFirst: header = SegmentHeader.read(bytes)
            case .whole(let bytes):
                lines += 1
                lastLine = bytes
            case .tooLong: lines += 1
            case .torn: isTorn = true
            }
            isFirst = false
        }
    }
}

extension Int64 {
    fileprivate init(clampingMilliseconds value: Double) {
        self = Int64(exactly: value.rounded()) ?? (value < 0 ? .min : .max)
    }
}
