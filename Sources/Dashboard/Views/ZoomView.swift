import Analytics
import AnalyticsTesting
import TerminalKit

/// One pane on the whole screen, and what is opened in it.
enum ZoomView {
    static func draw(_ pane: PaneName, of model: Model, on canvas: inout Canvas, in rect: Rect) {
        if let entry = model.openEntry { return draw(entry, of: model, on: &canvas, in: rect) }
        if let segment = model.openSegment { return draw(segment: segment, of: model, on: &canvas, in: rect) }
        switch pane {
        case .pipeline: PipelineView.draw(model, on: &canvas, in: rect)
        case .drops: DropsView.draw(model, on: &canvas, in: rect)
        case .segments: SegmentsView.draw(model, on: &canvas, in: rect)
        case .journal: JournalView.draw(model, on: &canvas, in: rect)
        case .flush:
            let rows = rect.rows([.fixed(min(14, rect.height / 2)), .flexible(minimum: 3)], overlap: 1)
            FlushView.draw(model, on: &canvas, in: rows[0])
            canvas.draw(
                Pane("Requests", trailing: JournalView.filterWords(model, .flush), isFocused: true),
                in: rows[1])
            JournalView.draw(.flush, of: model, on: &canvas, in: Pane.content(of: rows[1]))
        }
    }

    /// The lines of a segment file, the header first, as they are on disk.
    private static func draw(segment: Int, of model: Model, on canvas: inout Canvas, in rect: Rect) {
        let lines = model.segmentLines
        let title = "Segment \(segment), \(max(0, lines.count - 1)) events; Esc goes back"
        canvas.draw(
            Pane(title, trailing: JournalView.filterWords(model, .segments), isFocused: true), in: rect)
        let inner = Pane.content(of: rect)
        guard !lines.isEmpty else {
            return canvas.write(
                rows: [StyledLine("The file is gone: sent, dropped or erased.", .muted)], in: inner)
        }
        let list = (model.lists[.segments] ?? ListState()).scrolled(
            count: lines.count, height: inner.height / 2)
        // Every line wraps over as many rows as it needs, as long as there is room.
        var row = 0
        for (index, line) in lines.enumerated().dropFirst(list.offset) where row < inner.height {
            let unicode = canvas.capabilities.unicode
            let wrapped = TextWrap.lines(line, width: inner.width - 3, unicode: unicode)
            for (number, part) in wrapped.enumerated() where row < inner.height {
                let mark = index == list.selection && number == 0 ? "> " : "  "
                canvas.write(
                    [Span(mark, .accent), Span(part, index == 0 ? .muted : .normal)],
                    at: inner.row(row).origin, width: inner.width)
                row += 1
            }
        }
    }

    /// An event's whole way, or all that is known of one thing that happened.
    private static func draw(_ entry: JournalEntry, of model: Model, on canvas: inout Canvas, in rect: Rect) {
        let title = entry.name.map { "Event \($0)" } ?? "What happened"
        canvas.draw(Pane("\(title); Esc goes back", isFocused: true), in: rect)
        var lines: [StyledLine] = []
        if let history = model.history { lines += policyLines(history) }
        lines.append(StyledLine("The way, oldest first", Style(.normal, .bold)))
        lines += EventWay.entries(of: entry, in: model.journal).map { step in
            [
                Span("  \(Words.time(step.time)) "), Span(Words.left(step.label, width: 10), .accent),
                Span(step.words),
            ]
        }
        let inner = Pane.content(of: rect)
        var row = 0
        for line in lines where row < inner.height {
            canvas.write(line, at: inner.row(row).origin.offset(x: 1), width: max(0, inner.width - 1))
            row += 1
        }
    }

    private static func policyLines(_ history: EventHistory) -> [StyledLine] {
        var lines = [StyledLine("As the host gave it (only a harness can show this)", Style(.normal, .bold))]
        lines += history.before.sorted { $0.key < $1.key }.map { key, value in
            StyledLine("  \(key) = \(value.shown)", .normal)
        }
        if history.before.isEmpty { lines.append(StyledLine("  no properties", .muted)) }
        let rate = history.sampleRate.map { ", sampled at \($0)" } ?? ""
        lines.append(StyledLine("As it was recorded\(rate)", Style(.normal, .bold)))
        lines += history.after.map { StyledLine("  \($0.key) = \($0.value.shown)", .good) }
        if history.after.isEmpty { lines.append(StyledLine("  no properties", .muted)) }
        return lines + history.notes.map { StyledLine("  \($0)", .warning) }
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
