/// Draws a field with its label; the cursor is a cell in reverse video, always in view.
public struct TextFieldRow: Widget, Sendable {
    /// The words before the field.
    public var label: String
    /// The field.
    public var field: TextField

    /// Makes the drawing of a field.
    public init(_ label: String, _ field: TextField) {
        self.label = label
        self.field = field
    }

    /// Draws on the first row. Costs what is shown, however long the text is.
    public func draw(on canvas: inout Canvas, in rect: Rect) {
        guard !rect.isEmpty else { return }
        let unicode = canvas.capabilities.unicode
        let used = canvas.write(label, at: rect.origin, style: .muted, width: rect.width)
        let room = rect.row(0).inset(left: used)
        guard room.width > 0 else { return }
        let window = TextWindow(
            of: field.characters, cursor: field.cursor, width: room.width, unicode: unicode)
        let before = canvas.write(window.head, at: room.origin, width: room.width)
        canvas.write(window.tail, at: room.origin.offset(x: before), width: room.width - before)
        let cursor = Rect(
            origin: room.origin.offset(x: before), size: Size(width: window.cursorWidth, height: 1))
        canvas.emphasize(cursor.intersection(room), .reverse)
    }
}
