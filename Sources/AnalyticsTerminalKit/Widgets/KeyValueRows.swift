/// Rows of a name and a value, the values in one column.
public struct KeyValueRows: Widget, Sendable {
    /// One row.
    public struct Row: Equatable, Sendable {
        /// The name.
        public var key: String
        /// The value.
        public var value: StyledLine

        /// Makes a row.
        public init(_ key: String, _ value: StyledLine) {
            self.key = key
            self.value = value
        }
    }

    /// The rows, top to bottom; those without room are left out.
    public var rows: [Row]
    /// Columns of the names; by default as wide as the widest.
    public var keyWidth: Int?

    /// Makes the rows.
    public init(_ rows: [Row], keyWidth: Int? = nil) {
        self.rows = rows
        self.keyWidth = keyWidth
    }

    /// Draws a row of text for each row that fits.
    public func draw(on canvas: inout Canvas, in rect: Rect) {
        let unicode = canvas.capabilities.unicode
        let widest = rows.map { SafeText.width($0.key, unicode: unicode) }.max() ?? 0
        let width = min(max(keyWidth ?? widest, 0), rect.width)
        for (index, row) in rows.prefix(rect.height).enumerated() {
            let place = rect.row(index)
            canvas.write(row.key, in: place.inset(right: rect.width - width), align: .leading, style: .muted)
            let value = place.inset(left: width + 1)
            canvas.write(row.value, at: value.origin, width: value.width, overflow: .ellipsis)
        }
    }
}
