import Analytics

/// Follows one event, or one segment, through the journal.
enum EventWay {
    /// What happened to what `entry` is about, oldest first: to an event from its decision over the segment that it
    /// went into to what became of that; to a segment everything that has its number.
    static func entries(of entry: JournalEntry, in journal: [JournalEntry]) -> [JournalEntry] {
        if let segment = entry.segment { return journal.filter { $0.segment == segment } }
        guard entry.kind == .kept, let sequence = entry.sequence else { return [entry] }
        // Sequence numbers start again after a denial: only what comes after this entry is this event's.
        let later = journal.drop { $0.id != entry.id || $0.time != entry.time }
        let appended = later.first { later in
            guard later.kind == .appended, let first = later.sequence, let count = later.count else {
                return false
            }
            return (first..<first + count).contains(sequence)
        }
        guard let appended, let segment = appended.segment else { return [entry] }
        let rest = later.drop { $0.id != appended.id || $0.time != appended.time }.dropFirst()
        let fate = rest.filter { $0.segment == segment && $0.kind != .appended }
        let delivered = fate.firstIndex { $0.kind == .removed }.map { fate[...$0] } ?? fate[...]
        return [entry, appended] + delivered
    }
}
