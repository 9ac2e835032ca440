import Analytics
import AnalyticsTerminalKit

/// An event being typed, with the samples and what was fired before to begin from.
public struct Compose: Sendable, Equatable {
    /// What a key did.
    enum Outcome: Equatable {
        case open
        case chosen(ComposedEvent)
        case cancelled
    }

    /// What up and down go through: the samples, then what was fired, the newest first.
    let choices: [String]
    private(set) var selection = 0
    private(set) var field: TextField
    /// What is wrong with the text; nil until Enter finds out.
    private(set) var complaint: String?

    init(samples: [ComposedEvent], history: [ComposedEvent]) {
        choices = (history.reversed() + samples.filter { !history.contains($0) }).map(\.text)
        field = TextField(choices.first ?? "", limit: 20_000)
    }

    mutating func handle(_ key: Key) -> Outcome {
        switch key {
        case .escape: return .cancelled
        case .up: select(selection - 1)
        case .down: select(selection + 1)
        case .enter:
            switch Self.read(field.text) {
            case .success(let event): return .chosen(event)
            case .failure(let fault): complaint = fault.text
            }
        default:
            _ = field.handle(key)
            complaint = nil
        }
        return .open
    }

    private mutating func select(_ index: Int) {
        guard !choices.isEmpty else { return }
        selection = min(max(0, index), choices.count - 1)
        field = TextField(choices[selection], limit: field.limit)
        complaint = nil
    }

    private struct Fault: Error { var text: String }

    private static func read(_ text: String) -> Result<ComposedEvent, Fault> {
        do throws(LineReader.Complaint) {
            var line = try LineReader.visible(text[...])
            return .success(try ComposedEvent(&line))
        } catch {
            return .failure(Fault(text: error.text))
        }
    }
}

extension Model {
    mutating func press(_ key: Key, in compose: consuming Compose) -> [Effect] {
        // A copy in the model would have the whole text copied at each key.
        overlay = .none
        switch compose.handle(key) {
        case .open: overlay = .compose(compose)
        case .cancelled:
            message = "Nothing fired."
        case .chosen(let event):
            composed = composed.filter { $0 != event }.suffix(Self.composedLength - 1) + [event]
            return [.deed(.track(event))]
        }
        return []
    }

    /// How many composed events are kept to begin from.
    private static let composedLength = 20
}
