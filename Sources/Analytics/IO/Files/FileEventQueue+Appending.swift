/// Appending: one write for each segment that a take reaches, cut back to whole lines when it fails.
extension FileEventQueue {
    package func append(_ events: EncodedEvents, epoch: ConsentEpoch) -> Int {
        if isOpen, epoch == self.epoch, isGroundGone { forgetVanished() }
        guard isOpen, epoch == self.epoch else {
            parts.books.move(events.count, from: .inHand, to: .dropped(isGroundLost ? .vanished : .erased))
            return waiting
        }
        retryDeletions()
        var next = 0
        while next < events.count {
            guard ensureOpenSegment(firstSequence: events.firstSequence + next) else { break }
            let end = portion(of: events, from: next)
            let count = write(events, next..<end)
            next += count
            if let open, open.events >= parts.segmentEvents || open.size >= parts.limits.segmentBytes {
                closeSegment(why: "full")
            }
            if next < end { break }
        }
        if next < events.count {
            parts.books.move(events.count - next, from: .inHand, to: .dropped(.diskFull))
            parts.journal.record {
                JournalEntry(
                    time: $0, kind: .dropped, sequence: events.firstSequence + next,
                    count: events.count - next,
                    reason: .diskFull, detail: "not written")
            }
        }
        // Taken also by events that could not be written: the gap is explained by the books.
        state.nextSequence = max(state.nextSequence, events.firstSequence + events.count)
        if let time = events.healthReported { state.lastHealth = time }
        remember(events.session)
        if events.healthReported != nil { saveState() }
        enforceLimits()
        publish()
        return waiting
    }

    package func seal() {
        guard isOpen else { return }
        retryDeletions()
        retryUnreadLeftovers()
        for index in records.indices where records[index].state == .unreadable {
            records[index].state = .closed
        }
        closeSegment(why: "")
        enforceLimits()
        publish()
    }

    package func newInstall(epoch: ConsentEpoch) -> String? {
        guard isOpen, epoch == self.epoch else { return nil }
        closeSegment(why: "the install ID changes")
        let install = parts.random.hexadecimal(bits: 128)
        state.installID = install
        state.session = nil
        // One that cannot be written now is tried again before the next segment.
        saveState()
        publish()
        return install
    }

    /// A new session is written at once; the time of its last event with the next state, or read off the segment.
    private func remember(_ session: Session?) {
        let isNew = state.session?.id != session?.id
        state.session = session
        if isNew { saveState() }
    }

    /// How far the lines from `first` on fit into the open segment; at least one does.
    private func portion(of events: EncodedEvents, from first: Int) -> Int {
        let start = first == 0 ? 0 : events.ends[first - 1]
        let room = parts.limits.segmentBytes - (open?.size ?? 0)
        let limit = min(events.count, first + max(1, parts.segmentEvents - (open?.events ?? 0)))
        var end = first + 1
        while end < limit, events.ends[end] - start <= room { end += 1 }
        return end
    }

    /// Writes lines in one call and returns how many are whole on disk.
    private func write(_ events: EncodedEvents, _ range: Range<Int>) -> Int {
        guard var segment = open, let index = index(of: segment.number) else { return 0 }
        let start = range.lowerBound == 0 ? 0 : events.ends[range.lowerBound - 1]
        let bytes = events.bytes[start..<events.ends[range.upperBound - 1]]
        var count = range.count
        var end = bytes.endIndex
        var isTorn = false
        do {
            try parts.files.writeAll(segment.file, bytes)
        } catch {
            let size = (try? parts.files.info(segment.file).size) ?? segment.size
            let onDisk = start + max(0, size - segment.size)
            count = range.prefix { events.ends[$0] <= onDisk }.count
            end = count == 0 ? start : events.ends[range.lowerBound + count - 1]
            report("segment \(segment.number) not written, \(error.description)")
            isTorn = !cutBack(segment, to: segment.size + end - start)
        }
        segment.checksum.add(events.bytes[start..<end])
        segment.size += end - start
        segment.events += count
        open = segment
        checksums[segment.number] = segment.checksum
        records[index].events = segment.events
        records[index].bytes = segment.size
        // Its reader skips the torn tail; nothing may be written behind it.
        defer { if isTorn { closeSegment(why: "cannot be cut back") } }
        guard count > 0 else { return 0 }
        parts.books.move(count, from: .inHand, to: .waiting)
        parts.journal.record {
            JournalEntry(
                time: $0, kind: .appended, sequence: events.firstSequence + range.lowerBound, count: count,
                segment: segment.number)
        }
        return count
    }

    /// Removes half a line; false when even that fails.
    private func cutBack(_ segment: OpenSegment, to size: Int) -> Bool {
        do {
            try parts.files.truncate(segment.file, to: size)
            return true
        } catch {
            return false
        }
    }

