/// A label, a number, and a bar as long as the number's share of the largest: `noConsent  40  ####`.
public struct BarRow: Widget, Sendable {
    /// What is counted.
    public var label: String
    /// How many.
    public var value: Int
    /// The value at full length.
    public var limit: Int
    /// Columns of the label and of the number, so that rows line up.
    public var widths: (label: Int, number: Int)
    /// How the bar looks.
    public var style: Style

    /// Makes a row.
    public init(
        _ label: String, value: Int, limit: Int, labelWidth: Int = 12, numberWidth: Int = 5,
        style: Style = .normal
    ) {
        self.label = label
        self.value = value
        self.limit = limit
        widths = (labelWidth, numberWidth)
        self.style = style
    }

    /// Draws on the first row. When room is short the bar goes first, then the label is cut, the number last.
    public func draw(on canvas: inout Canvas, in rect: Rect) {
        guard !rect.isEmpty else { return }
        let number = CountText.grouped(value)
        let numberWidth = min(max(widths.number, number.count), rect.width)
        let labelWidth = min(max(widths.label, 0), max(rect.width - numberWidth - 1, 0))
        let row = rect.row(0)
        canvas.write(label, in: row.inset(right: rect.width - labelWidth), align: .leading)
        let after = labelWidth > 0 ? labelWidth + 1 : 0
        let place = Rect(x: rect.minX + after, y: rect.minY, width: numberWidth, height: 1)
        canvas.write(number, in: place, align: .trailing)
        let bar = row.inset(left: after + numberWidth + 2)
        let marks = Gauge.marks(value: Double(value), limit: Double(limit), cells: bar.width)
        canvas.fill(bar.inset(right: bar.width - marks), with: canvas.glyphs.bar, style: style)
    }
}
