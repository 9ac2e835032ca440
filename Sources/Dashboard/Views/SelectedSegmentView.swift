import Analytics
import TerminalKit

/// One segment beside the list: what is in it and what became of it, as the journal tells it.
enum SelectedSegmentView {
    static func draw(_ model: Model, on canvas: inout Canvas, in rect: Rect) {
        guard let segment = model.selectedSegment else {
            return canvas.draw(Pane("No segment"), in: rect)
        }
        let state = segment.state == .open ? "OPEN" : segment.state.rawValue
        canvas.draw(Pane("Segment \(segment.id)", trailing: state), in: rect)
        let happened = model.journal.filter { $0.segment == segment.id }
        let ranges = happened.compactMap { entry -> Range<Int>? in
            guard entry.kind == .appended, let first = entry.sequence, let count = entry.count else {
                return nil
            }
            return first..<first + count
        }
        let inner = Pane.content(of: rect)
        var lines = happened.filter { $0.kind != .appended }.reversed().map { entry in
            StyledLine([
                Span("\(Words.time(entry.time)) "), Span("\(entry.label) ", .accent), Span(entry.detail),
            ])
        }
        lines += model.journal.reversed().lazy.filter { entry in
            entry.kind == .kept
                && entry.sequence.map { number in ranges.contains { $0.contains(number) } } == true
        }.prefix(inner.height).map {
            StyledLine([Span(Words.right("\($0.sequence ?? 0)", width: 8) + " ", .muted), Span($0.words)])
        }
        canvas.write(rows: lines, in: inner)
    }
}
