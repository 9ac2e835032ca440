import AnalyticsTerminalKit
import CAnalyticsCurses

/// Brings canvases to the screen and remembers the last, so that an equal one costs no byte.
struct Painter {
    private var painted: Canvas?
    private var buffer: [analytics_curses_cell] = []

    /// The screen's content is not known any more: the next frame is sent whole.
    mutating func forget() { painted = nil }

    mutating func paint(_ canvas: Canvas) {
        let last = painted?.extent == canvas.extent ? painted : nil
        var changed = last == nil
        if last == nil { analytics_curses_screen_erase() }
        for y in 0..<canvas.extent.height {
            let row = canvas.row(y)
            if let last, last.row(y) == row { continue }
            changed = true
            buffer.removeAll(keepingCapacity: true)
            for cell in row { buffer.append(Self.convert(cell)) }
            analytics_curses_screen_row(Int32(y), buffer, Int32(buffer.count))
        }
        guard changed else { return }
        analytics_curses_screen_show(last == nil)
        painted = canvas
    }

    private static func convert(_ cell: Cell) -> analytics_curses_cell {
        analytics_curses_cell(
            scalar: cell.symbol.scalar.value, first_mark: cell.symbol.firstMark.value,
            second_mark: cell.symbol.secondMark.value, width: cell.symbol.width,
            role: cell.style.role.rawValue, attributes: cell.style.attributes.rawValue)
    }
}
