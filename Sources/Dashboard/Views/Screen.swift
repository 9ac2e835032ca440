import Analytics
import TerminalKit

/// Draws the whole screen; a pure function of model, size and capabilities.
public enum Screen {
    /// The smallest screen that shows anything but a message.
    public static let smallest = Size(width: 60, height: 16)

    /// The screen of a model.
    public static func draw(_ model: Model, size: Size, capabilities: Capabilities = .full) -> Canvas {
        var canvas = Canvas(size: size, capabilities: capabilities)
        guard size.width >= smallest.width, size.height >= smallest.height else {
            tooSmall(size, on: &canvas)
            return canvas
        }
        let parts = Rect(size).rows([.fixed(2), .flexible(minimum: 12), .fixed(1), .fixed(1)])
        HeaderView.draw(model, on: &canvas, in: parts[0])
        if let pane = model.zoom {
            ZoomView.draw(pane, of: model, on: &canvas, in: parts[1])
        } else {
            panes(model, on: &canvas, in: parts[1])
        }
        if let playback = model.playback {
            PlaybackView.draw(caption: model.message, on: &canvas, in: parts[2])
            PlaybackView.draw(playback, on: &canvas, in: parts[3])
        } else {
            draw(model.message, on: &canvas, in: parts[2])
            canvas.draw(footer(of: model), in: parts[3])
        }
        OverlayView.draw(model, on: &canvas)
        return canvas
    }

    /// The table's hints that can be had at present and fit; help stays at any width. Over the panes other keys count.
    private static func footer(of model: Model) -> Footer {
        if let hints = model.overlay.hints { return Footer(hints, pinned: nil) }
        let shown = Binding.table.filter { $0.isInFooter && model.refusal(of: $0.action) == nil }
        func hints(_ bindings: [Binding]) -> [Footer.Hint] {
            bindings.map { Footer.Hint($0.keyLabel, $0.label) }
        }
        return Footer(
            hints(shown.filter { $0.action != .help }),
            pinned: hints(shown.filter { $0.action == .help }).first)
    }

    private static func panes(_ model: Model, on canvas: inout Canvas, in rect: Rect) {
        if rect.width >= 100, rect.height >= 30 { return wide(model, on: &canvas, in: rect) }
        let hasRoom = rect.height >= 18
        guard hasRoom else { return small(model, on: &canvas, in: rect) }
        // Taller screens give what they have more of to the lists.
        let extra = max(0, rect.height - 20)
        let rows = rect.rows(
            [.fixed(4), .fixed(8 + min(3, extra / 4)), .fixed(6 + extra / 3), .flexible(minimum: 3)],
            overlap: 1)
        PipelineView.draw(model, on: &canvas, in: rows[0])
        let columns = rows[1].columns([.flexible(), .flexible()], overlap: 1)
        DropsView.draw(model, on: &canvas, in: columns[0])
        FlushView.draw(model, on: &canvas, in: columns[1])
        SegmentsView.draw(model, on: &canvas, in: rows[2])
        JournalView.draw(model, on: &canvas, in: rows[3])
    }

    /// Pipeline and flush always; beside flush, the pane that has the focus.
    private static func small(_ model: Model, on canvas: inout Canvas, in rect: Rect) {
        let rows = rect.rows([.fixed(4), .flexible(minimum: 8)], overlap: 1)
        PipelineView.draw(model, on: &canvas, in: rows[0])
        switch model.focus {
        case .segments: SegmentsView.draw(model, on: &canvas, in: rows[1])
        case .journal
        where model.hasMovedFocus || model.lists[.journal] != nil || model.filters[.journal] != nil:
            JournalView.draw(model, on: &canvas, in: rows[1])
        default:
            let columns = rows[1].columns([.flexible(), .flexible()], overlap: 1)
            DropsView.draw(model, on: &canvas, in: columns[0])
            FlushView.draw(model, on: &canvas, in: columns[1])
        }
    }

    private static func wide(_ model: Model, on canvas: inout Canvas, in rect: Rect) {
        let extra = rect.height - 30
        let rows = rect.rows(
            [.fixed(5), .fixed(5 + extra / 6), .fixed(11), .fixed(7 + extra / 4), .flexible(minimum: 4)],
            overlap: 1)
        FlowView.draw(model, on: &canvas, in: rows[0])
        GraphsView.draw(model, on: &canvas, in: rows[1])
        let middle = rows[2].columns([.flexible(), .flexible(weight: 1), .flexible()], overlap: 1)
        DropsView.draw(model, on: &canvas, in: middle[0])
        FlushView.draw(model, on: &canvas, in: middle[1])
        CollectorView.draw(model, on: &canvas, in: middle[2])
        let lower = rows[3].columns([.fixed(63), .flexible()], overlap: 1)
        SegmentsView.draw(model, on: &canvas, in: lower[0])
        SelectedSegmentView.draw(model, on: &canvas, in: lower[1])
        JournalView.draw(model, on: &canvas, in: rows[4])
    }

    /// A message that is too long for its row takes the one above it too: its end is often what helps.
    private static func draw(_ message: String, on canvas: inout Canvas, in row: Rect) {
        let lines = TextWrap.lines(message, width: row.width - 2, unicode: canvas.capabilities.unicode)
        let style = Style(.normal, .bold)
        guard lines.count > 1 else {
            canvas.write(" " + message, in: row, align: .leading, style: style)
            return
        }
        let above = Rect(x: row.minX, y: row.minY - 1, width: row.width, height: 1)
        canvas.fill(above, style: .normal)
        canvas.write(" " + lines[0], in: above, align: .leading, style: style)
        canvas.write(" " + lines.dropFirst().joined(separator: " "), in: row, align: .leading, style: style)
    }

    private static func tooSmall(_ size: Size, on canvas: inout Canvas) {
        canvas.write("Too small: \(size.width)x\(size.height)", at: .zero)
        canvas.write("needs \(smallest.width)x\(smallest.height); q quits", at: Point(x: 0, y: 1))
    }
}
