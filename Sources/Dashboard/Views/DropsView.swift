import Analytics
import TerminalKit

/// Drops by reason: a bar for each of the largest, the rest in words; none that is not zero is hidden.
enum DropsView {
    static func draw(_ model: Model, on canvas: inout Canvas, in rect: Rect) {
        let ledger = model.status.ledger
        canvas.draw(Pane("Drops \(CountText.grouped(ledger.dropped))"), in: rect)
        let inner = Pane.content(of: rect)
        let order = DropReason.allCases.enumerated().sorted {
            (-ledger[$0.element], $0.offset) < (-ledger[$1.element], $1.offset)
        }.map(\.element)
        let bars = max(0, min(4, inner.height - 2))
        let limit = order.first.map { ledger[$0] } ?? 0
        for (index, reason) in order.prefix(bars).enumerated() {
            canvas.draw(
                BarRow(
                    " " + reason.rawValue, value: ledger[reason], limit: max(1, limit),
                    style: ledger[reason] > 0 ? .warning : .muted),
                in: inner.row(index))
        }
        let rest = order.dropFirst(bars).map { "\($0.rawValue) \(ledger[$0])" }.joined(separator: " ")
        let lines = Rect(
            x: inner.minX + 1, y: inner.minY + bars, width: max(0, inner.width - 1),
            height: inner.height - bars)
        canvas.draw(WrappedText(rest, style: .muted), in: lines)
    }
}
