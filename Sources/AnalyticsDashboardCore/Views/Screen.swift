import Analytics
import AnalyticsTerminalKit

/// Draws the whole screen; a pure function of model, size and capabilities.
public enum Screen {
    /// The smallest screen that shows anything but a message.
    public static let smallest = Size(width: 60, height: 16)

    /// The screen of a model.
    public static func draw(_ model: Model, size: Size, capabilities: Capabilities = .full) -> Canvas {
        var canvas = Canvas(size: size, capabilities: capabilities)
        guard size.width >= smallest.width, size.height >= smallest.height else {
            tooSmall(size, isAsking: model.overlay == .confirm(.leavingRecording), on: &canvas)
            return canvas
        }
        let rows = PaneLayout.rows(size)
        HeaderView.draw(model, on: &canvas, in: rows.header)
        if let pane = model.zoom {
            ZoomView.draw(pane, of: model, on: &canvas, in: rows.panes)
        } else {
            for (part, rect) in PaneLayout.parts(of: model, in: rows.panes) {
                draw(part, of: model, on: &canvas, in: rect)
            }
        }
        if let playback = model.playback {
            PlaybackView.draw(caption: model.message, on: &canvas, in: rows.message)
            PlaybackView.draw(playback, on: &canvas, in: rows.footer)
        } else {
            draw(model.message, on: &canvas, in: rows.message)
            canvas.draw(footer(of: model), in: rows.footer)
        }
        OverlayView.draw(model, on: &canvas)
        return canvas
    }

    private static func draw(
        _ part: PaneLayout.Part, of model: Model, on canvas: inout Canvas, in rect: Rect
    ) {
        switch part {
        case .pipeline: PipelineView.draw(model, on: &canvas, in: rect)
        case .flow: FlowView.draw(model, on: &canvas, in: rect)
        case .graphs: GraphsView.draw(model, on: &canvas, in: rect)
        case .drops: DropsView.draw(model, on: &canvas, in: rect)
        case .flush: FlushView.draw(model, on: &canvas, in: rect)
        case .collector: CollectorView.draw(model, on: &canvas, in: rect)
        case .segments: SegmentsView.draw(model, on: &canvas, in: rect)
        case .selectedSegment: SelectedSegmentView.draw(model, on: &canvas, in: rect)
        case .journal: JournalView.draw(model, on: &canvas, in: rect)
        }
    }

    /// The table's hints that can be had at present and fit; help stays at any width. Over the panes other keys count.
    private static func footer(of model: Model) -> Footer {
        if let hints = model.overlay.hints { return Footer(hints, pinned: nil) }
        func hints(_ bindings: [Binding]) -> [Footer.Hint] {
            bindings.map { binding in
                // As many as there are sample events.
                guard case .fire = binding.action, model.samples.count < 9 else {
                    return Footer.Hint(binding.keyLabel, binding.label)
                }
                return Footer.Hint(model.samples.count == 1 ? "1" : "1-\(model.samples.count)", binding.label)
            }
        }
        let context = model.context
        let shown = Binding.listed.filter {
            $0.contexts.contains(context) && $0.refusal(in: model) == nil
        }
        let first = shown.filter { $0.footer.contains(context) }
        // In a large pane one moves; the table's other keys come where a wide screen has room for them.
        let moving = first.filter { $0.group == .view }
        let rest = first.filter { $0.group != .view }
        let others = shown.filter { !$0.footer.contains(context) && $0.action != .help && $0.group != .view }
        return Footer(hints(moving + rest + others), pinned: hints(shown.filter { $0.action == .help }).first)
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

    private static func tooSmall(_ size: Size, isAsking: Bool, on canvas: inout Canvas) {
        canvas.write("Too small: \(size.width)x\(size.height)", at: .zero)
        canvas.write("needs \(smallest.width)x\(smallest.height); q quits", at: Point(x: 0, y: 1))
        guard isAsking else { return }
        canvas.write("recording not saved; q again quits", at: Point(x: 0, y: 2))
    }
}
