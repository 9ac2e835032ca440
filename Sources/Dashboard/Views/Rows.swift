import TerminalKit

extension Canvas {
    /// Writes lines one below the other, a column in from the left; those without room are left out.
    mutating func write(rows lines: some Sequence<StyledLine>, in rect: Rect) {
        for (index, line) in lines.prefix(rect.height).enumerated() {
            write(line, at: rect.row(index).origin.offset(x: 1), width: max(0, rect.width - 1))
        }
    }
}
