import struct Foundation.Data
import class Foundation.JSONEncoder

/// Sending: peek, send, remove.
extension FileEventQueue {
    package func oldestBatch(upTo last: Int) -> Batch? {
        guard isOpen else { return nil }
        enforceLimits()
        defer { publish() }
        while let index = records.firstIndex(where: { $0.state == .closed && $0.number <= last }) {
            let number = records[index].number
            do throws(FileFault) {
                if let batch = try read(index) { return batch }
            } catch  where error.isMissing {
                loseVanished(number)
            } catch {
                // Kept for later, and out of this round's way.
                if let index = self.index(of: number) { records[index].state = .unreadable }
                report("segment \(number) cannot be read now, \(error.description)")
            }
        }
        return nil
    }

    package func remove(_ batch: BatchID, as settlement: Settlement) {
        guard let index = records.firstIndex(where: { $0.batchID == batch && $0.state == .sending }) else {
            return
        }
        let record = records[index]
        switch settlement {
        case .delivered(let rejected):
            let refused = min(max(0, rejected), record.events)
            parts.books.move(record.events - refused, from: .inFlight, to: .delivered)
            parts.books.move(refused, from: .inFlight, to: .dropped(.rejected))
        case .discarded:
            parts.books.move(record.events, from: .inFlight, to: .dropped(.discarded))
            note(.dropped, record, reason: .discarded, "refused by the server for good")
        }
        drop(index)
        note(.removed, record, spent.contains(record.number) ? "its file stays until the disk allows" : "")
        publish()
    }

    package func release(_ batch: BatchID) {
        guard let index = records.firstIndex(where: { $0.batchID == batch && $0.state == .sending }) else {
            return
        }
        records[index].state = .closed
        parts.books.move(records[index].events, from: .inFlight, to: .waiting)
        publish()
    }

    // MARK: Reading a segment

    /// Reads a segment for sending; nil when no line of it is left, and then it is gone.
    private func read(_ index: Int) throws(FileFault) -> Batch? {
        let record = records[index]
        var contents = try SegmentContents(files: parts.files, path: path(of: record.number))
        if contents.checksum != checksums[record.number] || checksums[record.number] == nil {
            contents.keepDecodableLines()
        }
        settle(contents, against: &records[index])
        guard let header = contents.header, contents.good > 0 else {
            drop(index)
            return nil
        }
        records[index].state = .sending
        records[index].attempts += 1
        parts.books.move(contents.good, from: .waiting, to: .inFlight)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let context = (try? encoder.encode(header.context)).map(Array.init) ?? Array("{}".utf8)
        return Batch(
            id: record.batchID, number: record.number, epoch: epoch, installID: header.install,
            context: context, events: contents.events, count: contents.good, attempt: records[index].attempts)
    }

    /// Brings the books in line with what the file really holds, which someone may have changed.
    private func settle(_ contents: SegmentContents, against record: inout SegmentRecord) {
        let found = contents.good + contents.bad
        if found < record.events {
            parts.books.move(record.events - found, from: .waiting, to: .dropped(.vanished))
        } else {
            parts.books.recover(found - record.events, into: .waiting)
        }
        if contents.bad > 0 {
            parts.books.move(contents.bad, from: .waiting, to: .dropped(.corrupt))
            note(.dropped, record, reason: .corrupt, "\(contents.bad) lines cannot be read")
        }
        record.events = contents.good
    }
}
