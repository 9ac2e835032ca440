import AnalyticsTerminalKit

/// The last minutes: events a second, and bytes on disk, each with the number at the top of its scale.
enum GraphsView {
    static func draw(_ model: Model, on canvas: inout Canvas, in rect: Rect) {
        let columns = rect.columns([.flexible(), .flexible()], overlap: 1)
        let rates = model.rates.values
        draw(
            rates, title: "Events a second", now: "now \(rates.last ?? 0)", top: { CountText.grouped($0) },
            on: &canvas, in: columns[0])
        let sizes = model.queueSizes.values
        draw(
            sizes, title: "Bytes on disk", now: "now \(Words.bytes(sizes.last ?? 0))", top: Words.bytes,
            on: &canvas, in: columns[1])
    }

    private static func draw(
        _ values: [Int], title: String, now: String, top: (Int) -> String, on canvas: inout Canvas,
        in rect: Rect
    ) {
        let inner = Pane.content(of: rect)
        let shown = Array(values.suffix(inner.width))
        let scale = SparkScale(fitting: shown)
        canvas.draw(Pane(title, trailing: "\(now)  scale \(top(scale.top))"), in: rect)
        canvas.draw(Sparkline(shown, scale: scale), in: inner)
    }
}
