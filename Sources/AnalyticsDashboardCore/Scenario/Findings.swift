import Analytics
import AnalyticsTesting

/// Everything that a scenario can look at, at one point of it.
struct Findings: Sendable {
    let lives: Lives
    let collector: CollectorSummary
    let audit: LedgerAudit
    /// Different sessions seen so far.
    let sessions: Int

    /// Looks at a stage at rest.
    init(_ stage: Stage, sessions: Int) {
        lives = Lives(earlier: stage.harness.earlierLives, present: stage.harness.status)
        collector = stage.collector.summary
        audit = stage.harness.audit(
            collected: LedgerAudit.Collected(unique: collector.unique, duplicates: collector.duplicates))
        self.sessions = sessions
    }

    var status: TrackerStatus { lives.present }
    var earlier: [TrackerStatus] { lives.earlier }

    /// A count over all lives of the tracker.
    func total(_ count: (TrackerStatus) -> Int) -> Int { lives.total(count) }

    /// Sequence numbers that the collector lacks and no account explains.
    var lost: Int { lives.lost(missing: collector.missing) }
}

extension ClosedGate {
    /// The gate in one word.
    var word: String {
        switch self {
        case .noConsent: "no-consent"
        case .switchedOff: "switched-off"
        case .misconfigured: "misconfigured"
        case .directory: "directory"
        case .background: "background"
        case .network(let network): network.rawValue
        case .serverRefuses: "server-refuses"
        case .backingOff: "backing-off"
        }
    }

    /// Every word that a closed gate can have.
    static let words = [
        "no-consent", "switched-off", "misconfigured", "directory", "background", "constrained", "offline",
        "server-refuses",
        "backing-off",
    ]
}
