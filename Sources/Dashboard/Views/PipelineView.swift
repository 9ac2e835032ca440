import Analytics
import TerminalKit

/// How many events came in, how many wait in memory, what was kept, and how many a second.
enum PipelineView {
    static func draw(_ model: Model, on canvas: inout Canvas, in rect: Rect) {
        canvas.draw(Pane("Pipeline"), in: rect)
        let inner = Pane.content(of: rect)
        let (status, ledger) = (model.status, model.status.ledger)
        let first = inner.row(0)
        canvas.write(
            " tracked \(CountText.grouped(ledger.tracked + ledger.recovered))", at: first.origin, width: 18)
        canvas.write("buffer", at: first.origin.offset(x: 19))
        canvas.draw(
            Gauge(value: status.buffer.depth, limit: status.buffer.capacity),
            in: Rect(x: first.minX + 26, y: first.minY, width: 12, height: 1))
        canvas.write(
            "\(status.buffer.depth)/\(status.buffer.capacity)  kept \(CountText.grouped(status.kept))"
                + "  drop \(CountText.grouped(ledger.dropped))",
            at: first.origin.offset(x: 39), width: max(0, first.width - 39))
        let second = inner.row(1)
        canvas.write(" events/s", at: second.origin)
        let graph = max(10, second.width - 48)
        let values = Array(model.rates.values.suffix(graph))
        canvas.draw(Sparkline(values), in: Rect(x: second.minX + 10, y: second.minY, width: graph, height: 1))
        canvas.write(
            "now \(model.rates.values.last ?? 0)  max \(model.rates.values.max() ?? 0)"
                + "  delivered \(CountText.grouped(ledger[.delivered]))",
            at: second.origin.offset(x: graph + 12), width: max(0, second.width - graph - 12))
    }
}
