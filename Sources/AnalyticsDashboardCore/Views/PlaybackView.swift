import AnalyticsTerminalKit

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

    /// The caption whole: where it is longer than its row it grows upwards, over what is above.
    static func draw(caption: String, on canvas: inout Canvas, in rect: Rect) {
        let lines = Self.lines(caption, width: rect.width - 2, unicode: canvas.capabilities.unicode)
        let top = max(0, rect.minY - lines.count + 1)
        for (index, line) in lines.enumerated() {
            let row = Rect(x: rect.minX, y: top + index, width: rect.width, height: 1)
            canvas.fill(row, style: .normal)
            canvas.write(" " + line, in: row, align: .leading, style: Style(.normal, .bold))
        }
    }

    /// The text in lines of whole words; at most four, since captions must not hide what they are about.
    private static func lines(_ text: String, width: Int, unicode: Bool) -> [String] {
        var lines: [String] = [""]
        for word in text.split(separator: " ") {
            let longer = lines[lines.count - 1].isEmpty ? String(word) : "\(lines[lines.count - 1]) \(word)"
            if lines.count == 4 || !SafeText.exceeds(longer, width: width, unicode: unicode) {
                lines[lines.count - 1] = longer
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}
