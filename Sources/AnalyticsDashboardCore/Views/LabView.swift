import Analytics
import AnalyticsTerminalKit

/// The lab: a value and what the scrubber says, a rate and the share that it keeps, and how long `track()` takes.
enum LabView {
    static func draw(_ lab: Lab, of model: Model, on canvas: inout Canvas, in screen: Rect) {
        let rect = screen.centered(Size(width: min(screen.width, 100), height: min(screen.height, 26)))
        canvas.fill(rect, style: .normal)
        canvas.draw(Pane("Lab: Tab to the other line, Esc leaves", isFocused: true), in: rect)
        let inner = Pane.content(of: rect)
        var row = 0
        func field(_ label: String, _ field: TextField, _ line: Lab.Line) {
            let isHere = lab.line == line
            if isHere {
                canvas.draw(TextFieldRow(" > \(label) ", field), in: inner.row(row))
            } else {
                canvas.write(
                    [Span("   \(label) ", .muted), Span(field.text)], at: inner.row(row).origin,
                    width: inner.width)
            }
            row += 1
        }
        func say(_ text: String, _ style: Style) {
            let unicode = canvas.capabilities.unicode
            for part in TextWrap.lines(text, width: inner.width - 3, unicode: unicode)
            where row < inner.height {
                canvas.write(
                    StyledLine(part, style), at: inner.row(row).origin.offset(x: 3), width: inner.width - 3)
                row += 1
            }
        }
        field("value or key=value:", lab.value, .value)
        for line in lab.judgement(by: model.lab) {
            say(line.text, line.isRemoved ? .warning : .good)
        }
        field("sampling rate, key:", lab.rate, .rate)
        say(lab.answer, .normal)
        guard let times = model.status.callTimes, let half = times.quantile(0.5),
            let most = times.quantile(0.99)
        else {
            return say("track(): no call was measured yet", .muted)
        }
        say(
            "track() \(CountText.grouped(times.calls)) calls: half under \(Words.span(nanoseconds: half)), "
                + "99 % under \(Words.span(nanoseconds: most)), longest \(Words.span(nanoseconds: times.longest))",
            Style(.normal, .bold))
        bars(times, on: &canvas, in: inner.inset(left: 3, top: row))
    }

    /// A bar for each bucket from the first to the last that is not empty, as far as there is room.
    private static func bars(_ times: CallTimes, on canvas: inout Canvas, in rect: Rect) {
        let limit = max(1, times.counts.max() ?? 1)
        guard let first = times.counts.firstIndex(where: { $0 > 0 }),
            let last = times.counts.lastIndex(where: { $0 > 0 })
        else { return }
        for (row, index) in (first...last).prefix(rect.height).enumerated() {
            let bound = CallTimes.bounds.indices.contains(index) ? CallTimes.bounds[index] : nil
            let label = bound.map { "under \(Words.span(nanoseconds: $0))" } ?? "longer"
            canvas.draw(
                BarRow(label, value: times.counts[index], limit: limit, labelWidth: 13, style: .accent),
                in: rect.row(row))
        }
    }
}
