import Analytics
import AnalyticsTerminalKit

/// The two lines at the top: who is recorded, where the app is, how the server behaves, whether the books are right.
enum HeaderView {
    static func draw(_ model: Model, on canvas: inout Canvas, in rect: Rect) {
        let status = model.status
        // The title gives way first, then what is as usual.
        let long = [Span(" Analytics dashboard  ", Style(.normal, .bold))]
        let short = [Span(" Analytics ", Style(.normal, .bold))]
        let usual = model.speed == 1 ? [Span("   clock x1", .muted)] : []
        let state = self.state(model)
        let terse = self.state(model, .terse)
        let bare = self.state(model, .bare)
        let candidates = [
            long + state + usual, short + state + usual, long + state, short + state, short + terse, terse,
            bare,
        ].map(StyledLine.init)
        let unicode = canvas.capabilities.unicode
        let first = candidates.first { $0.width(unicode: unicode) <= rect.width } ?? StyledLine(bare)
        canvas.write(first, at: rect.row(0).origin, width: rect.width)

        let install = status.installID.map { "\($0.prefix(6)).." } ?? "none"
        let session = status.session.map { "\($0.id.prefix(5)) @\(Words.time($0.started))" } ?? "none"
        let (second, books) = (rect.row(1), books(model))
        let who = StyledLine([
            Span(" server "), server(model.collector), Span("  install \(install)"),
            Span(status.isUserPresent ? "+user" : "", .good),
        ])
        let whole = StyledLine(who.spans + [Span("  session \(session)")])
        let room = max(0, second.width - books.text.count - 1)
        canvas.write(whole.width(unicode: unicode) <= room ? whole : who, at: second.origin, width: room)
        // At the right and whole at any width: a difference must never be what is cut off.
        canvas.write(StyledLine([books]), at: Point(x: second.maxX - books.text.count, y: second.minY))
    }

    private static func server(_ collector: CollectorSummary) -> Span {
        guard collector.isOurs else { return Span(collector.fault) }
        return Span(collector.fault, collector.fault == "200" ? .good : .bad)
    }

    /// How the view stands, everything that it is at once.
    private static func modes(_ model: Model) -> [Span] {
        var spans: [Span] = []
        if let behind = model.behind {
            spans.append(Span("PAUSED, \(behind.count) behind", Style(.warning, .reverse)))
        }
        if model.isAutopilotOn { spans.append(Span("AUTOPILOT", .accent)) }
        if model.isReadOnly { spans.append(Span("READ-ONLY", .accent)) }
        if spans.isEmpty { spans.append(Span("LIVE", .good)) }
        if model.isRecording { spans.append(Span("REC", Style(.bad, .reverse))) }
        return spans.flatMap { [$0, Span(" ")] }.dropLast()
    }

    /// How many words there is room for.
    private enum Length { case whole, terse, bare }

    /// What decides at present, and whatever is not as usual.
    private static func state(_ model: Model, _ length: Length = .whole) -> [Span] {
        let status = model.status
        let gap = length == .bare ? " " : "  "
        var spans = modes(model)
        spans += [
            Span(length == .whole ? "   consent " : gap),
            Span(status.consent.rawValue.uppercased(), status.consent == .granted ? .good : .warning),
            Span((length == .whole ? "   app " : gap) + status.lifecycle.rawValue.uppercased()),
        ]
        if let left = status.backgroundTimeLeft { spans.append(Span(" \(Words.span(milliseconds: left))")) }
        if model.speed == 0 {
            spans.append(Span("\(gap)clock stands", .warning))
        } else if model.speed != 1 {
            spans.append(Span("\(gap)\(length == .bare ? "" : "clock ")x\(model.speed)", .warning))
        }
        if status.remote?.isEnabled == false { spans.append(Span("\(gap)OFF", Style(.warning, .reverse))) }
        switch status.conditions.network {
        case .normal: break
        case .constrained:
            spans.append(Span(gap + (length == .bare ? "LOW DATA" : "CONSTRAINED"), .warning))
        case .offline: spans.append(Span("\(gap)OFFLINE", .warning))
        }
        if status.conditions.isLowPower {
            spans.append(Span(gap + (length == .bare ? "LOW PWR" : "LOW POWER"), .warning))
        }
        if let disk = model.disk.word {
            spans.append(Span(gap + (length == .bare ? disk : "DISK \(disk)"), .bad))
        }
        return spans
    }

    private static func books(_ model: Model) -> Span {
        let imbalance = model.lives.imbalance
        if imbalance != 0 { return Span("UNBALANCED \(imbalance)", Style(.bad, .reverse)) }
        guard let audit = model.audit else { return Span("books not audited", .muted) }
        let findings = audit.result.findings.count
        if findings > 0 { return Span("UNBALANCED \(findings)", Style(.bad, .reverse)) }
        return Span("books ok \(Words.time(audit.time))", .good)
    }
}
