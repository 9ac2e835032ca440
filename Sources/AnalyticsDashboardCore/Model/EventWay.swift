import Analytics

/// Follows one event, or one segment, through the journal.
enum EventWay {
    /// What happened to what `entry` is about, oldest first: to an event from its decision over the segment that it
    /// went into to what became of that; to a segment everything that has its number.
    static func entries(of entry: JournalEntry, in journal: [JournalEntry]) -> [JournalEntry] {
        if let segment = entry.segment { return entries(ofSegment: segment, in: journal) }
        guard entry.kind == .kept, let sequence = entry.sequence else { return [entry] }
        // Sequence numbers start again after a denial: only what comes after this entry is this event's.
        let later = journal.drop { $0.id != entry.id || $0.time != entry.time }
        let appended = later.first { $0.appended?.contains(sequence) == true }
        guard let appended, let segment = appended.segment else { return [entry] }
        let rest = later.drop { $0.id != appended.id || $0.time != appended.time }.dropFirst()
        let position = position(of: sequence, inSegment: segment, in: journal)
        let fate = rest.filter { later in
            later.segment == segment && later.kind != .appended
                && (later.positions.isEmpty || position.map(later.positions.contains) ?? true)
        }
        let delivered = fate.firstIndex { $0.kind == .removed }.map { fate[...$0] } ?? fate[...]
        return [entry, appended] + delivered
    }

    /// A request's setting out and its answer, as far as the journal has them.
    static func request(of entry: JournalEntry, in journal: [JournalEntry]) -> [JournalEntry] {
        let own = journal.filter { $0.segment == entry.segment && [.sent, .answered].contains($0.kind) }
        guard let index = own.firstIndex(of: entry) else { return [entry] }
        if entry.kind == .sent {
            return [entry] + own[(index + 1)...].prefix(1).filter { $0.kind == .answered }
        }
        return own[..<index].suffix(1).filter { $0.kind == .sent } + [entry]
    }

    /// What happened to a segment, and before it the decisions on the events that went into it.
    private static func entries(ofSegment segment: Int, in journal: [JournalEntry]) -> [JournalEntry] {
        let ranges = ranges(ofSegment: segment, in: journal)
        return journal.filter { entry in
            entry.segment == segment
                || entry.kind == .kept
                    && entry.sequence.map { number in ranges.contains { $0.contains(number) } } ?? false
        }
    }

    /// Which event of the segment a sequence number is, the first being 0.
    private static func position(
        of sequence: Int, inSegment segment: Int, in journal: [JournalEntry]
    ) -> Int? {
        var before = 0
        for range in ranges(ofSegment: segment, in: journal) {
            if range.contains(sequence) { return before + sequence - range.lowerBound }
            before += range.count
        }
        return nil
    }

    /// The sequence numbers of the events that went into a segment, in the order of its lines.
    static func ranges(ofSegment segment: Int, in journal: [JournalEntry]) -> [Range<Int>] {
        journal.compactMap { $0.segment == segment ? $0.appended : nil }
    }
}

extension JournalEntry {
    /// The sequence numbers that an append put on disk; nil for anything else.
    fileprivate var appended: Range<Int>? {
        guard kind == .appended, let sequence, let count else { return nil }
        return sequence..<sequence + count
    }
}
