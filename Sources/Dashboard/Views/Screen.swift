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
        canvas.write(" " + model.message, in: parts[2], align: .leading, style: Style(.normal, .bold))
        canvas.draw(footer, in: parts[3])
        OverlayView.draw(model, on: &canvas)
        return canvas
    }

    /// The table's hints that fit; help stays at any width.
    private static var footer: Footer {
        let shown = Binding.table.filter(\.isInFooter)
        func hints(_ bindings: [Binding]) -> [Footer.Hint] {
            bindings.map { Footer.Hint($0.keyLabel, $0.label) }
        }
        return Footer(
            hints(shown.filter { $0.action != .help }),
            pinned: hints(shown.filter { $0.action == .help }).first)
    }

    private static func panes(_ model: Model, on canvas: inout Canvas, in rect: Rect) {
        let hasRoom = rect.height >= 18
        let lengths: [Length] =
            hasRoom
            ? [.fixed(4), .fixed(8), .fixed(6), .flexible(minimum: 3)] : [.fixed(4), .flexible(minimum: 8)]
        let rows = rect.rows(lengths, overlap: 1)
        PipelineView.draw(model, on: &canvas, in: rows[0])
        let columns = rows[1].columns([.flexible(), .flexible()], overlap: 1)
        DropsView.draw(model, on: &canvas, in: columns[0])
        FlushView.draw(model, on: &canvas, in: columns[1])
        guard hasRoom else { return }
        SegmentsView.draw(model, on: &canvas, in: rows[2])
        JournalView.draw(model, on: &canvas, in: rows[3])
    }

    private static func tooSmall(_ size: Size, on canvas: inout Canvas) {
        canvas.write("Too small: \(size.width)x\(size.height)", at: .zero)
        canvas.write("needs \(smallest.width)x\(smallest.height); q quits", at: Point(x: 0, y: 1))
    }
}
