import Analytics
import TerminalKit

/// Moving about: which pane has the focus, what is selected in it, and what is opened large.
extension Model {
    mutating func step(by step: Int) -> [Effect] {
        let panes = PaneName.allCases
        guard let index = panes.firstIndex(of: focus) else { return [] }
        focus = panes[(index + step + panes.count) % panes.count]
        guard zoom != nil else { return [] }
        zoom = focus
        closeDetails()
        return focus == .segments ? [.readSegments] : []
    }

    mutating func open() -> [Effect] {
        guard zoom != nil else {
            zoom = focus
            return focus == .segments ? [.readSegments] : []
        }
        switch focus {
        case .segments where openSegment == nil:
            guard let segment = selectedSegment else { return [] }
            openSegment = segment.id
            lists[.segments] = ListState()
            return [.readSegments]
        case .journal, .flush:
            guard openEntry == nil, let entry = selectedEntry else { return [] }
            openEntry = entry
            history = nil
            return entry.sequence.map { [.readHistory($0)] } ?? []
        default: return []
        }
    }

    mutating func close() {
        if openEntry != nil || openSegment != nil {
            closeDetails()
        } else if zoom != nil {
            zoom = nil
        } else {
            lists[focus] = nil
        }
    }

    private mutating func closeDetails() {
        openEntry = nil
        openSegment = nil
        history = nil
    }

    mutating func scroll(_ motion: Action.Motion) {
        // The first motion only shows where one is.
        guard zoom != nil || lists[focus] != nil else {
            lists[focus] = ListState(selection: motion == .end ? .max : 0)
            return
        }
        var list = lists[focus] ?? ListState()
        _ = list.handle(motion.key, count: rowCount(of: focus), height: 10)
        lists[focus] = list
    }

    /// Whether a pane shows which row is selected: large, or once the operator has moved in it.
    func isSelecting(in pane: PaneName) -> Bool { focus == pane && (zoom == pane || lists[pane] != nil) }

    // MARK: What the lists hold

    /// How many rows a pane's list has at present.
    func rowCount(of pane: PaneName) -> Int {
        switch pane {
        case .segments: openSegment == nil ? shownSegments.count : segmentLines.count
        case .journal, .flush: entries(of: pane).count
        case .pipeline, .drops: 0
        }
    }

    /// The journal's entries that a pane shows, the newest first.
    func entries(of pane: PaneName) -> [JournalEntry] { Array(matching(journal, in: pane)) }

    /// The first of them, as many as there is room for: a frame must not look through the whole journal.
    func entries(of pane: PaneName, from offset: Int, upTo count: Int) -> [JournalEntry] {
        Array(matching(journal, in: pane).dropFirst(offset).prefix(count))
    }

    private func matching(
        _ entries: [JournalEntry], in pane: PaneName
    ) -> LazyFilterSequence<ReversedCollection<[JournalEntry]>> {
        let filter = filters[pane]?.lowercased()
        return entries.reversed().lazy.filter { entry in
            (pane != .flush || Self.requestKinds.contains(entry.kind))
                && (filter.map { "\(entry.label) \(entry.words)".lowercased().contains($0) } ?? true)
        }
    }

    private static let requestKinds: Set<JournalEntry.Kind> = [.sent, .answered, .backedOff, .held, .remote]

    /// New entries come in above: what is selected in a list stays selected.
    mutating func keepSelection(above entries: [JournalEntry]) {
        for pane in [PaneName.journal, .flush] {
            guard var list = lists[pane] else { continue }
            list.move(by: matching(entries, in: pane).count, count: rowCount(of: pane))
            lists[pane] = list
        }
    }

    /// The segments that the filter lets through, oldest first.
    var shownSegments: [TrackerStatus.SegmentStatus] {
        guard let filter = filters[.segments]?.lowercased() else { return status.segments }
        return status.segments.filter { "\($0.id) \($0.state.rawValue)".contains(filter) }
    }

    var selectedSegment: TrackerStatus.SegmentStatus? {
        let segments = shownSegments
        // Who has not moved in the list watches the newest.
        guard zoom == .segments || lists[.segments] != nil else { return segments.last }
        let list = lists[.segments] ?? ListState()
        return segments.indices.contains(list.selection) ? segments[list.selection] : segments.last
    }

    /// The lines of the segment that is open, header first.
    var segmentLines: [String] {
        guard let openSegment else { return [] }
        let lines = segments.first { Int($0.name.prefix { $0 != "." }) == openSegment }?.lines ?? []
        guard let filter = filters[.segments]?.lowercased() else { return lines }
        return lines.filter { $0.lowercased().contains(filter) }
    }

    private var selectedEntry: JournalEntry? {
        let (entries, list) = (entries(of: focus), lists[focus] ?? ListState())
        return entries.indices.contains(list.selection) ? entries[list.selection] : nil
    }
}

extension Action.Motion {
    /// The key that a list takes for it.
    var key: Key {
        switch self {
        case .up: .up
        case .down: .down
        case .pageUp: .pageUp
        case .pageDown: .pageDown
        case .home: .home
        case .end: .end
        }
    }
}
