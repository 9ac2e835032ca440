import Analytics
import AnalyticsTerminalKit
import AnalyticsTesting

/// The audit: ledger, files and collector side by side, and every difference in words.
enum BooksView {
    static func draw(_ model: Model, on canvas: inout Canvas, in screen: Rect) {
        guard let (audit, lives, time) = model.audit else { return }
        let width = min(screen.width, 74)
        let lines = lines(audit, lives).flatMap {
            $0.wrapped(width: width - 3, unicode: canvas.capabilities.unicode)
        }
        let size = Size(width: width, height: min(screen.height, lines.count + 2))
        let rect = screen.centered(size)
        canvas.fill(rect, style: .normal)
        canvas.draw(Pane("Books \(Words.time(time)): any key closes", isFocused: true), in: rect)
        canvas.write(rows: lines, in: Pane.content(of: rect))
    }

    private static func lines(_ audit: LedgerAudit, _ lives: Lives) -> [StyledLine] {
        let ledger = audit.ledger
        let onDisk = ledger[.waiting] + ledger[.inFlight]
        var lines = [
            row("", "ledger", "files", "collector", style: .muted),
            row("in memory", "\(ledger[.buffered] + ledger[.inHand])", "-", "-"),
            row("on disk", "\(onDisk)", "\(audit.linesOnDisk) in \(audit.files)", "-"),
            row(
                "delivered", "\(lives.delivered)", "-",
                audit.collected.map { "\($0.unique) unique" } ?? "-"),
            row("repeats", "-", "-", audit.collected.map { "\($0.duplicates)" } ?? "-"),
            row("dropped", "\(lives.dropped)", "-", "-"),
            row("install ID", "-", audit.hasInstallID ? "present" : "none", "-"),
            StyledLine(
                "came in: \(lives.tracked) tracked + \(lives.found) found at launch"
                    + (lives.earlier.isEmpty
                        ? ""
                        : "; \(lives.lostInCrashes) lost in \(CountText.of(lives.earlier.count, "crash", "crashes"))")
            ),
        ]
        if let collected = audit.collected, collected.unique > lives.delivered {
            let early = CountText.of(collected.unique - lives.delivered, "event", "events")
            lines.append(StyledLine("\(early) arrived without an answer: sent again, a repeat then", .muted))
        }
        if audit.isBalanced {
            lines.append(StyledLine("Books ok: \(audit.agreement).", .good))
        } else {
            lines += audit.findings.map { StyledLine("! \($0)", Style(.bad, .reverse)) }
        }
        return lines
    }

    private static func row(
        _ name: String, _ ledger: String, _ files: String, _ collector: String, style: Style = .normal
    ) -> StyledLine {
        StyledLine(
            Words.left(name, width: 11) + Words.right(ledger, width: 12) + Words.right(files, width: 15)
                + Words.right(collector, width: 17), style)
    }
}

extension LedgerAudit {
    /// What was compared and agrees, in words.
    var agreement: String {
        guard comparesFiles else {
            return "as far as they can be compared: the tracker cannot read the files now"
        }
        return collected == nil
            ? "ledger and files agree; the server's counts cannot be seen from here"
            : "ledger, files and collector agree"
    }
}
