/// One closed segment, as it is sent.
package struct Batch: Sendable {
    package let id: BatchID
    /// The segment's number, which goes up with every segment and is never used twice.
    package let number: Int
    /// The grant under whose epoch the events were recorded.
    package let epoch: ConsentEpoch
    package let installID: String
    /// The context as recorded, a JSON object.
    package let context: [UInt8]
    /// The events, JSON objects separated by commas.
    package let events: [UInt8]
    /// How many events there are.
    package let count: Int
    /// How often this process has tried to send it, this time included.
    package let attempt: Int

    package init(
        id: BatchID, number: Int, epoch: ConsentEpoch, installID: String, context: [UInt8], events: [UInt8],
        count: Int, attempt: Int
    ) {
        self.id = id
        self.number = number
        self.epoch = epoch
        self.installID = installID
        self.context = context
        self.events = events
        self.count = count
        self.attempt = attempt
    }
}

/// Events of one take, encoded back to back in one buffer: a JSON object and a line end each.
package struct EncodedEvents: Sendable {
    /// All lines.
    package var bytes: [UInt8] = []
    /// Where each line ends, its line end included.
    package var ends: [Int] = []
    /// The sequence number of the first line; the others follow without gaps.
    package var firstSequence = 0
    /// The session of the last line, for a relaunch to go on with.
    package var session: Session?
    /// When the tracker reported on itself, if one of the lines does.
    package var healthReported: Timestamp?

    package init() {}

    package var count: Int { ends.count }
    package var isEmpty: Bool { ends.isEmpty }

    /// Forgets the lines and keeps the memory.
    package mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        healthReported = nil
    }
}
