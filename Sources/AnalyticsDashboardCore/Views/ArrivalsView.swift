import AnalyticsTerminalKit

/// What came to the collector, the newest first, in the words of `collect`.
enum ArrivalsView {
    static func draw(_ model: Model, on canvas: inout Canvas, in inner: Rect) {
        let lines = model.shownArrivals
        guard !lines.isEmpty else {
            let why =
                model.collector.isOurs
                ? "Nothing has arrived." : "What arrives there cannot be seen from here."
            return canvas.write(rows: [StyledLine(why, .muted)], in: inner)
        }
        let list = (model.lists[.collector] ?? ListState()).scrolled(
            count: lines.count, height: inner.height)
        canvas.write(rows: lines.dropFirst(list.offset).map { StyledLine($0, style(of: $0)) }, in: inner)
        guard model.isSelecting(in: .collector) else { return }
        canvas.emphasize(inner.row(list.selection - list.offset), .reverse)
    }

    /// By the word that follows the time.
    private static func style(of line: String) -> Style {
        switch line.split(separator: " ").dropFirst().first {
        case "request", "answered": .accent
        case "event": .good
        case "bad", "gap", "stray", "left": .bad
        case "duplicate", "rejected": .warning
        default: .normal
        }
    }
}
