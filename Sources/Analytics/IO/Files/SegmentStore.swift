import struct Foundation.Data
import class Foundation.JSONEncoder

/// The segments of one owner folder: which there are, and what is left to delete.
///
/// Moves events between accounts as segments are found, read and dropped. Every method that touches a file gets the
/// open folder; what cannot be done is in the ledger, in the journal, or kept for the next attempt.
struct SegmentStore: Sendable {
    private let parts: FileEventQueue.Parts
    private(set) var index = SegmentIndex()
    private(set) var disposal: SegmentDisposal
    /// Of the segments that this process wrote.
    private var checksums: [Int: Checksum] = [:]

    init(parts: FileEventQueue.Parts) {
        self.parts = parts
        disposal = SegmentDisposal(files: parts.files)
    }

    /// Whether a number is one of a segment of this run, or of a file that is only still there.
    func knows(_ number: Int) -> Bool { index[number] != nil || disposal.contains(number) }

    // MARK: Growing

    /// Adds a segment that this process has created.
    mutating func insert(_ record: SegmentRecord) { index.insert(record) }

    /// A write made a segment longer.
    mutating func grow(_ number: Int, to writer: SegmentWriter) {
        index[number]?.events = writer.events
        index[number]?.bytes = writer.size
        checksums[number] = writer.checksum
    }

    /// A segment is closed and never changes again; an empty one is deleted.
    mutating func seal(_ number: Int, why: String, in folder: Int32) {
        index[number]?.state = .closed
        guard let record = index[number] else { return }
        note(.sealed, record, why)
        guard record.events == 0 else { return }
        forget(record)
        delete(number, lines: 0, .spent(next: 1), in: folder)
    }

    // MARK: Sending

    /// Reads the oldest segment that can be sent; it is in flight from then on.
    mutating func nextBatch(
        upTo last: Int, epoch: ConsentEpoch, in folder: Int32, disk: inout OwnerDisk
    ) -> (batch: Batch?, fault: FileFault?) {
        var fault: FileFault?
        while let record = index.oldest(upTo: last) {
            do throws(FileFault) {
                if let batch = try read(record, epoch: epoch, in: folder, disk: &disk) {
                    return (batch, fault)
                }
            } catch  where error.isMissing {
                vanish(record)
            } catch {
                // Kept for later, and out of this round's way.
                index[record.number]?.state = .unreadable
                parts.report("segment \(record.number) cannot be read now, \(error.description)")
                fault = error
            }
        }
        return (nil, fault)
    }

    /// Nil when no event of the segment is left, and then it is gone.
    private mutating func read(
        _ record: SegmentRecord, epoch: ConsentEpoch, in folder: Int32, disk: inout OwnerDisk
    ) throws(FileFault) -> Batch? {
        let name = SegmentName.name(of: record.number)
        // Somebody put a folder, a link or a FIFO in its place: the segment is gone, and that is not ours to remove.
        guard try parts.files.info(name, in: folder).kind == .regular else {
            vanish(record)
            return nil
        }
        let lines = try SegmentLines.read(name, in: folder, files: parts.files)
        var record = record
        // A header that is another's says that somebody replaced the file: nothing in it is known to be ours to send.
        guard let lines, case .header(let header) = lines.header, header.batch == record.batchID.text,
            header.grant == record.grantID
        else {
            parts.books.move(record.events, from: record.account, to: .dropped(.corrupt))
            note(.dropped, record, reason: .corrupt, "damaged or replaced since it was found")
            record.events = 0
            index[record.number] = record
            drop(record, in: folder, disk: &disk)
            return nil
        }
        let isUnchanged = checksums[record.number] == Checksum(of: lines.events)
        let contents = isUnchanged ? SegmentContents(unchanged: lines) : SegmentContents(checking: lines)
        adjust(&record, to: contents)
        guard contents.good > 0 else {
            index[record.number] = record
            drop(record, in: folder, disk: &disk)
            return nil
        }
        record.state = .sending
        record.attempts += 1
        index[record.number] = record
        parts.books.move(contents.good, from: .waiting, to: .inFlight)
        return Batch(
            id: record.batchID, number: record.number, epoch: epoch, installID: header.install,
            context: Self.encoded(header.context), events: contents.events, count: contents.good,
            attempt: record.attempts)
    }

