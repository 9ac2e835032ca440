/// Draws a dialog in the middle of a rectangle, over what is there.
public struct DialogBox: Widget, Sendable {
    /// The dialog.
    public var dialog: Dialog

    /// Makes the drawing of a dialog.
    public init(_ dialog: Dialog) { self.dialog = dialog }

    /// Draws the box. When rows are short the body loses its end; the answers stay.
    public func draw(on canvas: inout Canvas, in rect: Rect) {
        let unicode = canvas.capabilities.unicode
        let texts = dialog.body + dialog.choices.map(\.text)
        let widest = texts.map { SafeText.width($0, unicode: unicode) }.max() ?? 0
        let titled = SafeText.width(dialog.title, unicode: unicode) + 8
        let width = min(max(min(widest, 60) + 6, titled, 24), rect.width)
        let room = max(width - 4, 0)
        let body = dialog.body.flatMap { TextWrap.lines($0, width: room, unicode: unicode) }
        let gap = body.isEmpty || dialog.choices.isEmpty ? 0 : 1
        let box = rect.centered(Size(width: width, height: body.count + gap + dialog.choices.count + 2))
        canvas.fill(box)
        canvas.draw(Pane(dialog.title, isFocused: true, lineStyle: .normal), in: box)

        let inner = box.inset(left: 2, top: 1, right: 2, bottom: 1)
        let answers = min(dialog.choices.count, inner.height)
        for (index, line) in body.prefix(max(inner.height - answers - gap, 0)).enumerated() {
            canvas.write(line, in: inner.row(index), align: .leading)
        }
        drawChoices(on: &canvas, in: inner.inset(top: inner.height - answers))
    }

    private func drawChoices(on canvas: inout Canvas, in rect: Rect) {
        let first = max((dialog.selection ?? 0) - rect.height + 1, 0)
        for (line, index) in dialog.choices.indices.dropFirst(first).prefix(rect.height).enumerated() {
            let choice = dialog.choices[index]
            let row = rect.row(line)
            canvas.write(
                choice.text, in: row.inset(left: 2), align: .leading,
                style: choice.isDangerous ? .bad : .normal)
            guard index == dialog.selection else { continue }
            canvas.put(canvas.glyphs.pointer, at: row.origin)
            canvas.emphasize(row, .reverse)
        }
    }
}
