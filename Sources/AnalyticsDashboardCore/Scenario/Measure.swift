import Analytics

/// Something that a scenario can expect: its name, and how it is read.
public struct Measure: Sendable {
    enum Kind: Sendable {
        case number(@Sendable (Findings) -> Int)
        case word([String], @Sendable (Findings) -> String)
    }

    /// How `expect` names it.
    public let name: String
    /// What it is, for the help.
    public let help: String
    let kind: Kind
    /// More about what was found, for who reads a failure.
    var why: (@Sendable (Findings) -> String)?

    private init(_ name: String, _ help: String, _ read: @escaping @Sendable (Findings) -> Int) {
        self.name = name
        self.help = help
        kind = .number(read)
    }

    private init(
        _ name: String, _ help: String, words: [String], why: (@Sendable (Findings) -> String)? = nil,
        _ read: @escaping @Sendable (Findings) -> String
    ) {
        self.name = name
        self.help = "\(help): \(words.joined(separator: ", "))"
        kind = .word(words, read)
        self.why = why
    }

    /// The measure with that name; nil when there is none.
    static func named(_ name: String) -> Measure? {
        if let measure = table.first(where: { $0.name == name }) { return measure }
        guard name.hasPrefix(byStatus), let status = Int(name.dropFirst(byStatus.count)),
            (100...599).contains(status)
        else { return nil }
        return Measure(name, "requests answered with that status") { $0.collector.requests[status] ?? 0 }
    }

    private static let byStatus = "requests-"
    /// What `named` takes beside the table.
    static let family = (name: "requests-503", help: "requests answered with that status; any status")

    /// Everything that can be expected. Counts are over all lives of the tracker.
    public static let table: [Measure] = state + counts + drops + server

    private static let state: [Measure] = [
        Measure(
            "flush", "what sending does", words: ["idle", "waiting", "sending", "backing-off", "held"],
            why: { $0.status.flush.gates.map(\.description).joined(separator: "; ") },
            { $0.status.flush.phase.rawValue }),
        Measure(
            "gate", "the closed gate, the most lasting if several", words: ["open"] + ClosedGate.words,
            why: { $0.status.flush.gates.map(\.description).joined(separator: "; ") },
            { $0.status.flush.gates.first?.word ?? "open" }),
        Measure("consent", "what the user said", words: Consent.allCases.map(\.rawValue)) {
            $0.status.consent.rawValue
        },
        Measure("app", "where the app is", words: LifecycleEvent.allCases.map(\.rawValue)) {
            $0.status.lifecycle.rawValue
        },
        Measure("install", "whether there is an install ID", words: ["none", "present"]) {
            $0.status.installID == nil ? "none" : "present"
        },
        Measure("user", "whether a user is signed in", words: ["no", "yes"]) {
            $0.status.isUserPresent ? "yes" : "no"
        },
        Measure("session", "whether a session is on", words: ["none", "present"]) {
            $0.status.session.map { $0.expiresIn > 0 } ?? false ? "present" : "none"
        },
        Measure(
            "books", "ledger, files and collector compared", words: ["ok", "unbalanced"],
            why: { $0.audit.findings.joined(separator: "; ") },
            { $0.audit.isBalanced ? "ok" : "unbalanced" }),
        Measure("next-try", "seconds left of the backoff; 0 without one") {
            ($0.status.flush.backoff?.left ?? 0) / 1_000
        },
        Measure("problems", "what the status calls wrong at present") { $0.status.problems.count },
    ]

    private static let counts: [Measure] = [
        Measure("tracked", "events given to track") { $0.total { $0.ledger.tracked } },
        Measure("kept", "events that the policy kept") { $0.total(\.kept) },
        Measure("buffered", "events in memory") { $0.status.ledger[.buffered] },
        Measure("waiting", "events on disk") { $0.status.ledger[.waiting] },
        Measure("in-flight", "events in a request") { $0.status.ledger[.inFlight] },
        Measure("delivered", "events that the server accepted") { $0.total { $0.ledger[.delivered] } },
        Measure("recovered", "events that a launch found on disk") { $0.total { $0.ledger.recovered } },
        Measure("segments", "files on disk") { $0.status.segments.count },
        Measure("lives", "trackers so far") { $0.earlier.count + 1 },
        Measure("sessions", "different sessions so far") { $0.sessions },
        Measure("lost-in-crash", "events only in memory at a crash", \.lives.lostInCrashes),
        Measure("attempts", "requests that set out") { $0.total(\.flush.attempts) },
        Measure("failures", "requests that failed and are tried again") { $0.total(\.flush.failures) },
        Measure("questions", "questions for the remote configuration") {
            $0.total { $0.remote?.questions ?? 0 }
        },
        Measure("removed-keys", "properties that the policy removed") { $0.total(\.keysRemoved) },
        Measure("cut-texts", "texts that the policy cut") { $0.total(\.stringsCut) },
        Measure("refused-users", "user IDs that were refused") { $0.total(\.refusedUserIDs) },
    ]

    private static let drops: [Measure] =
        [Measure("dropped", "events dropped for any reason") { $0.total(\.ledger.dropped) }]
        + DropReason.allCases.map { reason in
            Measure(reason.rawValue, "events dropped for that reason") { $0.total { $0.ledger[reason] } }
        }

    private static let server: [Measure] = [
        Measure("unique", "different events at the collector") { $0.collector.unique },
        Measure("duplicates", "repeats that the collector dropped") { $0.collector.duplicates },
        Measure("installs", "installs at the collector") { $0.collector.installs },
        Measure("lost", "gaps at the collector that no account explains", \.lost),
        Measure("requests", "requests that reached the collector") {
            $0.collector.requests.values.reduce(0, +)
        },
        Measure("unanswered", "requests that got no answer") { $0.collector.requests[0] ?? 0 },
        Measure("bad-requests", "requests that were wrong, or contradicted others") { $0.collector.problems },
        Measure("skew", "seconds that the device's clock is ahead at the newest batch") {
            ($0.collector.skew ?? 0) / 1_000
        },
    ]
}
