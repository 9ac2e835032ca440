import Analytics
import AnalyticsTesting

/// Everything that a scenario can look at, at one point of it.
struct Findings: Sendable {
    let status: TrackerStatus
    /// The last status of each tracker that died, oldest first.
    let earlier: [TrackerStatus]
    let collector: CollectorSummary
    let audit: Audit
    /// Different sessions seen so far.
    let sessions: Int

    /// Looks at a stage at rest.
    init(_ stage: Stage, sessions: Int) {
        status = stage.harness.status
        earlier = stage.harness.earlierLives
        collector = stage.collector.summary
        audit = stage.harness.audit(
            collected: Audit.Collected(unique: collector.unique, duplicates: collector.duplicates))
        self.sessions = sessions
    }

    /// A count over all lives of the tracker.
    func total(_ count: (TrackerStatus) -> Int) -> Int { (earlier + [status]).reduce(0) { $0 + count($1) } }

    /// Accounts of events that have a sequence number and never reach the collector, or have not yet.
    private static let explaining: [DropReason] = [
        .diskFull, .overCap, .expired, .corrupt, .vanished, .discarded, .erased,
    ]

    /// Sequence numbers that the collector lacks between others, less what an account explains.
    var lost: Int {
        let explained = Self.explaining.reduce(0) { sum, reason in sum + total { $0.ledger[reason] } }
        let underWay = status.ledger[.waiting] + status.ledger[.inFlight] + status.ledger[.inHand]
        return max(0, collector.missing - explained - underWay)
    }
}

extension ClosedGate {
    /// The gate in one word.
    var word: String {
        switch self {
        case .noConsent: "no-consent"
        case .switchedOff: "switched-off"
        case .misconfigured: "misconfigured"
        case .directory: "directory"
        case .network(let network): network.rawValue
        case .serverRefuses: "server-refuses"
        case .backingOff: "backing-off"
        }
    }

    /// Every word that a closed gate can have.
    static let words = [
        "no-consent", "switched-off", "misconfigured", "directory", "constrained", "offline",
        "server-refuses",
        "backing-off",
    ]
}
