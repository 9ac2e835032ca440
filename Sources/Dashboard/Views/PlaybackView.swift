import TerminalKit

/// In the footer's place while a scenario plays: where it is, and how to take over.
enum PlaybackView {
    static func draw(_ playback: Playback, on canvas: inout Canvas, in rect: Rect) {
        let way = " any key takes over"
        let left = max(0, rect.width - way.count)
        canvas.write(
            [Span("PLAYING \(playback.place)  ", .accent), Span(playback.step)], at: rect.origin, width: left)
        canvas.write(
            StyledLine(way, .muted), at: Point(x: rect.minX + left, y: rect.minY), width: rect.width - left)
    }
}
