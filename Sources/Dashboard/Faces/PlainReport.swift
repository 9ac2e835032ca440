import Analytics
import TerminalKit

/// What changes in a model, one sentence a change: no box, no escape, nothing that must be seen to be understood.
public struct PlainReport: Sendable {
    private var messages = 0
    private var entries = 0
    private var shown = Shown()
    private let isASCII: Bool

    /// A report that has said nothing yet; in ASCII what lies beyond it becomes `?`.
    public init(isASCII: Bool = false) {
        self.isASCII = isASCII
    }

    /// The sentences for what is new since the last call, in the order: what was done, what happened, how it stands.
    public mutating func sentences(for model: Model) -> [String] {
        var lines: [String] = []
        if model.messages != messages { lines.append(model.message) }
        messages = model.messages
        let new = model.journal.suffix(max(0, model.journalTotal - entries))
        entries = model.journalTotal
        lines += Self.sentences(Array(new))
        let now = Shown(model)
        lines += now.sentences(since: shown)
        shown = now
        return lines.map { SafeText.sanitized($0, unicode: !isASCII) }
    }

    /// Everything as it stands, for who asks.
    public static func state(of model: Model) -> String {
        Shown(model).sentences(since: Shown()).joined(separator: " ")
    }

    /// The last sentence: what became of everything.
    public static func end(of model: Model) -> String {
        let ledger = model.status.ledger
        let left = ledger[.waiting] + ledger[.inFlight] + ledger[.buffered] + ledger[.inHand]
        return
            "Ended: \(ledger.tracked) tracked, \(ledger.recovered) from earlier, \(ledger[.delivered]) delivered, "
            + "\(ledger.dropped) dropped, \(left) left."
    }

    /// Entries that are alike and follow each other are one sentence.
    private static func sentences(_ entries: [JournalEntry]) -> [String] {
        var groups: [[JournalEntry]] = []
        for entry in entries {
            if let last = groups.last?.last, isAlike(last, entry) {
                groups[groups.count - 1].append(entry)
            } else {
                groups.append([entry])
            }
        }
        return groups.compactMap { group in
            guard let first = group.first, let last = group.last else { return nil }
            guard group.count > 1 else { return first.sentence }
            let numbers = first.sequence.flatMap { first in
                last.sequence.map { " as numbers \(first) to \($0)" }
            }
            let count = group.reduce(0) { $0 + ($1.count ?? 1) }
            return
                "\(Words.time(last.time)) \(first.kind.verb) \(CountText.of(count, "event", "events")) \(first.name ?? "")"
                + "\(numbers ?? "")\(first.reason.map { ": \($0.rawValue)" } ?? "")."
        }
    }

    private static func isAlike(_ one: JournalEntry, _ other: JournalEntry) -> Bool {
        [.kept, .dropped].contains(one.kind) && one.kind == other.kind && one.name == other.name
            && one.reason == other.reason && one.removed == other.removed && one.cut == other.cut
            // What came too fast to be kept in the journal is missing between them.
            && other.id == one.id + 1
    }

    /// How things stand, as far as a change is worth a sentence.
    private struct Shown: Sendable {
        var consent = "", app = "", sending = "", server = "", problems: [String] = [], books = ""

        init() {}

        init(_ model: Model) {
            let (status, ledger) = (model.status, model.status.ledger)
            consent = "Consent is \(status.consent.rawValue)."
            app = "The app is in the \(status.lifecycle.rawValue)."
            switch status.flush.phase {
            case .idle: sending = "Nothing waits to be sent."
            case .waiting: sending = "Events wait to be sent."
            case .sending: sending = "Sending."
            case .backingOff, .held:
                sending = "Nothing is sent: \(status.flush.gates.map(\.name).joined(separator: ", "))."
            }
            let collector = model.collector
            if collector.isOurs {
                server =
                    "The server behaves as \(collector.fault) and has \(CountText.of(collector.unique, "event", "events")), "
                    + "\(collector.duplicates) repeats."
            }
            problems = status.problems
            if ledger.imbalance != 0 { books = "The books are unbalanced by \(ledger.imbalance)." }
        }

        func sentences(since old: Shown) -> [String] {
            var lines = [
                (consent, old.consent), (app, old.app), (sending, old.sending), (server, old.server),
                (books, old.books),
            ]
            .filter { $0 != $1 && !$0.isEmpty }.map(\.0)
            lines += problems.filter { !old.problems.contains($0) }.map { "Problem: \($0)." }
            lines += old.problems.filter { !problems.contains($0) }.map { "No longer a problem: \($0)." }
            return lines
        }
    }
}

extension ClosedGate {
    /// The gate without the time that is left, which changes by itself.
    fileprivate var name: String {
        switch self {
        case .serverRefuses(let status, _): "the server refuses with \(status)"
        case .backingOff(let cause, _): "backing off after \(cause)"
        default: description
        }
    }
}

extension JournalEntry.Kind {
    fileprivate var verb: String {
        switch self {
        case .kept: "Kept"
        case .dropped: "Dropped"
        case .appended: "Wrote to disk"
        case .sealed: "Closed"
        case .recovered: "Found from an earlier life"
        case .sent: "Sent"
        case .answered: "Answer for"
        case .removed: "Removed"
        case .backedOff: "Backing off,"
        case .held: "Held,"
        case .consent: "Consent"
        case .identity: "Identity"
        case .remote: "Remote configuration"
        case .lifecycle: "App"
        case .conditions: "Conditions"
        case .problem: "Problem:"
        }
    }
}

extension JournalEntry {
    fileprivate var sentence: String {
        var parts: [String] = []
        if let name { parts.append(name + (schemaVersion.map { " v\($0)" } ?? "")) }
        if let segment { parts.append("segment \(segment)") }
        if let count, name == nil { parts.append(CountText.of(count, "event", "events")) }
        if kind == .kept, let sequence { parts.append("number \(sequence)") }
        if let reason { parts.append(reason.rawValue) }
        if !detail.isEmpty { parts.append(detail) }
        if !removed.isEmpty { parts.append("removed \(removed.joined(separator: " and "))") }
        if !cut.isEmpty { parts.append("cut \(cut.joined(separator: " and "))") }
        return "\(Words.time(time)) \(kind.verb) \(parts.joined(separator: ", "))."
    }
}
