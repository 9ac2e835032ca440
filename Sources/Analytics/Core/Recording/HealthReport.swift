/// When the tracker reports on itself, as one event named `sdk_health`, and what it says.
///
/// Only on the installs that the sampling of that name keeps (1 % unless the configuration says otherwise), at most
/// hourly, and only when something went wrong since the last report. A report goes along with an event of the host,
/// never alone, and its own end is not counted: so it can never be the cause of the next one. What happened without
/// consent is not in it.
struct HealthReport: Sendable {
    static let eventName = "sdk_health"
    static let schemaVersion = 1
    /// Unless the configuration has a rate for the name.
    static let rate = 0.01
    static let interval = Duration.seconds(60 * 60)
    /// The first report of a process waits, so that it has something to tell.
    static let firstDelay = Duration.seconds(60)

    /// What the counts were at the last report.
    struct Counts: Sendable, Equatable {
        var drops: [DropReason: Int] = [:]
        var sendFailures = 0
    }

    /// Reasons that say how the tracker is doing.
    static let troubles: [DropReason] = [
        .invalid, .tooLarge, .bufferFull, .diskFull, .overCap, .expired, .corrupt, .vanished, .rejected,
        .discarded,
    ]
    /// Reasons that are told when there is a report, and cause none.
    static let choices: [DropReason] = [.sampledOut, .switchedOff]

    /// Accounts that a report itself can end in.
    private static let ends: Set<DropReason> = [
        .diskFull, .overCap, .expired, .corrupt, .vanished, .rejected, .discarded,
    ]

    private var reported = Counts()
    /// A report is out whose own end is not told.
    private var isOut = false
    private(set) var notBefore: MonotonicTime

    /// Goes on from the last report of an earlier launch; one dated ahead of the clock counts as just made.
    ///
    /// What `told` has counted is told already, or not to be told.
    init(lastReport: Timestamp?, now: Moment, told: Counts? = nil) {
        reported = told ?? Counts()
        let first = now.monotonic + Self.firstDelay
        notBefore = first
        guard let lastReport else { return }
        let age = max(.zero, now.wall.since(lastReport))
        notBefore = max(first, now.monotonic + (Self.interval - min(age, Self.interval)))
    }

    /// The properties of a report that is due at `now`; nil when nothing went wrong.
    func properties(of counts: Counts, queueEvents: Int, queueBytes: Int) -> [String: PropertyValue]? {
        let failures = counts.sendFailures - reported.sendFailures
        let isTroubled = failures > 0 || Self.troubles.contains { increase(of: $0, in: counts) > 0 }
        guard isTroubled else { return nil }
        var properties: [String: PropertyValue] = [
            "queue_events": .int(queueEvents), "queue_bytes": .int(queueBytes),
            "send_failures": .int(failures),
        ]
        for reason in Self.troubles + Self.choices {
            let count = increase(of: reason, in: counts)
            if count > 0 { properties["dropped_\(reason.rawValue)"] = .int(count) }
        }
        return properties
    }

    /// A report was made; what its own recording counted belongs to it and is not told again.
    mutating func reported(_ counts: Counts, at now: MonotonicTime) {
        reported = counts
        isOut = true
        notBefore = now + Self.interval
    }

    private func increase(of reason: DropReason, in counts: Counts) -> Int {
        let own = isOut && Self.ends.contains(reason) ? 1 : 0
        return max(0, (counts.drops[reason] ?? 0) - (reported.drops[reason] ?? 0) - own)
    }
}

extension HealthReport.Counts {
    init(ledger: Ledger, sendFailures: Int) {
        for reason in HealthReport.troubles + HealthReport.choices { drops[reason] = ledger[reason] }
        self.sendFailures = sendFailures
    }
}