    private func ensureOpenSegment(firstSequence: Int) -> Bool {
        if open != nil { return true }
        // The state goes first: a segment whose grant is in no state file would be erased at the next launch. What
        // else has changed in it stands in the newest segment, or is written when that goes.
        guard let grant = state.grantID, let install = state.installID,
            written?.grantID == grant && written?.installID == install || saveState()
        else {
            return false
        }
        let number = state.nextSegment
        let now = parts.clock.now()
        let context = self.context ?? parts.context()
        self.context = context
        let header = SegmentHeader(
            batch: "\(parts.random.hexadecimal(bits: 64))-\(number)", grant: grant, install: install,
            created: now.wall, firstSequence: firstSequence, context: context)
        guard let line = try? header.line() else { return false }
        do throws(FileFault) {
            let file = try parts.files.open(path(of: number), for: .appendingNew)
            state.nextSegment += 1
            do throws(FileFault) {
                try parts.files.writeAll(file, line[...])
            } catch {
                parts.files.close(file)
                deleteFile(of: number)
                throw error
            }
            open = OpenSegment(file: file, number: number, size: line.count)
        } catch {
            // Something foreign has the name: the next take tries the next one.
            if error.isTaken { state.nextSegment += 1 }
            report("segment \(number) not opened, \(error.description)")
            return false
        }
        records.append(
            SegmentRecord(
                number: number, batchID: BatchID(header.batch), grantID: grant, state: .open, events: 0,
                bytes: line.count, created: now.wall, opened: now.monotonic))
        return true
    }

    private func closeSegment(why: String) {
        guard let segment = open, let index = index(of: segment.number) else { return }
        closeOpenFile()
        records[index].state = .closed
        note(.sealed, records[index], why)
        if segment.events == 0 { drop(index) }
    }

    /// Deleted from outside: the open segment, alone or with its folder, or between two segments the folder. What
    /// goes on being written would never be found, or could not be written at all.
    private var isGroundGone: Bool {
        if let lockFile, let info = try? parts.files.info(lockFile), info.links == 0 { return true }
        guard let open else {
            do throws(FileFault) {
                _ = try parts.files.info(parts.directory)
                return false
            } catch {
                return error.isMissing
            }
        }
        guard let info = try? parts.files.info(open.file) else { return true }
        return info.links == 0
    }

    /// Counts the segments that are gone, makes the folder anew when it went with them, and takes lock and state
    /// anew in any case: they may have gone too. When another tracker has the folder by now, it is that one's.
    func forgetVanished() {
        for record in records where record.state != .sending {
            do throws(FileFault) {
                _ = try parts.files.info(path(of: record.number))
            } catch  where error.isMissing {
                loseVanished(record.number)
            } catch {
                continue
            }
        }
        do throws(FileFault) {
            _ = try parts.files.info(parts.directory)
        } catch {
            report("the directory was deleted from outside; making it anew")
            try? parts.files.makeDirectory(parts.directory)
            parts.files.protect(parts.directory)
        }
        if let lockFile { parts.files.close(lockFile) }
        lockFile = (try? parts.files.lock(parts.directory + "/lock")) ?? nil
        guard lockFile != nil else { return loseGround() }
        written = nil
        saveState()
    }

    /// Somebody deleted the lock, and another tracker took the folder: nothing in it is touched any more.
    private func loseGround() {
        report("the lock was deleted from outside, and another tracker has the directory now")
        closeOpenFile()
        isOpen = false
        isGroundLost = true
        for record in records where record.state != .sending { loseVanished(record.number) }
        parts.board.update { $0.problems["directory"] = QueueProblem.inUse.description }
    }

    func loseVanished(_ number: Int) {
        guard let index = index(of: number) else { return }
        let record = records[index]
        parts.books.move(
            record.events, from: record.state == .sending ? .inFlight : .waiting, to: .dropped(.vanished))
        note(.dropped, record, reason: .vanished, "deleted from outside")
        if record.attempts > 0 { unconfirmedAndGone += record.events }
        drop(index)
    }

    /// Over the caps the oldest go, by age and by size, but never the one that is being sent.
    func enforceLimits() {
        let now = parts.clock.now().monotonic
        for record in records where record.state != .sending && now - record.opened > parts.limits.maxAge {
            discard(record, for: .expired, "older than the limit")
        }
        // Damaged or foreign, for ours are far smaller: it alone goes, and not all that is older.
        for record in records where record.state != .sending && record.bytes > parts.limits.maxBytes {
            discard(record, for: .overCap, "over \(parts.limits.maxBytes) bytes by itself")
        }
        var bytes = records.reduce(0) { $0 + $1.bytes }
        for record in records where bytes > parts.limits.maxBytes {
            guard record.state != .sending, record.number != open?.number else { continue }
            bytes -= record.bytes
            discard(record, for: .overCap, "over \(parts.limits.maxBytes) bytes")
        }
    }

    private func discard(_ record: SegmentRecord, for reason: DropReason, _ why: String) {
        guard let index = index(of: record.number) else { return }
        parts.books.move(record.events, from: .waiting, to: .dropped(reason))
        note(.dropped, record, reason: reason, why)
        if record.attempts > 0 { unconfirmedAndGone += record.events }
        drop(index)
    }
}
