/// How full something is: `[====......]`.
///
/// Anything above zero shows at least one mark, and the gauge is full only when the value has reached the
/// limit.
public struct Gauge: Widget, Sendable {
    /// The present value; below zero counts as zero.
    public var value: Double
    /// The value at which it is full.
    public var limit: Double
    /// How the marks look.
    public var style: Style

    /// Makes a gauge.
    public init(value: Double, limit: Double, style: Style = .normal) {
        self.value = value
        self.limit = limit
        self.style = style
    }

    /// Makes a gauge of whole numbers.
    public init(value: Int, limit: Int, style: Style = .normal) {
        self.init(value: Double(value), limit: Double(limit), style: style)
    }

    /// How many of `cells` are marked.
    public static func marks(value: Double, limit: Double, cells: Int) -> Int {
        guard cells > 0, value > 0 else { return 0 }
        guard limit > 0, value < limit else { return cells }
        let marks = Int(value / limit * Double(cells) + 0.5)
        return cells == 1 ? 1 : min(max(marks, 1), cells - 1)
    }

    /// Draws on the first row of the rectangle, in brackets, over its whole width.
    public func draw(on canvas: inout Canvas, in rect: Rect) {
        guard rect.width >= 3, rect.height >= 1 else { return }
        let cells = rect.width - 2
        let marks = Self.marks(value: value, limit: limit, cells: cells)
        let inner = rect.origin.offset(x: 1)
        canvas.write("[", at: rect.origin)
        canvas.fill(
            Rect(origin: inner, size: Size(width: marks, height: 1)), with: canvas.glyphs.gaugeFull,
            style: style)
        canvas.fill(
            Rect(origin: inner.offset(x: marks), size: Size(width: cells - marks, height: 1)),
            with: canvas.glyphs.gaugeEmpty, style: .muted)
        canvas.write("]", at: rect.origin.offset(x: cells + 1))
    }
}
