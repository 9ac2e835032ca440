import AnalyticsTerminalKit

/// One line of the table that feeds dispatch, footer, help and the README's list.
public struct Binding: Sendable {
    /// What a key is for; help and README list the keys by it.
    public enum Group: String, Sendable, CaseIterable {
        case events = "Events"
        case app = "The app and its user"
        case world = "The world around it"
        case look = "Look inside"
        case view = "Move about"
        case dashboard = "The dashboard"
    }

    /// What is on the screen when a key is pressed.
    public enum Context: Sendable, CaseIterable {
        /// All panes.
        case panes
        /// One pane, large.
        case large
        /// A segment's lines, in a large pane.
        case segment
        /// An event's whole way, or another line of a list, in a large pane.
        case event
        /// A menu, a dialog, a text being typed or a scenario that plays: other keys count there.
        case over
        /// Only the message that the screen is too small.
        case tooSmall
    }

    /// The keys that trigger it.
    public let keys: [Key]
    /// The keys as the footer writes them.
    public let keyLabel: String
    /// One or two words for the footer.
    public let label: String
    /// A sentence for the help.
    public let help: String
    /// What it asks for.
    public let action: Action
    /// What it is for.
    public let group: Group
    /// Where it does anything.
    public let contexts: Set<Context>
    /// Whether it leads to something that cannot be taken back, which asks first.
    public let isDangerous: Bool
    /// When it can be had.
    public let enabledWhen: Condition
    /// Where the footer names it before all others.
    public let footer: Set<Context>

    init(
        _ key: String, _ label: String, _ help: String, _ action: Action, in group: Group,
        keys: [Key]? = nil, also: [Key] = [], contexts: Set<Context> = .wherePanesAre,
        isDangerous: Bool = false, when enabledWhen: Condition = .always, footer: Set<Context> = []
    ) {
        self.keys = (keys ?? key.first.map { [.character($0)] } ?? []) + also
        keyLabel = key
        self.label = label
        self.help = help
        self.action = action
        self.group = group
        self.contexts = contexts
        self.isDangerous = isDangerous
        self.enabledWhen = enabledWhen
        self.footer = footer
    }

    /// Why it cannot be had at present, in words; nil when it can.
    public func refusal(in model: Model) -> String? { enabledWhen.refusal(model) }

    /// The line of a key, if it has one.
    public static func of(_ key: Key) -> Binding? { table.first { $0.keys.contains(key) } }

    /// The line of an action.
    static func of(_ action: Action) -> Binding? { table.first { $0.action == action } }

    /// The table with the keys that fire on one line.
    public static let listed: [Binding] = table.filter { binding in
        if case .fire(let index) = binding.action { return index == 0 }
        return true
    }

    /// The keys as help and README write them: the footer's name for what covers several, else each.
    var keyNames: String {
        if case .fire = action { return keyLabel }
        return keys.map(\.label).joined(separator: ", ")
    }

    /// What it does, and whether it asks before what cannot be taken back.
    public var sentence: String { help + (isDangerous ? " (asks first)" : "") }

    /// The README's list of keys, in Markdown.
    public static let markdown: String = {
        let rows = Group.allCases.flatMap { group in
            ["| **\(group.rawValue)** | |"]
                + listed.filter { $0.group == group }.map { "| \($0.keyNames) | \($0.sentence) |" }
        }
        return (["| key | does |", "|---|---|"] + rows).joined(separator: "\n")
    }()
}

extension Set<Binding.Context> {
    /// Wherever panes are to be seen.
    static let wherePanesAre: Set = [.panes, .large, .segment, .event]
    /// Wherever the terminal is, also while a text is being typed.
    static let everywhere = Set(Binding.Context.allCases)
}
