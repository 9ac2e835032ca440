import Analytics
import AnalyticsTerminalKit

/// Moving about: which pane has the focus, what is selected in it, and what is opened large.
extension Model {
    mutating func step(by step: Int) -> [Effect] {
        let panes = PaneLayout.panes(of: self)
        // A pane that a smaller screen has no room for gives the focus to the first.
        let index = panes.firstIndex(of: focus) ?? (step > 0 ? -1 : 0)
        focus = panes[(index + step + panes.count) % panes.count]
        guard zoom != nil else { return [] }
        zoom = focus
        closeDetails()
        return look(at: focus)
    }

    mutating func open() -> [Effect] {
        guard zoom != nil else {
            zoom = focus
            return look(at: focus)
        }
        switch focus {
        case .segments:
            guard let segment = selectedSegment else { return nothingToOpen() }
            openSegment = segment.id
            lists[.segments] = ListState()
            return [.readSegments]
        case .collector:
            let (lines, list) = (shownArrivals, lists[.collector] ?? ListState())
            guard lines.indices.contains(list.selection) else { return nothingToOpen() }
            show(.arrival(lines[list.selection]))
        case .pipeline, .drops, .journal, .flush:
            guard let entry = selectedEntry else { return nothingToOpen() }
            show(.entry(entry))
            return entry.name == nil ? [] : [.readHistory(entry)]
        }
        return []
    }

    private mutating func nothingToOpen() -> [Effect] {
        message = "There is no line to open here."
        return []
    }

    private mutating func show(_ opened: Opened) {
        self.opened = opened
        openedList = ListState()
        history = nil
    }

    /// What must be read for a pane that is large.
    func look(at pane: PaneName) -> [Effect] {
        switch pane {
        case .segments: [.readSegments]
        case .collector: [.readArrivals]
        case .pipeline, .drops, .flush, .journal: []
        }
    }

    mutating func close() {
        if opened != nil || openSegment != nil {
            closeDetails()
        } else if zoom != nil {
            zoom = nil
        } else {
            lists[focus] = nil
        }
    }

    private mutating func closeDetails() {
        opened = nil
        openSegment = nil
        lineFilter = nil
        history = nil
    }

    mutating func scroll(_ motion: Action.Motion) {
        if opened != nil {
            let room = Pane.content(of: PaneLayout.rows(size).panes)
            let count = OpenedView.lines(of: self, width: room.width, unicode: true).count
            _ = openedList.handle(motion.key, count: max(1, count - room.height + 1), height: room.height)
            return
        }
        // The first motion only shows where one is.
        guard zoom != nil || lists[focus] != nil else {
            lists[focus] = ListState(selection: motion == .end ? .max : 0)
            return
        }
        var list = lists[focus] ?? ListState()
        let height = PaneLayout.listHeight(of: focus, in: self)
        _ = list.handle(motion.key, count: rowCount(of: focus), height: height)
        lists[focus] = list
    }

    /// Whether a pane shows which row is selected: large, or once the operator has moved in it.
    func isSelecting(in pane: PaneName) -> Bool { focus == pane && (zoom == pane || lists[pane] != nil) }

    // MARK: What the lists hold

    /// How many rows a pane's list has at present.
    func rowCount(of pane: PaneName) -> Int {
        switch pane {
        case .segments: openSegment == nil ? shownSegments.count : segmentLines.count
        case .collector: shownArrivals.count
        case .pipeline, .drops, .flush, .journal: entries(of: pane).count
        }
    }

    /// The arrivals that the filter lets through.
    var shownArrivals: [String] {
        guard let filter = filters[.collector]?.lowercased() else { return arrivals }
        return arrivals.filter { $0.lowercased().contains(filter) }
    }

    /// New arrivals come in above: the one that is selected stays selected while it is kept.
    mutating func take(_ arrivals: [String]) {
        let list = lists[.collector]
        let selected = list.flatMap { list in
            shownArrivals.indices.contains(list.selection) ? shownArrivals[list.selection] : nil
        }
        self.arrivals = arrivals
        guard var list, list.selection > 0, let index = selected.flatMap(shownArrivals.firstIndex) else {
            return
        }
        list.select(index, count: shownArrivals.count)
        lists[.collector] = list
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
            (Self.kinds[pane]?.contains(entry.kind) ?? true)
                && (filter.map { entry.text.lowercased().contains($0) } ?? true)
        }
    }

    /// What the list of a pane is about; the journal's is about everything.
    private static let kinds: [PaneName: Set<JournalEntry.Kind>] = [
        .pipeline: [.kept, .dropped], .drops: [.dropped],
        .flush: [.sent, .answered, .backedOff, .held, .remote],
    ]

    /// New entries come in above: what is selected in a list stays selected.
    mutating func keepSelection(above entries: [JournalEntry]) {
        for pane in [PaneName.pipeline, .drops, .flush, .journal] {
            guard var list = lists[pane] else { continue }
            list.move(by: matching(entries, in: pane).count, count: rowCount(of: pane))
            lists[pane] = list
        }
    }

    /// The segments that the filter lets through, oldest first.
    var shownSegments: [TrackerStatus.SegmentStatus] {
        guard let filter = filters[.segments]?.lowercased() else { return status.segments }
        return status.segments.filter { $0.cells.joined(separator: " ").lowercased().contains(filter) }
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
        guard let filter = lineFilter?.lowercased() else { return openLines }
        return openLines.filter { $0.lowercased().contains(filter) }
    }

    /// All of them; none when the file is gone.
    var openLines: [String] {
        segments.first { Int($0.name.prefix { $0 != "." }) == openSegment }?.lines ?? []
    }

    /// Segments come and go: the one that is selected stays selected while it is there.
    mutating func keepSelection(of segment: Int) {
        guard openSegment == nil, let index = shownSegments.firstIndex(where: { $0.id == segment }) else {
            return
        }
        let count = shownSegments.count
        lists[.segments]?.select(index, count: count)
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
