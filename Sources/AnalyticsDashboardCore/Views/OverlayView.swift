import AnalyticsTerminalKit

/// Help, menus and dialogs over the panes.
enum OverlayView {
    static func draw(_ model: Model, on canvas: inout Canvas) {
        let screen = Rect(canvas.size)
        let tall = tall(screen)
        switch model.overlay {
        case .none: return
        case .help(let list): HelpView.draw(list, on: &canvas, in: tall)
        case .books: BooksView.draw(model, on: &canvas, in: screen)
        case .menu(let menu): box(menu.title, menu.lines, on: &canvas, in: screen)
        case .confirm(let question): canvas.draw(DialogBox(question.dialog), in: screen)
        case .lab(let lab): LabView.draw(lab, of: model, on: &canvas, in: tall)
        case .compose(let compose): ComposeView.draw(compose, on: &canvas, in: tall)
        case .prompt(let prompt): draw(prompt, on: &canvas, in: screen)
        case .burst(let menu): box("Burst: letter or Enter", menu.lines, on: &canvas, in: screen)
        }
    }

    /// What is tall leaves the message line in view.
    static func tall(_ screen: Rect) -> Rect { screen.inset(bottom: 2) }

    private static func draw(_ prompt: Prompt, on canvas: inout Canvas, in screen: Rect) {
        let rect = screen.centered(Size(width: min(screen.width, 64), height: min(screen.height, 4)))
        canvas.fill(rect, style: .normal)
        canvas.draw(Pane("\(prompt.title): Enter, or Esc to leave it", isFocused: true), in: rect)
        let inner = Pane.content(of: rect)
        canvas.draw(TextFieldRow(" ", prompt.field), in: inner.row(0))
        canvas.write(
            prompt.complaint.map { StyledLine(" " + $0, .bad) } ?? StyledLine(" " + prompt.hint, .muted),
            at: inner.row(1).origin, width: inner.width)
    }

    private static func box(
        _ title: String, _ lines: [String], on canvas: inout Canvas, in screen: Rect
    ) {
        box(title, lines.map { StyledLine($0, .normal) }, on: &canvas, in: screen)
    }

    /// Lines in a frame in the middle.
    static func box(_ title: String, _ lines: [StyledLine], on canvas: inout Canvas, in screen: Rect) {
        let unicode = canvas.capabilities.unicode
        let widest = lines.map { $0.width(unicode: unicode) }.max() ?? 0
        let width = min(screen.width, max(title.count + 4, widest) + 6)
        let height = min(screen.height, lines.count + 2)
        let rect = screen.centered(Size(width: width, height: height))
        canvas.fill(rect, style: .normal)
        canvas.draw(Pane(title, isFocused: true), in: rect)
        canvas.write(rows: lines, in: Pane.content(of: rect))
    }
}
