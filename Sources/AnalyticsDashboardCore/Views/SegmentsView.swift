import Analytics
import AnalyticsTerminalKit

/// The segment files on disk, the newest that fit.
enum SegmentsView {
    static func draw(_ model: Model, on canvas: inout Canvas, in rect: Rect) {
        let status = model.status
        let size = "\(Words.bytes(status.queueBytes)) of \(Words.bytes(status.queueBytesLimit))"
        let filter = JournalView.filterWords(model, .segments)
        canvas.draw(
            Pane(
                "Segments \(status.segments.count)", trailing: filter ?? size,
                isFocused: model.focus == .segments), in: rect)
        let inner = Pane.content(of: rect)
        let height = max(0, inner.height - 1)
        let all = model.shownSegments
        let isSelecting = model.isSelecting(in: .segments)
        // The newest are what one watches; who moves in the list sees where that is.
        let start = max(0, all.count - height)
        let list = (model.lists[.segments] ?? ListState()).scrolled(count: all.count, height: height)
        let offset = isSelecting ? list.offset : start
        let shown = Array(all.dropFirst(offset).prefix(height))
        let table = Table(
            [
                Table.Column("  id", .fixed(11)), Table.Column("state", .fixed(10)),
                Table.Column("events", .fixed(7), .trailing), Table.Column("size", .fixed(10), .trailing),
                Table.Column("age", .fixed(9), .trailing), Table.Column("tries", .fixed(6), .trailing),
                Table.Column("", .flexible()),
            ], count: shown.count
        ) { index in
            let (segment, mark) = (
                shown[index], isSelecting && index + offset == list.selection ? "> " : "  "
            )
            return segment.cells.enumerated().map { column, text in
                switch column {
                case 0: StyledLine(mark + text)
                case 1 where segment.state == .sending: StyledLine(text, .good)
                case 6: StyledLine(" " + text, .muted)
                default: StyledLine(text)
                }
            }
        }
        canvas.draw(table, in: inner)
        guard shown.isEmpty, inner.height > 1 else { return }
        let why =
            all.isEmpty && filter == nil ? "No event waits on disk." : "No segment holds the filter's text."
        canvas.write(StyledLine("  " + why, .muted), at: inner.row(1).origin, width: inner.width)
    }
}

extension TrackerStatus.SegmentStatus {
    /// The row as it is drawn, which is what a filter looks at.
    var cells: [String] {
        [
            Words.right("\(id)", width: 8, with: "0"), state == .open ? "OPEN" : state.rawValue, "\(events)",
            Words.bytes(bytes), Words.span(milliseconds: age), "\(attempts)", isLeftover ? "leftover" : "",
        ]
    }
}
