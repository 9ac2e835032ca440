import Analytics
import AnalyticsTerminalKit

/// How many events came in, how many wait in memory, what was kept, and how many a second.
enum PipelineView {
    static func draw(_ model: Model, on canvas: inout Canvas, in rect: Rect) {
        canvas.draw(Pane("Pipeline", isFocused: model.focus == .pipeline), in: rect)
        let inner = Pane.content(of: rect)
        let (status, lives) = (model.status, model.lives)
        let first = inner.row(0)
        let isNarrow = first.width < 68
        let (label, start, cells) = isNarrow ? ("buf", 16, 6) : ("buffer", 19, 12)
        canvas.write(
            " tracked \(CountText.grouped(lives.tracked))" + (lives.found > 0 ? "+\(lives.found)" : ""),
            at: first.origin,
            width: start - 1)
        canvas.write(label, at: first.origin.offset(x: start))
        let gauge = start + label.count + 1
        canvas.draw(
            Gauge(value: status.buffer.depth, limit: status.buffer.capacity),
            in: Rect(x: first.minX + gauge, y: first.minY, width: cells, height: 1))
        let gap = isNarrow ? " " : "  "
        canvas.write(
            "\(status.buffer.depth)/\(status.buffer.capacity)\(gap)kept \(CountText.grouped(lives.kept))"
                + "\(gap)drop \(CountText.grouped(lives.dropped))",
            at: first.origin.offset(x: gauge + cells + 1), width: max(0, first.width - gauge - cells - 1))
        let delivered = "  delivered \(CountText.grouped(lives.delivered))"
        let second = inner.row(1).inset(left: 1)
        canvas.draw(
            LabelledSparkline("events/s", Sparkline(model.rates.values.suffix(60))),
            in: second.inset(right: delivered.count + 1))
        canvas.write(delivered, in: second.inset(left: second.width - delivered.count - 1), align: .leading)
    }
}
