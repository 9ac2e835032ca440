/// Rows in columns, with a selection in reverse video and a pointer beside it.
///
/// Only the rows in view are asked for, so a list of any length draws at the same cost.
public struct Table: Widget {
    /// One column.
    public struct Column: Sendable {
        /// The words over it.
        public var header: String
        /// How wide it is.
        public var length: Length
        /// On which side its text stands.
        public var alignment: Alignment

        /// Makes a column.
        public init(_ header: String, _ length: Length, _ alignment: Alignment = .leading) {
            self.header = header
            self.length = length
            self.alignment = alignment
        }
    }

    /// The columns, left to right, a blank between them.
    public var columns: [Column]
    /// How many rows there are.
    public var count: Int
    /// Selection and scrolling; nil for rows that cannot be selected.
    public var state: ListState?
    /// Whether the headers are shown.
    public var showsHeader: Bool
    /// The cells of a row in view.
    public var row: (Int) -> [StyledLine]

    /// Makes a table.
    public init(
        _ columns: [Column], count: Int, state: ListState? = nil, showsHeader: Bool = true,
        row: @escaping (Int) -> [StyledLine]
    ) {
        self.columns = columns
        self.count = count
        self.state = state
        self.showsHeader = showsHeader
        self.row = row
    }

    /// Rows of data that a rectangle of this height has room for; give it to `ListState`.
    public static func viewport(height: Int, showsHeader: Bool = true) -> Int {
        max(height - (showsHeader ? 1 : 0), 0)
    }

    /// Draws headers and the rows in view. A selection out of view is scrolled into it.
    public func draw(on canvas: inout Canvas, in rect: Rect) {
        let margin = state == nil ? 0 : 2
        let spans = places(width: rect.width - margin)
        if showsHeader, rect.height > 0 {
            for (column, span) in zip(columns, spans) {
                let place = Rect(
                    x: rect.minX + margin + span.start, y: rect.minY, width: span.length, height: 1)
                canvas.write(column.header, in: place, align: column.alignment, style: .muted)
            }
        }
        let body = rect.inset(top: showsHeader ? 1 : 0)
        let view = (state ?? ListState()).scrolled(count: count, height: body.height)
        for line in 0..<max(min(body.height, count - view.offset), 0) {
            let index = view.offset + line
            drawCells(row(index), spans, margin, on: &canvas, in: body.row(line))
            guard state != nil, index == view.selection else { continue }
            canvas.put(canvas.glyphs.pointer, at: Point(x: rect.minX, y: body.minY + line))
            canvas.emphasize(body.row(line), .reverse)
        }
    }

    private func places(width: Int) -> [(start: Int, length: Int)] {
        let gaps = max(columns.count - 1, 0)
        var start = 0
        return Layout.split(max(width - gaps, 0), into: columns.map(\.length)).map { length in
            defer { start += length + 1 }
            return (start, length)
        }
    }

    private func drawCells(
        _ cells: [StyledLine], _ spans: [(start: Int, length: Int)], _ margin: Int, on canvas: inout Canvas,
        in rect: Rect
    ) {
        let unicode = canvas.capabilities.unicode
        for (index, cell) in cells.prefix(columns.count).enumerated() {
            let place = rect.inset(left: margin + spans[index].start)
            let room = min(spans[index].length, place.width)
            guard room > 0 else { continue }
            let spare =
                columns[index].alignment == .leading ? 0 : max(room - cell.width(unicode: unicode), 0)
            let shift = columns[index].alignment == .center ? spare / 2 : spare
            canvas.write(cell, at: place.origin.offset(x: shift), width: room - shift, overflow: .ellipsis)
        }
    }
}
