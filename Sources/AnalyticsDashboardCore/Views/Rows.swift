import AnalyticsTerminalKit

extension Canvas {
    /// Writes lines one below the other, a column in from the left; those without room are left out.
    mutating func write(rows lines: some Sequence<StyledLine>, in rect: Rect) {
        for (index, line) in lines.prefix(rect.height).enumerated() {
            write(line, at: rect.row(index).origin.offset(x: 1), width: max(0, rect.width - 1))
        }
    }
}

extension StyledLine {
    /// The line in as many rows of this width as it needs; what does not fit in one takes the style of its beginning.
    func wrapped(width: Int, unicode: Bool) -> [StyledLine] {
        guard self.width(unicode: unicode) > width else { return [self] }
        // What goes on stands further in than where it began.
        let indent = String(text.prefix { $0 == " " })
        let more = indent.isEmpty ? "" : indent + "  "
        return TextWrap.lines(text, width: max(1, width - more.count), unicode: unicode).enumerated().map {
            StyledLine(($0 == 0 ? indent : more) + $1, spans.first?.style ?? .normal)
        }
    }
}
