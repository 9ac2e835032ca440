import Analytics
import AnalyticsTerminalKit
import AnalyticsTesting

/// One line of a list, whole: an event's way, or whatever else it was about.
enum OpenedView {
    static func draw(_ opened: Model.Opened, of model: Model, on canvas: inout Canvas, in rect: Rect) {
        let inner = Pane.content(of: rect)
        let lines = lines(of: model, width: inner.width, unicode: canvas.capabilities.unicode)
        let offset = min(model.openedList.selection, max(0, lines.count - inner.height))
        let part =
            lines.count > inner.height
            ? "\(offset + 1)-\(offset + inner.height) of \(lines.count)" : nil
        canvas.draw(Pane("\(title(opened)); Esc goes back", trailing: part, isFocused: true), in: rect)
        canvas.write(rows: lines.dropFirst(offset), in: inner)
    }

    /// Every line, in as many rows of this width as it needs.
    static func lines(of model: Model, width: Int, unicode: Bool) -> [StyledLine] {
        let whole: [StyledLine] =
            switch model.opened {
            case .entry(let entry):
                (model.history.map(policy) ?? []) + request(of: entry, in: model.journal)
                    + way(of: entry, in: model.journal)
            case .arrival(let text): [StyledLine(text)]
            case nil: []
            }
        return whole.flatMap { $0.wrapped(width: width - 1, unicode: unicode) }
    }

    private static func title(_ opened: Model.Opened) -> String {
        switch opened {
        case .entry(let entry) where [.sent, .answered].contains(entry.kind):
            "Request\(entry.segment.map { ", segment \($0)" } ?? "")"
        case .entry(let entry): entry.name.map { "Event \($0)" } ?? "What happened: \(entry.label)"
        case .arrival: "An arrival"
        }
    }

    /// One request: when it went out, and what came of it.
    private static func request(of entry: JournalEntry, in journal: [JournalEntry]) -> [StyledLine] {
        guard [.sent, .answered].contains(entry.kind) else { return [] }
        let steps = EventWay.request(of: entry, in: journal)
        let parts = steps.last { $0.kind == .answered }.map {
            $0.detail.split(separator: ",").map { $0.drop { $0 == " " } }
        }
        return [StyledLine("The request", Style(.normal, .bold))] + steps.map(step)
            + (parts ?? ["no answer yet"]).map { StyledLine("    \($0)", .good) }
    }

    private static func way(of entry: JournalEntry, in journal: [JournalEntry]) -> [StyledLine] {
        [StyledLine("The way, oldest first", Style(.normal, .bold))]
            + EventWay.entries(of: entry, in: journal).map(step)
    }

    private static func step(_ step: JournalEntry) -> StyledLine {
        [
            Span("  \(Words.time(step.time)) "), Span(Words.left(step.label, width: 10), .accent),
            Span(step.words),
        ]
    }

    private static func policy(_ history: EventHistory) -> [StyledLine] {
        var lines = [StyledLine("As the host gave it (only a harness can show this)", Style(.normal, .bold))]
        lines += history.before.sorted { $0.key < $1.key }.map { key, value in
            StyledLine("  \(key) = \(value.shown)", .normal)
        }
        if history.before.isEmpty { lines.append(StyledLine("  no properties", .muted)) }
        let rate = history.sampleRate.map { ", sampled at \($0)" } ?? ""
        lines.append(StyledLine("As it was recorded\(rate)", Style(.normal, .bold)))
        lines += history.after.map { StyledLine("  \($0.key) = \($0.value.shown)", .good) }
        if history.after.isEmpty { lines.append(StyledLine("  no properties", .muted)) }
        lines += history.notes.map { StyledLine("  \($0)", .warning) }
        let texts = history.before.values.map(\.shown)
        if texts.contains(where: { SafeText.sanitized($0) != $0 }) {
            lines.append(StyledLine("  drawn in simpler signs here; the event keeps its own", .muted))
        }
        return lines
    }
}
