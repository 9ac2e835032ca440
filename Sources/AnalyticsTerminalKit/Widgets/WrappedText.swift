/// Text broken into rows, with scrolling.
public struct WrappedText: Widget, Sendable {
    /// The text; line feeds start a new row.
    public var text: String
    /// How it looks.
    public var style: Style
    /// Rows skipped at the top.
    public var offset: Int

    /// Makes wrapped text.
    public init(_ text: String, style: Style = .normal, offset: Int = 0) {
        self.text = text
        self.style = style
        self.offset = offset
    }

    /// Draws the rows that fit.
    public func draw(on canvas: inout Canvas, in rect: Rect) {
        let lines = TextWrap.lines(text, width: rect.width, unicode: canvas.capabilities.unicode)
        for (index, line) in lines.dropFirst(max(offset, 0)).prefix(rect.height).enumerated() {
            canvas.write(line, at: rect.row(index).origin, style: style, width: rect.width)
        }
    }
}
