import Analytics
import TerminalKit

/// Drops by reason: a bar for each of the largest, the rest in words; none that is not zero is hidden.
enum DropsView {
    static func draw(_ model: Model, on canvas: inout Canvas, in rect: Rect) {
        let ledger = model.lives
        canvas.draw(
            Pane("Drops \(CountText.grouped(ledger.dropped))", isFocused: model.focus == .drops), in: rect)
        let inner = Pane.content(of: rect)
        let order = DropReason.allCases.enumerated().sorted {
            (-ledger[$0.element], $0.offset) < (-ledger[$1.element], $1.offset)
        }.map(\.element)
        let unicode = canvas.capabilities.unicode
        let bars = bars(order, ledger: ledger, size: inner.size, unicode: unicode)
        let limit = order.first.map { ledger[$0] } ?? 0
        for (index, reason) in order.prefix(bars).enumerated() {
            canvas.draw(
                BarRow(
                    " " + reason.rawValue, value: ledger[reason], limit: max(1, limit),
                    style: ledger[reason] > 0 ? .warning : .muted),
                in: inner.row(index))
        }
        let rest = words(order.dropFirst(bars), ledger: ledger)
        let lines = Rect(
            x: inner.minX + 1, y: inner.minY + bars, width: max(0, inner.width - 1),
            height: inner.height - bars)
        canvas.draw(WrappedText(rest, style: .muted), in: lines)
    }

    /// As many bars as leave room for every reason that is not zero, four at most.
    private static func bars(_ order: [DropReason], ledger: Lives, size: Size, unicode: Bool) -> Int {
        let most = max(0, min(4, size.height - 2))
        return (0...most).last { bars in
            let rest = words(order.dropFirst(bars).filter { ledger[$0] > 0 }[...], ledger: ledger)
            return TextWrap.lines(rest, width: size.width - 1, unicode: unicode).count <= size.height - bars
        } ?? 0
    }

    private static func words(_ reasons: ArraySlice<DropReason>, ledger: Lives) -> String {
        reasons.map { "\($0.rawValue) \(ledger[$0])" }.joined(separator: " ")
    }
}
