import Analytics
import TerminalKit

/// What happened, the newest first.
enum JournalView {
    static func draw(_ model: Model, on canvas: inout Canvas, in rect: Rect) {
        canvas.draw(Pane("Journal"), in: rect)
        let inner = Pane.content(of: rect)
        for (index, entry) in model.journal.suffix(inner.height).reversed().enumerated() {
            canvas.write(
                line(entry), at: inner.row(index).origin.offset(x: 1), width: max(0, inner.width - 1))
        }
    }

    private static func line(_ entry: JournalEntry) -> StyledLine {
        let style: Style =
            switch entry.kind {
            case .kept, .answered: .good
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
            Span(String(repeating: " ", count: max(0, 5 - sequence.count)) + sequence + " ", .muted),
            Span(kind.padded(to: 10), style), Span(text),
        ]
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
