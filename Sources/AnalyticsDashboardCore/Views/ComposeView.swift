import AnalyticsTerminalKit

/// The event being typed, over what one can begin from.
enum ComposeView {
    static func draw(_ compose: Compose, on canvas: inout Canvas, in screen: Rect) {
        let height = min(screen.height, compose.choices.count + 5)
        let rect = screen.centered(Size(width: min(screen.width, 110), height: height))
        canvas.fill(rect, style: .normal)
        canvas.draw(Pane("Compose: Enter fires, arrows choose, Esc leaves", isFocused: true), in: rect)
        let inner = Pane.content(of: rect)
        canvas.draw(TextFieldRow(" ", compose.field), in: inner.row(0))
        let hint = compose.complaint.map { StyledLine(" " + $0, .bad) }
        let lines = hint?.wrapped(width: inner.width, unicode: canvas.capabilities.unicode)
        for (row, line) in (lines ?? [StyledLine(#" name v2 step=2 plan="pro" ok=true speed=1.5"#, .muted)])
            .prefix(2).enumerated()
        {
            canvas.write(line, at: inner.row(1 + row).origin, width: inner.width)
        }
        let list = Rect(
            x: inner.minX, y: inner.minY + 3, width: inner.width, height: max(0, inner.height - 3))
        let state = ListState(selection: compose.selection)
            .scrolled(count: compose.choices.count, height: list.height)
        let shown = compose.choices.enumerated().dropFirst(state.offset).prefix(list.height)
        canvas.write(
            rows: shown.map { index, text in
                StyledLine([Span(index == compose.selection ? "> " : "  "), Span(text)])
            }, in: list)
    }
}
