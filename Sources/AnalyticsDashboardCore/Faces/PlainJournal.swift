import Analytics
import AnalyticsTerminalKit

/// The journal in sentences.
enum PlainJournal {
    /// Entries that are alike and follow each other are one sentence.
    static func sentences(_ entries: [JournalEntry]) -> [String] {
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
            let words = [first.kind.verb, CountText.of(count, "event", "events"), first.name].compactMap(
                \.self)
            let why = first.reason.map { ": \($0.rawValue)" } ?? ""
            return "\(Words.time(last.time)) \(words.joined(separator: " "))\(numbers ?? "")\(why)."
        }
    }

    private static func isAlike(_ one: JournalEntry, _ other: JournalEntry) -> Bool {
        [.kept, .dropped].contains(one.kind) && one.kind == other.kind && one.name == other.name
            && one.reason == other.reason && one.removed == other.removed && one.cut == other.cut
            // What came too fast to be kept in the journal is missing between them.
            && other.id == one.id + 1
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
        if !removed.isEmpty { parts.append("removed \(removed.map(\.keyShown).joined(separator: " and "))") }
        if !cut.isEmpty { parts.append("cut \(cut.joined(separator: " and "))") }
        return "\(Words.time(time)) \(kind.verb) \(parts.joined(separator: ", "))."
    }
}
