import Analytics
import AnalyticsTerminalKit

/// What changes in a model, one sentence a change: no box, no escape, nothing that must be seen to be understood.
public struct PlainReport: Sendable {
    private var messages = 0
    private var entries = 0
    private var shown = Shown()
    private let isASCII: Bool

    /// A report that has said nothing yet; in ASCII what lies beyond it becomes `?`.
    public init(isASCII: Bool = false) {
        self.isASCII = isASCII
    }

    /// The sentences for what is new since the last call, in the order: what was done, what happened, how it stands.
    public mutating func sentences(for model: Model) -> [String] {
        var lines: [String] = []
        if model.messages != messages { lines.append(model.message) }
        messages = model.messages
        let new = model.journal.suffix(max(0, model.journalTotal - entries))
        entries = model.journalTotal
        lines += PlainJournal.sentences(Array(new))
        let now = Shown(model)
        lines += now.sentences(since: shown)
        shown = now
        return lines.map { SafeText.sanitized($0, unicode: !isASCII) }
    }

    /// Everything as it stands, for who asks.
    public static func state(of model: Model) -> String {
        Shown(model, isAsked: true).sentences(since: Shown()).joined(separator: " ")
    }

    /// The last sentence: what became of everything.
    public static func end(of model: Model) -> String {
        let ledger = model.status.ledger
        let left = ledger[.waiting] + ledger[.inFlight] + ledger[.buffered] + ledger[.inHand]
        return
            "Ended: \(ledger.tracked) tracked, \(ledger.recovered) from earlier, \(ledger[.delivered]) delivered, "
            + "\(ledger.dropped) dropped, \(left) left."
    }

    /// How things stand, as far as a change is worth a sentence.
    private struct Shown: Sendable {
        var consent = "", app = "", sending = "", server = "", problems: [String] = [], books = ""

        init() {}

        /// Who asks is told the times too; a change that only time makes is not worth a sentence.
        init(_ model: Model, isAsked: Bool = false) {
            let (status, ledger) = (model.status, model.status.ledger)
            consent = "Consent is \(status.consent.rawValue)."
            app = "The app is in the \(status.lifecycle.rawValue)\(isAsked ? status.timeLeft : "")."
            let gates = status.flush.gates.map { isAsked ? $0.description : $0.name }.joined(separator: "; ")
            switch status.flush.phase {
            case .idle: sending = "Nothing waits to be sent."
            case .waiting: sending = "Events wait to be sent."
            case .sending where isAsked && !gates.isEmpty: sending = "Sending; then nothing more: \(gates)."
            case .sending: sending = "Sending."
            case .backingOff, .held: sending = "Nothing is sent: \(gates)."
            }
            let collector = model.collector
            if collector.isOurs {
                server =
                    "The server behaves as \(collector.fault) and has \(CountText.of(collector.unique, "event", "events")), "
                    + "\(collector.duplicates) repeats."
            }
            problems = status.problems.map(\.description)
            if ledger.imbalance != 0 { books = "The books are unbalanced by \(ledger.imbalance)." }
        }

        func sentences(since old: Shown) -> [String] {
            var lines = [
                (consent, old.consent), (app, old.app), (sending, old.sending), (server, old.server),
                (books, old.books),
            ]
            .filter { $0 != $1 && !$0.isEmpty }.map(\.0)
            lines += problems.filter { !old.problems.contains($0) }.map { "Problem: \($0)." }
            lines += old.problems.filter { !problems.contains($0) }.map { "No longer a problem: \($0)." }
            return lines
        }
    }
}

extension TrackerStatus {
    /// What is left of the background time, as the end of a sentence.
    fileprivate var timeLeft: String {
        guard lifecycle == .background, let left = backgroundTimeLeft else { return "" }
        return left > 0 ? ", with \((left + 999) / 1_000) s left" : ", and its time is over"
    }
}

extension ClosedGate {
    /// The gate without the time that is left, which changes by itself.
    fileprivate var name: String {
        switch self {
        case .serverRefuses(let status, _): "the server refuses with \(status)"
        case .backingOff(let cause, _): "backing off after \(cause)"
        default: description
        }
    }
}
