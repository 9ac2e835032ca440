/// Which segments there are, and what is to be dropped: a value without files or waiting, so that every case can be
/// tested.
///
/// Records are in the order of their numbers. A change that takes events out of an account returns the move; the
/// caller makes it, deletes files and writes the journal.
package struct SegmentIndex: Sendable, Equatable {
    /// A segment that is to be dropped, and the account that its events move to.
    package struct Departure: Sendable, Equatable {
        package var record: SegmentRecord
        package var reason: DropReason
    }

    package private(set) var records: [SegmentRecord] = []
    /// Events of segments that are gone after an attempt whose outcome is not known.
    private var unconfirmedAndGone = 0

    package init() {}

    /// Events that wait and could be sent.
    package var waiting: Int {
        records.reduce(0) { $0 + ($1.state == .open || $1.state == .closed ? $1.ownEvents : 0) }
    }

    /// Events that wait in segments that cannot be read now.
    package var unreadable: Int { records.reduce(0) { $0 + ($1.state == .unreadable ? $1.ownEvents : 0) } }

    /// Bytes of all segments.
    package var bytes: Int { records.reduce(0) { $0 + $1.bytes } }

    /// Events that a failed or unanswered attempt may have brought to the server.
    package var unconfirmed: Int {
        unconfirmedAndGone + records.reduce(0) { $0 + ($1.attempts > 0 ? $1.ownEvents : 0) }
    }

    /// Events and bytes of segments that were recorded for another destination.
    package var foreign: (events: Int, bytes: Int) {
        records.reduce((0, 0)) { $1.isForeign ? ($0.0 + $1.events, $0.1 + $1.bytes) : $0 }
    }

    /// The newest closed segment's number; the end of a round that starts now.
    package var newestClosed: Int? { records.last { $0.state == .closed && !$0.isForeign }?.number }

    package subscript(_ number: Int) -> SegmentRecord? {
        get { position(of: number).map { records[$0] } }
        set {
            guard let position = position(of: number), let newValue else { return }
            records[position] = newValue
        }
    }

    /// Whether no segment with a higher number is left: a relaunch reads the sequence from this one.
    package func isNewest(_ number: Int) -> Bool { records.allSatisfy { $0.number <= number } }

    /// Adds a segment at its place in the order.
    package mutating func insert(_ record: SegmentRecord) {
        let place = records.firstIndex { $0.number > record.number } ?? records.endIndex
        records.insert(record, at: place)
    }

    /// The oldest segment that can be sent, numbered `last` at most.
    package func oldest(upTo last: Int) -> SegmentRecord? {
        records.first { $0.state == .closed && !$0.isForeign && $0.number <= last }
    }

    /// The segment that is being sent under this batch ID.
    package func sending(_ batch: BatchID) -> SegmentRecord? {
        records.first { $0.batchID == batch && $0.state == .sending }
    }

    /// Gives segments that could not be read another chance.
    package mutating func retryUnreadable() {
        for position in records.indices where records[position].state == .unreadable {
            records[position].state = .closed
        }
    }

    /// Takes a segment out. `isConfirmed` says that the server has answered for it.
    @discardableResult
    package mutating func remove(_ number: Int, isConfirmed: Bool = false) -> SegmentRecord? {
        guard let position = position(of: number) else { return nil }
        let record = records.remove(at: position)
        if record.attempts > 0, !isConfirmed { unconfirmedAndGone += record.ownEvents }
        return record
    }

    /// What is over the limits at `now`: by age, by the size of one alone, then the oldest until the rest fits. Never
    /// the segment that is being sent, and never the open one for the size of all.
    package func overLimits(_ limits: QueueLimits, at now: MonotonicTime) -> [Departure] {
        var departures: [Departure] = []
        var bytes = bytes
        for record in records where record.state != .sending {
            let reason: DropReason? =
                // Larger than all may be together it is damaged or foreign: it alone is dropped, not all that is older.
                now - record.opened > limits.maxAge
                ? .expired : record.bytes > limits.maxBytes ? .overCap : nil
            guard let reason else { continue }
            bytes -= record.bytes
            departures.append(Departure(record: record, reason: reason))
        }
        for record in records where bytes > limits.maxBytes {
            let isGone = departures.contains { $0.record.number == record.number }
            guard !isGone, record.state == .closed || record.state == .unreadable else { continue }
            bytes -= record.bytes
            departures.append(Departure(record: record, reason: .overCap))
        }
        return departures
    }

    private func position(of number: Int) -> Int? { records.firstIndex { $0.number == number } }
}

extension SegmentRecord {
    /// Its events, if they are this tracker's to send.
    fileprivate var ownEvents: Int { isForeign ? 0 : events }
}
