/// Reads what previous runs left into the index: the newest segment first, since a launch continues from it, and the
/// others step by step.
struct LeftoverReader: Sendable {
    private let parts: FileEventQueue.Parts
    /// Numbers that are still to be read, in ascending order.
    private var remaining: [Int] = []
    /// Segments that could not be read: in no account, tried again, deleted unread by a denial.
    private(set) var unreadable: [Int] = []
    /// Segments of a format that this version does not know: left alone, but for a denial.
    private var unknown: [Int] = []
    private var isListed = false
    private var hasFoundNewest = false
    /// Sequence numbers that segments newer than any readable one may have taken.
    private var unknownNumbers = 0

    init(parts: FileEventQueue.Parts) {
        self.parts = parts
    }

    var isDone: Bool { remaining.isEmpty }

    /// Lists the folder, once. Segments that this run knows are not leftovers.
    mutating func list(_ folder: Int32, known segments: SegmentStore, disk: inout OwnerDisk) throws(FileFault)
    {
        guard !isListed else { return }
        let numbers = try parts.files.list(folder).compactMap(SegmentName.number(in:))
        isListed = true
        remaining = numbers.filter { !segments.knows($0) }.sorted()
        if let highest = numbers.max() { disk.state.nextSegment = max(disk.state.nextSegment, highest + 1) }
    }

    /// Reads for at most `time`, at least until the newest readable segment is found; without a time, all. Stops for a
    /// denial, which never waits for a scan.
    mutating func read(
        for time: Duration?, in folder: Int32, into segments: inout SegmentStore, disk: inout OwnerDisk,
        why: String, isDenied: () -> Bool
    ) {
        let start = parts.clock.now().monotonic
        while let number = remaining.popLast() {
            read(number, in: folder, into: &segments, disk: &disk, why: why)
            if isDenied() { return }
            if let time, hasFoundNewest, parts.clock.now().monotonic - start > time { return }
        }
        skipUnknownNumbers(&disk)
    }

    /// A number given twice would be worse than a gap: what an unreadable segment may have used is not used again.
    private mutating func skipUnknownNumbers(_ disk: inout OwnerDisk) {
        disk.state.nextSequence = min(disk.state.nextSequence + unknownNumbers, DurableState.highestNumber)
        unknownNumbers = 0
    }

    /// Reads the unreadable ones again.
    mutating func retryUnreadable() {
        guard !unreadable.isEmpty else { return }
        remaining = (remaining + unreadable).sorted()
        unreadable = []
    }

    /// Deletes what could not be read or understood. How many events it held is not known, and in no account.
    mutating func eraseUnreadable(in folder: Int32, from segments: inout SegmentStore) {
        for number in unreadable + unknown {
            parts.report("segment \(number) erased unread: consent denied")
            segments.delete(number, lines: 1, .erasure, in: folder)
        }
        (unreadable, unknown) = ([], [])
    }

    private mutating func read(
        _ number: Int, in folder: Int32, into segments: inout SegmentStore, disk: inout OwnerDisk, why: String
    ) {
        let name = SegmentName.name(of: number)
        do throws(FileFault) {
            guard try parts.files.info(name, in: folder).kind == .regular else {
                parts.report("segment \(number) is not a regular file; left alone")
                return disk.problems.add(TrackerStatus.Problem(.foreignFile, detail: name))
            }
            guard let lines = try SegmentLines.read(name, in: folder, files: parts.files) else {
                parts.books.recover(1, into: .dropped(.corrupt))
                parts.report("segment \(number) is larger than a segment can be; deleted unread")
                return segments.delete(number, lines: 1, .erasure, in: folder)
            }
            switch lines.header {
            case .unknownFormat(let format):
                unknown.append(number)
                parts.report(
                    "segment \(number) has format \(format), which this version does not know; left alone")
                disk.problems.add(TrackerStatus.Problem(.unknownFormat, detail: "\(format) in \(name)"))
            case .undecodable:
                let lost = lines.count + (lines.isTorn ? 1 : 0)
                parts.books.recover(lost, into: .dropped(.corrupt))
                parts.report("segment \(number) has no readable header; \(lost) lines lost")
                segments.delete(number, lines: lines.count, .erasure, in: folder)
            case .header(let header):
                adopt(number, header, lines, in: folder, into: &segments, disk: &disk, why: why)
            }
        } catch  where error.isMissing {
            return
        } catch {
            unreadable.append(number)
            if !hasFoundNewest { unknownNumbers += SegmentLines.mostEvents }
            disk.problems.unreadable = error
            parts.report("segment \(number) cannot be read now, \(error.description); kept for later")
        }
    }

    private mutating func adopt(
        _ number: Int, _ header: SegmentHeader, _ lines: SegmentLines, in folder: Int32,
        into segments: inout SegmentStore, disk: inout OwnerDisk, why: String
    ) {
        // Not simply the last file: a kill between creating it and writing its header leaves it empty.
        if !hasFoundNewest {
            hasFoundNewest = true
            disk.state.continue(after: header, lines)
            skipUnknownNumbers(&disk)
        }
        if header.isSpent == true {
            return segments.delete(number, lines: 0, .spent(next: header.firstSequence), in: folder)
        }
        let now = parts.clock.now()
        let age = max(.zero, now.wall.since(header.created))
        let record = SegmentRecord(
            number: number, batchID: BatchID(header.batch), grantID: header.grant, state: .closed,
            events: lines.count, bytes: lines.bytes.count, created: header.created,
            opened: now.monotonic + (.zero - age), isLeftover: true,
            isForeign: !parts.destination.covers(header.destination))
        segments.adopt(record, isTorn: lines.isTorn)
        // Segments of another grant, or of none, may never be sent.
        if header.grant != disk.state.grantID { segments.erase(record, why: why, in: folder) }
    }
}
