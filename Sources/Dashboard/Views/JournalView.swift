import Analytics
import TerminalKit

/// What happened, the newest first.
enum JournalView {
    static func draw(_ model: Model, on canvas: inout Canvas, in rect: Rect) {
        canvas.draw(Pane("Journal"), in: rect)
        let inner = Pane.content(of: rect)
        canvas.write(rows: model.journal.suffix(inner.height).reversed().map(line), in: inner)
    }

    private static func line(_ entry: JournalEntry) -> StyledLine {
        let style: Style =
            switch entry.kind {
            case .kept: .good
            case .dropped, .backedOff, .held: .warning
            case .problem: .bad
            default: .normal
            }
        var text = ""
        if let name = entry.name { text += name + (entry.schemaVersion.map { " v\($0)" } ?? "") + "  " }
        if let segment = entry.segment { text += "segment \(segment)  " }
        if let count = entry.count, entry.name == nil { text += "\(count) events  " }
        if let reason = entry.reason { text += reason.rawValue + (entry.detail.isEmpty ? "" : ": ") }
        text += entry.detail
        if !entry.removed.isEmpty { text += " removed \(entry.removed.joined(separator: ", "))" }
        if !entry.cut.isEmpty { text += " cut \(entry.cut.joined(separator: ", "))" }
        let sequence = entry.sequence.map(String.init) ?? "-"
        let kind = entry.kind == .dropped ? "DROP" : entry.kind == .kept ? "KEEP" : entry.kind.rawValue
        return [
            Span("\(Words.time(entry.time)) "),
            Span(Words.right(sequence, width: 5) + " ", .muted),
            Span(Words.left(kind, width: 10), style), Span(text),
        ]
    }
}
