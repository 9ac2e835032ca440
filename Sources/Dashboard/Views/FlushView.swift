import Analytics
import TerminalKit

/// What sending does, and in the operator's words why nothing is being sent.
enum FlushView {
    static func draw(_ model: Model, on canvas: inout Canvas, in rect: Rect) {
        canvas.draw(Pane("Flush", isFocused: model.focus == .flush), in: rect)
        let inner = Pane.content(of: rect)
        // What holds the sending up must be readable to its end, however narrow the pane.
        let rows = lines(model.status.flush, model: model).flatMap { line in
            let parts = TextWrap.lines(
                line.text, width: inner.width - 1, unicode: canvas.capabilities.unicode)
            return parts.count < 2 ? [line] : parts.map { StyledLine($0, line.spans.first?.style ?? .normal) }
        }
        canvas.write(rows: rows, in: inner)
    }

    private static func lines(_ flush: FlushStatus, model: Model) -> [StyledLine] {
        var lines: [StyledLine] = [phase(flush)]
        let unread = model.status.segments.reduce(0) { $0 + ($1.state == .unreadable ? $1.events : 0) }
        if unread > 0 { lines.append(StyledLine("\(unread) events on disk cannot be read now", .warning)) }
        if flush.gates.isEmpty, unread == 0 {
            lines.append(StyledLine("nothing stands in the way", .muted))
        } else {
            lines += flush.gates.map { StyledLine("\($0)", .warning) }
        }
        if let backoff = flush.backoff {
            lines.append(
                "next try  \(Words.countdown(milliseconds: backoff.left)) of \(Words.countdown(milliseconds: backoff.delay))"
            )
        } else if let timer = flush.nextTimer {
            lines.append("next look \(Words.countdown(milliseconds: timer.left)) (\(timer.trigger.rawValue))")
        }
        let ledger = model.status.ledger
        lines.append("in flight \(ledger[.inFlight])   waiting \(CountText.grouped(ledger[.waiting])) ev")
        if model.collector.isOurs {
            lines.append("collector \(model.collector.unique) unique, \(model.collector.duplicates) dup")
        }
        if let success = flush.lastSuccess {
            let cost = "\(Words.bytes(success.bytes)) \(success.duration)ms"
            lines.append(
                StyledLine("last ok \(Words.time(success.time)) \(success.events) ev \(cost)", .normal))
        }
        let triggers = flush.triggers.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        lines.append(
            StyledLine("triggers " + (triggers.isEmpty ? "none" : triggers.joined(separator: " ")), .muted))
        return lines
    }

    private static func phase(_ flush: FlushStatus) -> StyledLine {
        switch flush.phase {
        case .idle: StyledLine("idle: nothing waits", .muted)
        case .waiting: StyledLine("WAITING for a trigger", .accent)
        case .sending: StyledLine("SENDING (\(flush.round?.rawValue ?? ""))", .good)
        case .backingOff: StyledLine("! BACKING OFF   failure \(flush.backoff?.failures ?? 0)", .bad)
        case .held: StyledLine("! HELD, nothing is sent:", .warning)
        }
    }
}
