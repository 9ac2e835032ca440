import TerminalKit

/// Help, menus and dialogs over the panes.
enum OverlayView {
    static func draw(_ model: Model, on canvas: inout Canvas) {
        let screen = Rect(canvas.size)
        // What is tall leaves the message line in view.
        let tall = screen.inset(bottom: 2)
        switch model.overlay {
        case .none: return
        case .help(let list): help(list, on: &canvas, in: tall)
        case .books: BooksView.draw(model, on: &canvas, in: screen)
        case .menu(let menu): box(menu.title, menu.lines, on: &canvas, in: screen)
        case .confirm(let question): canvas.draw(DialogBox(question.dialog), in: screen)
        case .lab(let lab): LabView.draw(lab, of: model, on: &canvas, in: tall)
        case .compose(let compose): ComposeView.draw(compose, on: &canvas, in: tall)
        case .prompt(let prompt): draw(prompt, on: &canvas, in: screen)
        case .burst(let menu): box("Burst: letter or Enter", menu.lines, on: &canvas, in: screen)
        }
    }

    private static func help(_ list: ListState, on canvas: inout Canvas, in screen: Rect) {
        let lines = Binding.listed.map { "\(Words.left($0.keyNames + " ", width: 9))\($0.help)" }
        let height = min(lines.count, screen.height - 2)
        let offset = min(list.selection, lines.count - height)
        let isWhole = height == lines.count
        let title = isWhole ? "Help" : "Help \(offset + 1)-\(offset + height) of \(lines.count)"
        box(
            title + (isWhole ? ": any key closes" : ": arrows move, another key closes"),
            Array(lines[offset..<offset + height]), on: &canvas, in: screen)
    }

    private static func draw(_ prompt: Prompt, on canvas: inout Canvas, in screen: Rect) {
        let rect = screen.centered(Size(width: min(screen.width, 64), height: min(screen.height, 4)))
        canvas.fill(rect, style: .normal)
        canvas.draw(Pane("\(prompt.title): Enter, or Esc to leave it", isFocused: true), in: rect)
        let inner = Pane.content(of: rect)
        canvas.draw(TextFieldRow(" ", prompt.field), in: inner.row(0))
        canvas.write(StyledLine(" " + prompt.hint, .muted), at: inner.row(1).origin, width: inner.width)
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
