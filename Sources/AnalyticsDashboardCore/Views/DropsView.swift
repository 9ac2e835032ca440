import Analytics
import AnalyticsTerminalKit

/// Drops by reason: a bar for each of the largest, the rest in words; none that is not zero is hidden.
enum DropsView {
    static func draw(_ model: Model, on canvas: inout Canvas, in rect: Rect) {
        let ledger = model.lives
        let inner = frame(model, on: &canvas, in: rect)
        let order = order(ledger)
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
        draw(order.dropFirst(bars), of: ledger, on: &canvas, in: inner.inset(left: 1, top: bars))
    }

    /// The reasons that are not zero, each with what it means; as many as there is room for, the rest in words.
    static func drawLarge(_ model: Model, on canvas: inout Canvas, in rect: Rect) {
        let ledger = model.lives
        let inner = frame(model, on: &canvas, in: rect)
        let order = order(ledger)
        let unicode = canvas.capabilities.unicode
        let most = min(order.filter { ledger[$0] > 0 }.count, max(0, inner.height))
        let count = lines(order, upTo: most, ledger: ledger, size: inner.size, unicode: unicode)
        for (index, reason) in order.prefix(count).enumerated() {
            let name = " \(Words.left(reason.rawValue, width: 11)) "
            let number = Words.right(CountText.grouped(ledger[reason]), width: 9)
            canvas.write(
                [Span(name), Span(number, .warning), Span("  \(reason.meaning)", .muted)],
                at: inner.row(index).origin, width: inner.width)
        }
        draw(order.dropFirst(count), of: ledger, on: &canvas, in: inner.inset(left: 1, top: count))
    }

    /// Room for every reason that is not zero, and for the others in two lines of words.
    static func largeHeight(_ model: Model, width: Int) -> Int {
        let ledger = model.lives
        return max(6, DropReason.allCases.filter { ledger[$0] > 0 }.count + (width < 70 ? 5 : 4))
    }

    private static func frame(_ model: Model, on canvas: inout Canvas, in rect: Rect) -> Rect {
        let title = "Drops \(CountText.grouped(model.lives.dropped))"
        canvas.draw(Pane(title, isFocused: model.focus == .drops), in: rect)
        return Pane.content(of: rect)
    }

    /// The largest first.
    private static func order(_ ledger: Lives) -> [DropReason] {
        DropReason.allCases.enumerated().sorted {
            (-ledger[$0.element], $0.offset) < (-ledger[$1.element], $1.offset)
        }.map(\.element)
    }

    private static func draw(
        _ reasons: ArraySlice<DropReason>, of ledger: Lives, on canvas: inout Canvas, in rect: Rect
    ) {
        canvas.draw(WrappedText(words(reasons, ledger: ledger), style: .muted), in: rect)
    }

    /// As many bars as leave room for every reason that is not zero, four at most.
    private static func bars(_ order: [DropReason], ledger: Lives, size: Size, unicode: Bool) -> Int {
        lines(order, upTo: max(0, min(4, size.height - 2)), ledger: ledger, size: size, unicode: unicode)
    }

    /// As many lines for a reason each, up to `most`, as leave room for the words of every other that is not zero.
    private static func lines(
        _ order: [DropReason], upTo most: Int, ledger: Lives, size: Size, unicode: Bool
    ) -> Int {
        (0...most).last { bars in
            let rest = words(order.dropFirst(bars).filter { ledger[$0] > 0 }[...], ledger: ledger)
            return TextWrap.lines(rest, width: size.width - 1, unicode: unicode).count <= size.height - bars
        } ?? 0
    }

    private static func words(_ reasons: ArraySlice<DropReason>, ledger: Lives) -> String {
        reasons.map { "\($0.rawValue) \(CountText.grouped(ledger[$0]))" }.joined(separator: " ")
    }
}

extension DropReason {
    /// What it means, in the operator's words.
    fileprivate var meaning: String {
        switch self {
        case .noConsent: "tracked without a yes"
        case .switchedOff: "tracked while the remote switch was off"
        case .sampledOut: "this install is outside the event's rate"
        case .invalid: "name or schema version breaks the rules"
        case .tooLarge: "over the size limit of an event"
        case .bufferFull: "pushed out of memory by newer ones"
        case .diskFull: "the disk had no room or refused"
        case .overCap: "the oldest, when the queue passed its limit"
        case .expired: "waited longer than the queue keeps"
        case .corrupt: "its line on disk was damaged or torn"
        case .vanished: "its file was deleted from outside"
        case .rejected: "the server refused it, not its batch"
        case .discarded: "the server refused the batch for good"
        case .erased: "consent was withdrawn"
        }
    }
}
