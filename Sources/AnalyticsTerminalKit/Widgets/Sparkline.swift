/// A graph of counts over time, newest at the right.
public struct Sparkline: Widget, Sendable {
    /// The counts, oldest first. What does not fit is cut at the old end.
    public var values: [Int]
    /// The scale; its label should stand beside the graph.
    public var scale: SparkScale
    /// How the marks look.
    public var style: Style

    /// Makes a graph. Without a scale the one that fits the values is used.
    public init(_ values: [Int], scale: SparkScale? = nil, style: Style = .accent) {
        self.values = values
        self.scale = scale ?? SparkScale(fitting: values)
        self.style = style
    }

    /// Draws over the whole rectangle: several rows give a finer graph.
    public func draw(on canvas: inout Canvas, in rect: Rect) {
        guard !rect.isEmpty else { return }
        let ramp = canvas.glyphs.ramp
        let shown = values.suffix(rect.width)
        let left = rect.maxX - shown.count
        for (index, value) in shown.enumerated() {
            var level = scale.level(of: value, levels: ramp.count * rect.height)
            var y = rect.maxY - 1
            while level > 0, y >= rect.minY {
                canvas.put(ramp[min(level, ramp.count) - 1], at: Point(x: left + index, y: y), style: style)
                level -= ramp.count
                y -= 1
            }
        }
    }
}

/// A one-row graph with its numbers: `events/s .:-=+*#  now 12  max 41  scale 50`.
public struct LabelledSparkline: Widget, Sendable {
    /// What is counted.
    public var label: String
    /// The graph.
    public var graph: Sparkline
    /// The present value.
    public var now: Int

    /// Makes a graph whose newest value is the present one, unless another is given.
    public init(_ label: String, _ graph: Sparkline, now: Int? = nil) {
        self.label = label
        self.graph = graph
        self.now = now ?? graph.values.last ?? 0
    }

    /// Draws on the first row. The numbers come before the graph when room is short.
    public func draw(on canvas: inout Canvas, in rect: Rect) {
        guard !rect.isEmpty else { return }
        let highest = CountText.grouped(max(graph.values.max() ?? 0, 0))
        let numbers = "  now \(CountText.grouped(now))  max \(highest)  scale \(graph.scale.label)"
        let head = canvas.write(label + " ", at: rect.origin, width: rect.width)
        let rest = rect.row(0).inset(left: head)
        let tail = min(numbers.count, rest.width)
        canvas.draw(graph, in: rest.inset(right: tail))
        canvas.write(numbers, in: rest.inset(left: rest.width - tail), align: .leading)
    }
}
