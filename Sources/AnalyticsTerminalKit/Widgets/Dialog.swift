/// A question with answers. A value: the caller keeps it, with the item that it names, while it is open.
///
/// The answer that Enter gives at first is a safe one: the first that is not dangerous. Esc cancels. Pasted
/// text does nothing.
public struct Dialog: Equatable, Sendable {
    /// One answer.
    public struct Choice: Equatable, Sendable {
        /// The words.
        public var label: String
        /// The letter that gives it at once.
        public var key: Character?
        /// Whether it destroys something.
        public var isDangerous: Bool

        /// Makes an answer.
        public init(_ label: String, key: Character? = nil, isDangerous: Bool = false) {
            self.label = label
            self.key = key
            self.isDangerous = isDangerous
        }

        var text: String { key.map { "\($0) \(label)" } ?? label }
    }

    /// What a key did.
    public enum Outcome: Equatable, Sendable {
        /// The dialog stays open.
        case open
        /// This answer was given, by its place in `choices`.
        case chosen(Int)
        /// It was closed without an answer.
        case cancelled
    }

    /// The words in its frame.
    public let title: String
    /// What will happen, a paragraph each.
    public let body: [String]
    /// The answers.
    public let choices: [Choice]
    /// The answer that Enter gives; nil when all are dangerous, until one is picked.
    public private(set) var selection: Int?

    /// Makes an open dialog.
    public init(title: String, body: [String], choices: [Choice]) {
        self.title = title
        self.body = body
        self.choices = choices
        selection = choices.firstIndex { !$0.isDangerous }
    }

    /// Makes the usual question before something dangerous: the answer is no until `confirm` is picked.
    public static func confirmation(title: String, body: [String], confirm: String) -> Dialog {
        Dialog(
            title: title, body: body,
            choices: [Choice("No", key: "n"), Choice(confirm, key: "y", isDangerous: true)])
    }

    /// Acts on a key.
    public mutating func handle(_ key: Key) -> Outcome {
        switch key {
        case .escape: return .cancelled
        case .enter: return selection.map { .chosen($0) } ?? (choices.isEmpty ? .cancelled : .open)
        case .up, .left, .backTab: move(by: -1)
        case .down, .right, .tab: move(by: 1)
        case .character(let character):
            if let index = choices.firstIndex(where: { $0.key == character }) { return .chosen(index) }
        default: break
        }
        return .open
    }

    private mutating func move(by step: Int) {
        guard !choices.isEmpty else { return }
        let start = selection ?? (step > 0 ? -1 : choices.count)
        selection = min(max(start + step, 0), choices.count - 1)
    }
}
