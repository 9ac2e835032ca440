import AnalyticsTerminalKit

/// A choice among a few things, by letter or by arrows and Enter.
public struct Menu: Sendable, Equatable {
    /// What choosing an item brings about.
    public enum Choice: Sendable, Equatable {
        case deed(Deed)
        /// Asked about first.
        case dangerous(Confirmation)
    }

    /// One line.
    public struct Item: Sendable, Equatable {
        let letter: Character
        let label: String
        let choice: Choice
    }

    /// What a key did.
    enum Outcome: Equatable {
        case open
        case chosen(Choice)
        case cancelled
    }

    let title: String
    let items: [Item]
    /// What is said when it is closed without a choice.
    let cancelled: String
    private(set) var selection = 0

    /// A menu that begins at the item for what holds at present, so that Enter changes nothing.
    init(_ title: String, _ items: [Item], at present: Deed? = nil, cancelled: String = "Nothing changed.") {
        self.title = title
        self.items = items
        self.cancelled = cancelled
        selection = items.firstIndex { $0.choice == present.map(Choice.deed) } ?? 0
    }

    /// A menu whose items have the letters of the alphabet.
    init(_ title: String, lettered items: [(label: String, choice: Choice)], at present: Deed? = nil) {
        self.init(
            title, zip(Self.letters, items).map { Item(letter: $0, label: $1.label, choice: $1.choice) },
            at: present)
    }

    static let letters = Array("abcdefghijklmnopqrstuvwxyz")

    mutating func handle(_ key: Key) -> Outcome {
        switch key {
        case .up, .backTab: selection = max(0, selection - 1)
        case .down, .tab: selection = min(items.count - 1, selection + 1)
        case .enter where items.indices.contains(selection): return .chosen(items[selection].choice)
        case .character(let letter):
            guard let item = items.first(where: { $0.letter == letter }) else { return .cancelled }
            return .chosen(item.choice)
        default: return .cancelled
        }
        return .open
    }

    /// What the menu shows.
    var lines: [String] {
        items.enumerated().map { index, item in
            "\(index == selection ? ">" : " ") \(item.letter)  \(item.label)"
        } + ["Esc  leave it"]
    }
}

/// A question before something that cannot be taken back; it keeps what it named, whatever moves meanwhile.
public struct Confirmation: Sendable, Equatable {
    var dialog: Dialog
    let effect: Effect
    /// What is said when the answer is no.
    let declined: String

    init(
        title: String, body: [String], confirm: String, effect: Effect, declined: String = "Nothing changed."
    ) {
        dialog = .confirmation(title: title, body: body, confirm: confirm)
        self.effect = effect
        self.declined = declined
    }

    init(title: String, body: [String], confirm: String, deed: Deed, declined: String = "Nothing changed.") {
        self.init(title: title, body: body, confirm: confirm, effect: .deed(deed), declined: declined)
    }

    /// Before what was recorded goes.
    static let leavingRecording = Confirmation(
        title: "Leave the recording?", body: ["What was recorded is not saved; r saves it."], confirm: "Quit",
        effect: .quit, declined: "The recording goes on; r saves it.")
}
