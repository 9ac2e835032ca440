/// What the queue knows of one segment.
package struct SegmentRecord: Sendable, Hashable {
    /// Whether a segment still grows, waits, or is in flight.
    package enum State: Sendable, Hashable {
        case open
        case closed
        case sending
        /// Cannot be read now; kept for later.
        case unreadable
    }

    package var number: Int
    package var batchID: BatchID
    /// The grant that its events were recorded under.
    package var grantID: String
    package var state: State
    /// Lines that count as waiting or in flight.
    package var events: Int
    package var bytes: Int
    package var created: Timestamp
    /// When it was opened, on the process's own clock: below zero for one of a previous run.
    package var opened: MonotonicTime
    package var attempts = 0
    /// Whether a previous run wrote it.
    package var isLeftover: Bool
    /// Whether it was recorded for another destination: never sent, and in no account.
    package var isForeign: Bool

    package init(
        number: Int, batchID: BatchID, grantID: String, state: State, events: Int, bytes: Int,
        created: Timestamp, opened: MonotonicTime, isLeftover: Bool = false, isForeign: Bool = false
    ) {
        self.number = number
        self.batchID = batchID
        self.grantID = grantID
        self.state = state
        self.events = events
        self.bytes = bytes
        self.created = created
        self.opened = opened
        self.isLeftover = isLeftover
        self.isForeign = isForeign
    }

    /// The account that its events are in; nil for those of another destination.
    package var account: Ledger.Account? {
        isForeign ? nil : state == .sending ? .inFlight : .waiting
    }
}
