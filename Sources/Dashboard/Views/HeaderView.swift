import Analytics
import TerminalKit

/// The two lines at the top: who is recorded, where the app is, how the server behaves, whether the books are right.
enum HeaderView {
    static func draw(_ model: Model, on canvas: inout Canvas, in rect: Rect) {
        let status = model.status
        let mode = model.isPaused ? Span("PAUSED", Style(.warning, .reverse)) : Span("LIVE", .good)
        let consent = Span(
            status.consent.rawValue.uppercased(), status.consent == .granted ? .good : .warning)
        let clock =
            model.speed == 1 ? Span("   clock x1", .muted) : Span("   clock x\(model.speed)", .warning)
        var app = status.lifecycle.rawValue.uppercased()
        if let left = status.backgroundTimeLeft { app += " \(Words.span(milliseconds: left)) left" }
        let first =
            [
                Span(rect.width < 70 ? " Analytics   " : " Analytics dashboard    ", Style(.normal, .bold)),
                mode, "   consent ", consent,
                Span("   app \(app)"), clock,
            ] + deviations(status)
        canvas.write(StyledLine(first), at: rect.row(0).origin, width: rect.width)
        let install = status.installID.map { "\($0.prefix(6)).." } ?? "none"
        let session = status.session.map { "\($0.id.prefix(5)) @\(Words.time($0.started))" } ?? "none"
        let (second, books) = (rect.row(1), books(model))
        canvas.write(
            [
                Span(" server "), server(model.collector),
                Span("  install \(install)  session \(session)"),
            ], at: second.origin, width: max(0, second.width - books.text.count - 1))
        // At the right and whole at any width: a difference must never be what is cut off.
        canvas.write(StyledLine([books]), at: Point(x: second.maxX - books.text.count, y: second.minY))
    }

    private static func server(_ collector: CollectorSummary) -> Span {
        guard collector.isOurs else { return Span(collector.fault) }
        return Span(collector.fault, collector.fault == "200" ? .good : .bad)
    }

    /// Whatever is not as usual in the tracker's world.
    private static func deviations(_ status: TrackerStatus) -> [Span] {
        var spans: [Span] = []
        if status.conditions.network != .normal {
            spans.append(Span("  net \(status.conditions.network.rawValue.uppercased())", .warning))
        }
        if status.conditions.isLowPower { spans.append(Span("  LOW POWER", .warning)) }
        if status.remote?.isEnabled == false { spans.append(Span("  SWITCHED OFF", .warning)) }
        if status.isUserPresent { spans.append(Span("  user yes", .good)) }
        return spans
    }

    private static func books(_ model: Model) -> Span {
        let imbalance = model.status.ledger.imbalance
        if imbalance != 0 { return Span("UNBALANCED \(imbalance)", Style(.bad, .reverse)) }
        guard let audit = model.audit else { return Span("books not audited", .muted) }
        if audit.findings > 0 { return Span("UNBALANCED \(audit.findings)", Style(.bad, .reverse)) }
        return Span("books ok \(Words.time(audit.time))", .good)
    }
}
