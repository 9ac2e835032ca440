import TerminalKit

/// Help, menus and dialogs over the panes.
enum OverlayView {
    static func draw(_ model: Model, on canvas: inout Canvas) {
        let screen = Rect(canvas.size)
        switch model.overlay {
        case .none: return
        case .help:
            let width = Binding.listed.map(\.keyLabel.count).max() ?? 0
            let lines = Binding.listed.map { "\(Words.left($0.keyLabel, width: width))  \($0.help)" }
            box("Help: any key closes", lines, on: &canvas, in: screen)
        case .consent:
            box(
                "Consent", ["g  grant", "u  unknown", "d  deny ...", "Esc  leave as it is"], on: &canvas,
                in: screen)
        case .deny(let dialog):
            canvas.draw(DialogBox(dialog), in: screen)
        case .burst(let menu): box("Burst: letter or Enter", menu.lines, on: &canvas, in: screen)
        case .faults(let selection):
            let lines = model.faults.enumerated().map { index, fault in
                "\(index == selection ? ">" : " ") \(Model.menuLetters[index % 26])  \(fault.name)"
            }
            box("Server: letter or Enter", lines, on: &canvas, in: screen)
        }
    }

    private static func box(_ title: String, _ lines: [String], on canvas: inout Canvas, in screen: Rect) {
        let width = min(screen.width, max(title.count + 4, lines.map(\.count).max() ?? 0) + 6)
        let height = min(screen.height, lines.count + 2)
        let rect = screen.centered(Size(width: width, height: height))
        canvas.fill(rect, style: .normal)
        canvas.draw(Pane(title, isFocused: true), in: rect)
        canvas.write(rows: lines.map { StyledLine($0, .normal) }, in: Pane.content(of: rect))
    }
}
