import Analytics
import AnalyticsTerminalKit

/// One segment beside the list: what is in it and what became of it, as the journal tells it.
enum SelectedSegmentView {
    static func draw(_ model: Model, on canvas: inout Canvas, in rect: Rect) {
        guard let segment = model.selectedSegment else {
            return canvas.draw(Pane("No segment"), in: rect)
        }
        let state = segment.state == .open ? "OPEN" : segment.state.rawValue
        canvas.draw(Pane("Segment \(segment.id)", trailing: state), in: rect)
        let inner = Pane.content(of: rect)
        // By index: a frame must not copy every entry of a long journal.
        let journal = model.journal
        let own = journal.indices.reversed().filter { journal[$0].segment == segment.id }
        var lines = own.filter { journal[$0].kind != .appended }.map { index in
            StyledLine([
                Span("\(Words.time(journal[index].time)) "), Span("\(journal[index].label) ", .accent),
                Span(journal[index].detail),
            ])
        }
        let ranges = EventWay.ranges(ofSegment: segment.id, in: own.reversed().map { journal[$0] })
        lines += journal.indices.reversed().lazy.filter { index in
            journal[index].kind == .kept
                && journal[index].sequence.map { number in ranges.contains { $0.contains(number) } } == true
        }.prefix(max(0, inner.height - lines.count)).map { index in
            [
                Span(Words.right("\(journal[index].sequence ?? 0)", width: 8) + " ", .muted),
                Span(journal[index].words),
            ]
        }
        canvas.write(rows: lines, in: inner)
    }
}
