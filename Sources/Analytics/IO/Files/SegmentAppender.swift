/// Appends takes: opens segments as they are needed, writes, and closes the full ones.
struct SegmentAppender: Sendable {
    private let parts: FileEventQueue.Parts
    private var writer: SegmentWriter?
    private var context: RecordingContext?

    init(parts: FileEventQueue.Parts) {
        self.parts = parts
    }

    /// Whether the file that grows was deleted or changed from outside.
    var isSegmentDisturbed: Bool { writer?.isDisturbed ?? false }

    /// Writes all lines, in one call for each segment that they reach. What cannot be written is counted `diskFull`.
    mutating func append(
        _ lines: EncodedEvents, in folder: Int32, to segments: inout SegmentStore, disk: inout OwnerDisk
    ) {
        // Dropped meanwhile, by its age or by somebody else.
        if let writer, segments.index[writer.number] == nil { closeFile() }
        var done = 0
        var fault: FileFault?
        while done < lines.count, fault == nil {
            fault = open(firstSequence: lines.firstSequence + done, in: folder, &segments, &disk)
            guard fault == nil else { break }
            let written = write(lines, from: done, in: folder, &segments)
            done += written.count
            fault = written.fault
        }
        if let fault { parts.report("events not written, \(fault.description)") }
        disk.problems.diskFull = fault
        guard done < lines.count else { return }
        parts.books.move(lines.count - done, from: .inHand, to: .dropped(.diskFull))
        parts.journal.record {
            JournalEntry(
                time: $0, kind: .dropped, sequence: lines.firstSequence + done, count: lines.count - done,
                reason: .diskFull, detail: "not written")
        }
    }

    /// Makes sure that a segment is open; returns why not.
    private mutating func open(
        firstSequence: Int, in folder: Int32, _ segments: inout SegmentStore, _ disk: inout OwnerDisk
    ) -> FileFault? {
        if writer != nil { return nil }
        // The state comes first: a segment whose grant is in no state file would be erased at the next launch.
        if !disk.hasWrittenGrant, let fault = disk.write() { return fault }
        let context = context ?? parts.context()
        self.context = context
        // Something foreign may have a name: the next free number is found with one listing, and tried thrice at most.
        var fault: FileFault?
        for _ in 0..<3 {
            let number = disk.state.nextSegment
            do throws(FileFault) {
                try create(number, firstSequence, context, in: folder, &segments, disk.state)
                disk.state.nextSegment = number + 1
                return nil
            } catch {
                fault = error
                guard error.isTaken else { break }
                let highest = (try? parts.files.list(folder))?.compactMap(SegmentName.number(in:)).max()
                disk.state.nextSegment = max(number, highest ?? number) + 1
            }
        }
        return fault
    }

    private mutating func create(
        _ number: Int, _ firstSequence: Int, _ context: RecordingContext, in folder: Int32,
        _ segments: inout SegmentStore, _ state: DurableState
    ) throws(FileFault) {
        let own = parts.destination.own
        let now = parts.clock.now()
        let header = SegmentHeader(
            batch: "\(parts.random.hexadecimal(bits: 64))-\(number)", grant: state.grantID ?? "",
            install: state.installID ?? "", destination: own.isEmpty ? nil : own, created: now.wall,
            firstSequence: firstSequence, context: context)
        guard let line = try? header.line() else {
            throw FileFault(code: 0, operation: "encode a segment's header")
        }
        writer = try SegmentWriter(number: number, header: line, in: folder, files: parts.files)
        segments.insert(
            SegmentRecord(
                number: number, batchID: BatchID(header.batch), grantID: header.grant, state: .open,
                events: 0,
                bytes: line.count, created: now.wall, opened: now.monotonic))
    }

    /// Writes as many lines from `first` on as the open segment has room for, at least one.
    private mutating func write(
        _ lines: EncodedEvents, from first: Int, in folder: Int32, _ segments: inout SegmentStore
    ) -> SegmentWriter.Written {
        guard var writer else { return SegmentWriter.Written(count: 0, fault: .broken("write")) }
        let written = writer.write(lines, first..<end(of: lines, from: first, in: writer))
        self.writer = writer
        segments.grow(writer.number, to: writer)
        if written.count > 0 {
            parts.books.move(written.count, from: .inHand, to: .waiting)
            parts.journal.record {
                JournalEntry(
                    time: $0, kind: .appended, sequence: lines.firstSequence + first, count: written.count,
                    segment: writer.number)
            }
        }
        if written.isTorn {
            // Its reader skips the torn tail.
            close(why: "cannot be cut back", in: folder, &segments)
        } else if writer.events >= parts.segmentEvents || writer.size >= parts.limits.segmentBytes {
            close(why: "full", in: folder, &segments)
        }
        return written
    }

    private func end(of lines: EncodedEvents, from first: Int, in writer: SegmentWriter) -> Int {
        let room = parts.limits.segmentBytes - writer.size
        let limit = min(lines.count, first + max(1, parts.segmentEvents - writer.events))
        var end = first + 1
        while end < limit, lines.ends[end] - lines.start(of: first) <= room { end += 1 }
        return end
    }

    /// Closes the open segment, which never changes again.
    mutating func close(why: String, in folder: Int32, _ segments: inout SegmentStore) {
        guard let number = writer?.number else { return }
        closeFile()
        segments.seal(number, why: why, in: folder)
    }

    /// Closes the file of a queue that is going away.
    func abandonFile() { writer?.close() }

    /// Closes the file and nothing else.
    mutating func closeFile() {
        writer?.close()
        writer = nil
    }
}
