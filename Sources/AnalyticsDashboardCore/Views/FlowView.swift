import Analytics
import AnalyticsTerminalKit

/// The way of events from left to right, with how many are on each stretch and how many left it there.
enum FlowView {
    static func draw(_ model: Model, on canvas: inout Canvas, in rect: Rect) {
        canvas.draw(Pane("Pipeline", isFocused: model.focus == .pipeline), in: rect)
        let inner = Pane.content(of: rect)
        let stations = stations(model)
        let columns = inner.columns(stations.map { _ in .flexible() })
        let arrow = canvas.capabilities.unicode ? "→" : ">"
        for (index, station) in stations.enumerated() {
            let column = columns[index]
            let name = index == 0 ? "  \(station.name)" : "\(arrow) \(station.name)"
            canvas.write(
                StyledLine(name, Style(.normal, .bold)), at: column.row(0).origin, width: column.width)
            canvas.write(
                StyledLine("  \(station.here)", .accent), at: column.row(1).origin, width: column.width)
            guard let lost = station.lost else { continue }
            let style: Style = lost.count > 0 ? .warning : .muted
            let words = "  \(lost.word) \(CountText.grouped(lost.count))"
            canvas.write(StyledLine(words, style), at: column.row(2).origin, width: column.width)
        }
    }

    private struct Station {
        let name: String
        let here: String
        var lost: (word: String, count: Int)?
    }

    private static func stations(_ model: Model) -> [Station] {
        let (status, lives, ledger) = (model.status, model.lives, model.status.ledger)
        func sum(_ reasons: DropReason...) -> Int { reasons.reduce(0) { $0 + lives[$1] } }
        func text(_ account: Ledger.Account) -> String { CountText.grouped(ledger[account]) }
        return [
            Station(
                name: "host",
                here: "tracked \(CountText.grouped(lives.tracked))"
                    + (lives.found > 0 ? "+\(CountText.grouped(lives.found))" : ""),
                lost: ("refused", sum(.noConsent, .switchedOff))),
            Station(
                name: "buffer",
                here: "\(status.buffer.depth) of \(CountText.grouped(status.buffer.capacity))",
                lost: ("pushed out", sum(.bufferFull))),
            Station(
                name: "policy", here: "kept \(CountText.grouped(lives.kept))",
                lost: ("dropped", sum(.sampledOut, .invalid, .tooLarge))),
            Station(
                name: "queue", here: "\(text(.waiting)) ev, \(Words.bytes(status.queueBytes))",
                lost: ("lost", sum(.diskFull, .overCap, .expired, .corrupt, .vanished))),
            Station(
                name: "upload", here: "in flight \(text(.inFlight))",
                lost: ("failures", lives.total(\.flush.failures))),
            Station(
                name: "server", here: "delivered \(CountText.grouped(lives.delivered))",
                lost: ("refused", sum(.rejected, .discarded))),
        ]
    }
}