    private static func encoded(_ context: RecordingContext) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(context)).map(Array.init) ?? Array("{}".utf8)
    }

    /// Brings the ledger in line with what the file really holds, which someone may have changed.
    private func adjust(_ record: inout SegmentRecord, to contents: SegmentContents) {
        let found = contents.good + contents.bad
        if found < record.events {
            parts.books.move(record.events - found, from: .waiting, to: .dropped(.vanished))
        } else if found > record.events {
            parts.books.recover(found - record.events, into: .waiting)
        }
        if contents.bad > 0 {
            parts.books.move(contents.bad, from: .waiting, to: .dropped(.corrupt))
            note(.dropped, record, reason: .corrupt, "\(contents.bad) lines cannot be read")
        }
        record.events = contents.good
    }

    /// The server has answered for a batch.
    mutating func settle(
        _ batch: BatchID, as settlement: Settlement, in folder: Int32?, disk: inout OwnerDisk
    ) {
        guard let record = index.sending(batch) else { return }
        switch settlement {
        case .delivered(let rejected):
            let refused = min(max(0, rejected), record.events)
            parts.books.move(record.events - refused, from: .inFlight, to: .delivered)
            parts.books.move(refused, from: .inFlight, to: .dropped(.rejected))
        case .discarded:
            parts.books.move(record.events, from: .inFlight, to: .dropped(.discarded))
            note(.dropped, record, reason: .discarded, "refused by the server for good")
        }
        if let folder {
            drop(record, isConfirmed: true, in: folder, disk: &disk)
        } else {
            forget(record, isConfirmed: true)
        }
        note(.removed, record, disposal.contains(record.number) ? "its file stays until the disk allows" : "")
    }

    /// The attempt failed: the batch waits for the next.
    mutating func release(_ batch: BatchID) {
        guard var record = index.sending(batch) else { return }
        record.state = .closed
        index[record.number] = record
        parts.books.move(record.events, from: .inFlight, to: .waiting)
    }

    mutating func retryUnreadable() { index.retryUnreadable() }

    // MARK: Dropping

    /// Drops what is over the limits.
    mutating func enforceLimits(in folder: Int32, disk: inout OwnerDisk) {
        for departure in index.overLimits(parts.limits, at: parts.clock.now().monotonic) {
            let why =
                departure.reason == .expired ? "older than the limit" : "over \(parts.limits.maxBytes) bytes"
            parts.books.move(
                departure.record.events, from: departure.record.account, to: .dropped(departure.reason))
            note(.dropped, departure.record, reason: departure.reason, why)
            drop(departure.record, in: folder, disk: &disk)
        }
    }

    /// Takes a segment out of the index and deletes its file.
    ///
    /// The newest is what a relaunch reads the sequence from, so the state must have been written first. While that
    /// cannot be written, such as on a full disk, the file is kept and marked as sent.
    mutating func drop(
        _ record: SegmentRecord, isConfirmed: Bool = false, in folder: Int32, disk: inout OwnerDisk
    ) {
        let isNewest = index.isNewest(record.number)
        forget(record, isConfirmed: isConfirmed)
        let next = disk.state.nextSequence
        if isNewest, !disk.save() {
            disposal.keep(record.number, lines: record.events, next: next, in: folder)
        } else {
            delete(record.number, lines: record.events, .spent(next: next), in: folder)
        }
    }

    /// Deletes a file that is in no index.
    mutating func delete(
        _ number: Int, lines: Int, _ purpose: SegmentDisposal.Purpose, in folder: Int32
    ) {
        if let fault = disposal.delete(number, lines: lines, purpose, in: folder) {
            parts.report("segment \(number) not deleted, \(fault.description)")
        }
    }

    /// Erases a segment, after the grant that it was recorded under was withdrawn. Waits for nothing.
    mutating func erase(_ record: SegmentRecord, why: String, in folder: Int32) {
        parts.books.move(record.events, from: record.account, to: .dropped(.erased))
        note(.dropped, record, reason: .erased, why)
        forget(record)
        delete(record.number, lines: record.events, .erasure, in: folder)
    }

    /// Tries again to delete what could not be deleted, once the state knows the sequence numbers in it; an erasure does
    /// not wait for that.
    mutating func retryDeletions(erasing: Bool = false, in folder: Int32, disk: inout OwnerDisk) {
        guard !disposal.isEmpty, erasing || disk.save() else { return }
        disposal.retry(erasing: erasing, in: folder)
    }

    /// Counts the segments whose files somebody deleted. Without a folder, all but the one that is being sent.
    mutating func forgetVanished(in folder: Int32?) {
        if folder == nil { disposal.forget() }
        for record in index.records where record.state != .sending {
            if let folder {
                let name = SegmentName.name(of: record.number)
                do throws(FileFault) {
                    if try parts.files.info(name, in: folder).kind == .regular { continue }
                } catch  where !error.isMissing {
                    continue
                } catch {
                    // Gone.
                }
            }
            vanish(record)
        }
    }

    /// The folder and everything in it is gone: also what is being sent is not on disk any more.
    mutating func vanishAll() {
        disposal.forget()
        for record in index.records { vanish(record) }
    }

    private mutating func vanish(_ record: SegmentRecord) {
        parts.books.move(record.events, from: record.account, to: .dropped(.vanished))
        note(.dropped, record, reason: .vanished, "deleted from outside")
        forget(record)
    }

    private mutating func forget(_ record: SegmentRecord, isConfirmed: Bool = false) {
        index.remove(record.number, isConfirmed: isConfirmed)
        checksums[record.number] = nil
    }

    // MARK: Leftovers

    /// Takes a segment of a previous run into the index and the ledger.
    mutating func adopt(_ record: SegmentRecord, isTorn: Bool) {
        if !record.isForeign { parts.books.recover(record.events, into: .waiting) }
        if isTorn { parts.books.recover(1, into: .dropped(.corrupt)) }
        note(
            .recovered, record,
            isTorn ? "from an earlier launch, its last line torn" : "from an earlier launch")
        index.insert(record)
    }

    private func note(
        _ kind: JournalEntry.Kind, _ record: SegmentRecord, reason: DropReason? = nil, _ detail: String
    ) {
        parts.journal.record {
            JournalEntry(
                time: $0, kind: kind, count: record.events, segment: record.number, reason: reason,
                detail: detail)
        }
    }
}
