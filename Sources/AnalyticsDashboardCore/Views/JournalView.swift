import Analytics
import AnalyticsTerminalKit

/// What happened, the newest first.
enum JournalView {
    static func draw(_ model: Model, on canvas: inout Canvas, in rect: Rect) {
        let isFocused = model.focus == .journal
        canvas.draw(Pane("Journal", trailing: filterWords(model, .journal), isFocused: isFocused), in: rect)
        draw(.journal, of: model, on: &canvas, in: Pane.content(of: rect))
    }

    /// The entries of a pane as a list; the selection shows only while keys move in it.
    static func draw(_ pane: PaneName, of model: Model, on canvas: inout Canvas, in inner: Rect) {
        let active = model.lists[pane].map {
            $0.scrolled(count: model.rowCount(of: pane), height: inner.height)
        }
        let entries = model.entries(of: pane, from: active?.offset ?? 0, upTo: inner.height)
        canvas.write(rows: entries.map(line), in: inner)
        guard model.isSelecting(in: pane), !entries.isEmpty else { return }
        let list = active ?? ListState()
        canvas.emphasize(inner.row(list.selection - list.offset), .reverse)
    }

    static func filterWords(_ model: Model, _ pane: PaneName) -> String? {
        model.filters[pane].map { "filter: \($0)" }
    }

    private static func line(_ entry: JournalEntry) -> StyledLine {
        let style: Style =
            switch entry.kind {
            case .kept: .good
            case .dropped, .backedOff, .held: .warning
            case .problem: .bad
            default: .normal
            }
        let sequence = entry.sequence.map(String.init) ?? "-"
        return [
            Span("\(Words.time(entry.time)) "), Span(Words.right(sequence, width: 5) + " ", .muted),
            Span(Words.left(entry.label, width: 11), style), Span(entry.words),
        ]
    }
}

extension JournalEntry {
    /// The line as it is drawn, which is what a filter looks at.
    var text: String { "\(Words.time(time)) \(sequence.map(String.init) ?? "-") \(label) \(words)" }

    /// What happened, in a word.
    var label: String {
        switch kind {
        case .dropped: "DROP"
        case .kept: "KEEP"
        default: kind.rawValue
        }
    }

    /// What it happened to, and how.
    var words: String {
        var text = ""
        if let name { text += name + (schemaVersion.map { " v\($0)" } ?? "") + "  " }
        if let segment { text += "segment \(segment)  " }
        if let count, name == nil { text += CountText.of(count, "event", "events") + "  " }
        if let reason { text += reason.rawValue + (detail.isEmpty ? "" : ": ") }
        text += detail
        if !removed.isEmpty { text += " removed \(removed.joined(separator: ", "))" }
        if !cut.isEmpty { text += " cut \(cut.joined(separator: ", "))" }
        return text
    }
}
