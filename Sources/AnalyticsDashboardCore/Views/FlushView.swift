import Analytics
import AnalyticsTerminalKit

/// What sending does, and in the operator's words why nothing is being sent.
enum FlushView {
    static func draw(_ model: Model, on canvas: inout Canvas, in rect: Rect) {
        canvas.draw(Pane("Flush", isFocused: model.focus == .flush), in: rect)
        let inner = Pane.content(of: rect)
        // What holds the sending up must be readable to its end, however narrow the pane.
        let rows = lines(model.status.flush, model: model).map { line, canGiveWay in
            (line.wrapped(width: inner.width - 1, unicode: canvas.capabilities.unicode), canGiveWay)
        }
        // Where there is no room for all, what can also be seen elsewhere gives way.
        let isTight = rows.reduce(0) { $0 + $1.0.count } > inner.height
        canvas.write(rows: rows.filter { !isTight || !$0.1 }.flatMap(\.0), in: inner)
    }

    private static func lines(
        _ flush: FlushStatus, model: Model
    ) -> [(line: StyledLine, canGiveWay: Bool)] {
        gates(flush, model: model).map { ($0, false) } + counts(flush, model: model)
    }

    /// Whether anything is sent, and why not.
    private static func gates(_ flush: FlushStatus, model: Model) -> [StyledLine] {
        let unread = model.status.segments.reduce(0) { $0 + ($1.state == .unreadable ? $1.events : 0) }
        var lines: [StyledLine] = [phase(flush, unread: unread)]
        if unread > 0 {
            lines.append(
                StyledLine("\(CountText.of(unread, "event", "events")) on disk cannot be read now", .warning))
        }
        if flush.gates.isEmpty, unread == 0 {
            lines.append(StyledLine("nothing stands in the way", .muted))
        } else {
            lines += flush.gates.map { StyledLine("\($0)", .warning) }
        }
        // Where another gate is closed, the end of a backoff would bring nothing about.
        if let timer = flush.nextTimer, flush.phase != .held { lines.append(next(timer, flush.backoff)) }
        if let asked = flush.backoff?.retryAfter {
            lines.append(StyledLine("Retry-After \((asked + 999) / 1_000) s, asked by the server"))
        }
        return lines
    }

    private static func counts(
        _ flush: FlushStatus, model: Model
    ) -> [(line: StyledLine, canGiveWay: Bool)] {
        let ledger = model.status.ledger
        var lines: [(line: StyledLine, canGiveWay: Bool)] = [
            ("in flight \(ledger[.inFlight])   waiting \(CountText.grouped(ledger[.waiting])) ev", false)
        ]
        if model.collector.isOurs {
            let (unique, duplicates) = (model.collector.unique, model.collector.duplicates)
            lines.append(("collector \(unique) unique, \(duplicates) dup", true))
        }
        if let success = flush.lastSuccess {
            let cost = "\(Words.bytes(success.bytes)) \(success.duration)ms"
            lines.append(
                ("last ok \(Words.time(success.time)) \(success.events) ev \(cost)", false))
        }
        let triggers = flush.triggers.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        lines.append(
            (
                StyledLine(
                    "triggers " + (triggers.isEmpty ? "none" : triggers.joined(separator: " ")), .muted),
                false
            ))
        return lines
    }

    /// What the engine waits for by itself.
    private static func next(_ timer: FlushStatus.NextTimer, _ backoff: FlushStatus.BackoffStatus?)
        -> StyledLine
    {
        let left = Words.countdown(milliseconds: timer.left)
        switch timer.trigger {
        case .retry:
            let whole = backoff.map { " of \(Words.countdown(milliseconds: $0.delay))" } ?? ""
            return StyledLine("next try  \(left)\(whole)")
        // Enough wait: nothing but the launch, which is still young, holds them.
        case .count, .launch: return StyledLine("next send \(left), after the launch")
        case .interval, .background, .flush, .network:
            return StyledLine("next look \(left) (\(timer.trigger.rawValue))")
        }
    }

    private static func phase(_ flush: FlushStatus, unread: Int) -> StyledLine {
        switch flush.phase {
        case .idle where unread > 0: StyledLine("! HELD, nothing is sent:", .warning)
        case .idle: StyledLine("idle: nothing waits", .muted)
        case .waiting: StyledLine("WAITING for a trigger", .accent)
        case .sending: StyledLine("SENDING (\(flush.round?.rawValue ?? ""))", .good)
        case .backingOff: StyledLine("! BACKING OFF   failure \(flush.backoff?.failures ?? 0)", .bad)
        case .held: StyledLine("! HELD, nothing is sent:", .warning)
        }
    }
}
