import Analytics
import AnalyticsTerminalKit
import AnalyticsTesting

/// One pane on the whole screen, and what is opened in it.
enum ZoomView {
    static func draw(_ pane: PaneName, of model: Model, on canvas: inout Canvas, in rect: Rect) {
        if let opened = model.opened { return OpenedView.draw(opened, of: model, on: &canvas, in: rect) }
        if let segment = model.openSegment { return draw(segment: segment, of: model, on: &canvas, in: rect) }
        let (above, list) = split(pane, of: model, in: rect)
        switch pane {
        case .segments: return SegmentsView.draw(model, on: &canvas, in: rect)
        case .journal: return JournalView.draw(model, on: &canvas, in: rect)
        case .pipeline:
            let isWide = rect.width >= 100
            let rows = above.rows(
                [.fixed(min(above.height, isWide ? 5 : 4)), .flexible(minimum: 0)], overlap: 1)
            if isWide {
                FlowView.draw(model, on: &canvas, in: rows[0])
            } else {
                PipelineView.draw(model, on: &canvas, in: rows[0])
            }
            if rows[1].height > 2 { GraphsView.draw(model, on: &canvas, in: rows[1]) }
        case .drops: DropsView.drawLarge(model, on: &canvas, in: above)
        case .flush: FlushView.draw(model, on: &canvas, in: above)
        case .collector: CollectorView.draw(model, columns: 2, on: &canvas, in: above)
        }
        let filter = JournalView.filterWords(model, pane)
        canvas.draw(Pane(listTitle(pane), trailing: filter, isFocused: true), in: list)
        let inner = Pane.content(of: list)
        if pane == .collector {
            ArrivalsView.draw(model, on: &canvas, in: inner)
        } else {
            JournalView.draw(pane, of: model, on: &canvas, in: inner)
        }
    }

    /// Where the list of a large pane is.
    static func list(of pane: PaneName, of model: Model, in rect: Rect) -> Rect {
        split(pane, of: model, in: rect).list
    }

    /// What a pane says above, and the list below it.
    private static func split(
        _ pane: PaneName, of model: Model, in rect: Rect
    ) -> (above: Rect, list: Rect) {
        let above =
            switch pane {
            case .segments, .journal: 0
            case .pipeline: rect.height < 18 ? 4 : 9 + (rect.height - 18) / 6
            case .drops: DropsView.largeHeight(model, width: rect.width)
            case .flush: 12
            case .collector: CollectorView.largeHeight(width: rect.width)
            }
        guard above > 0 else { return (rect, rect) }
        // What is above says everything; the list can be scrolled.
        let rows = rect.rows([.fixed(min(above, rect.height - 3)), .flexible(minimum: 3)], overlap: 1)
        return (rows[0], rows[1])
    }

    private static func listTitle(_ pane: PaneName) -> String {
        switch pane {
        case .pipeline: "Events, as the policy decided"
        case .drops: "Dropped"
        case .flush: "Requests"
        case .collector: "Arrivals"
        case .segments, .journal: pane.title
        }
    }

    /// The lines of a segment file, the header first, as they are on disk.
    private static func draw(segment: Int, of model: Model, on canvas: inout Canvas, in rect: Rect) {
        let (lines, whole) = (model.segmentLines, model.openLines)
        let title =
            "Segment \(segment), \(CountText.of(max(0, whole.count - 1), "event", "events")); Esc goes back"
        canvas.draw(
            Pane(title, trailing: model.lineFilter.map { "filter: \($0)" }, isFocused: true), in: rect)
        let inner = Pane.content(of: rect)
        guard !lines.isEmpty else {
            let why =
                whole.isEmpty
                ? "The file is gone: sent, dropped or erased." : "No line holds the filter's text."
            return canvas.write(rows: [StyledLine(why, .muted)], in: inner)
        }
        let list = (model.lists[.segments] ?? ListState()).scrolled(
            count: lines.count, height: max(1, inner.height / 2))
        // Every line wraps over as many rows as it needs, as long as there is room.
        var row = 0
        for (index, line) in lines.enumerated().dropFirst(list.offset) where row < inner.height {
            let unicode = canvas.capabilities.unicode
            let wrapped = TextWrap.lines(line, width: inner.width - 3, unicode: unicode)
            for (number, part) in wrapped.enumerated() where row < inner.height {
                let mark = index == list.selection && number == 0 ? "> " : "  "
                canvas.write(
                    [Span(mark, .accent), Span(part, line == whole.first ? .muted : .normal)],
                    at: inner.row(row).origin, width: inner.width)
                row += 1
            }
        }
    }
}

extension PropertyValue {
    /// The value as the dashboard writes it: text in quotes.
    var shown: String {
        switch self {
        case .string(let text): "\"\(text)\""
        case .int(let number): "\(number)"
        case .double(let number): "\(number)"
        case .bool(let truth): "\(truth)"
        }
    }
}
