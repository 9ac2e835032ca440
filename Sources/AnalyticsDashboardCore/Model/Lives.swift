import Analytics
import AnalyticsTesting

/// The books over all lives of the tracker in this dashboard: a crash ends a life, and not the account of an event.
///
/// What a life left on disk is found by the next; what it had only in memory is lost in the crash.
struct Lives: Sendable {
    /// The last status of each tracker that died, oldest first.
    let earlier: [TrackerStatus]
    /// The tracker that is alive.
    let present: TrackerStatus

    /// A count over all lives.
    func total(_ count: (TrackerStatus) -> Int) -> Int { (earlier + [present]).reduce(0) { $0 + count($1) } }

    /// How many events were dropped for a reason.
    subscript(_ reason: DropReason) -> Int { total { $0.ledger[reason] } }

    var dropped: Int { total(\.ledger.dropped) }
    var delivered: Int { total { $0.ledger[.delivered] } }
    var tracked: Int { total(\.ledger.tracked) }
    var kept: Int { total(\.kept) }

    /// Events that were only in memory when their process died.
    var lostInCrashes: Int { earlier.reduce(0) { $0 + $1.lostByDying } }

    /// Events found at a launch that no life of this dashboard had left: from before it, or half a line.
    var found: Int {
        // A launch that has not looked yet, or cannot, has found nothing.
        max(
            0,
            total(\.ledger.recovered) - earlier.reduce(0) { $0 + $1.ledger[.waiting] + $1.ledger[.inFlight] })
    }

    /// Came in and in no account, in any life; anything but zero is a fault in the SDK.
    var imbalance: Int { total(\.ledger.imbalance) }

    /// Accounts of events that have a sequence number and never reach the collector, or have not yet.
    private static let explaining: [DropReason] = [
        .diskFull, .overCap, .expired, .corrupt, .vanished, .discarded, .erased,
    ]

    /// Of `missing` sequence numbers that the collector lacks between others, those that no account explains.
    func lost(missing: Int) -> Int {
        let explained = Self.explaining.reduce(0) { $0 + self[$1] }
        let ledger = present.ledger
        return max(0, missing - explained - ledger[.waiting] - ledger[.inFlight] - ledger[.inHand])
    }
}
