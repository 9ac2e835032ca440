import TerminalKit

/// What the operator can ask for.
public enum Action: Sendable, Equatable {
    case fire(Int)
    case burstMenu
    case consentMenu
    case lifecycle
    case expireBackground
    case flush
    case faultMenu
    case audit
    case pause
    case help
    case redraw
    case suspend
    case quit
}

/// One line of the table that feeds dispatch, footer, help and the README's list.
public struct Binding: Sendable {
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
    /// Whether the footer shows it.
    public let isInFooter: Bool

    /// The whole table, in the order of the footer.
    public static let table: [Binding] =
        (1...9).map { number in
            Binding(
                keys: [.character(Character("\(number)"))], keyLabel: number == 1 ? "1-9" : "\(number)",
                label: "fire", help: "fire a sample event", action: .fire(number - 1),
                isInFooter: number == 1)
        } + [
            Binding("B", "burst", "fire 50, 1,500 or 20,000 events, from 1 to 8 threads", .burstMenu),
            Binding("c", "consent", "consent: grant, unknown or deny", .consentMenu),
            Binding("b", "background", "send the app to the background, and back", .lifecycle),
            Binding("T", "time out", "let the background time run out", .expireBackground, footer: false),
            Binding("f", "flush", "send all that waits, now", .flush),
            Binding("s", "server", "choose how the server behaves", .faultMenu),
            Binding("A", "audit", "compare ledger, files and collector", .audit, footer: false),
            Binding("p", "pause", "hold the view; the tracker goes on", .pause),
            Binding("?", "help", "show or hide this help", .help, also: [.function(1)]),
            Binding("q", "quit", "end the dashboard", .quit, also: [.control("c")]),
            Binding("^L", "redraw", "draw the screen anew", .redraw, keys: [.control("l")], footer: false),
            Binding(
                "^Z", "suspend", "back to the shell; fg returns", .suspend, keys: [.control("z")],
                footer: false),
        ]

    private init(
        keys: [Key], keyLabel: String, label: String, help: String, action: Action, isInFooter: Bool
    ) {
        self.keys = keys
        self.keyLabel = keyLabel
        self.label = label
        self.help = help
        self.action = action
        self.isInFooter = isInFooter
    }

    private init(
        _ key: String, _ label: String, _ help: String, _ action: Action, also: [Key] = [],
        keys: [Key]? = nil,
        footer: Bool = true
    ) {
        self.init(
            keys: (keys ?? key.first.map { [.character($0)] } ?? []) + also, keyLabel: key, label: label,
            help: help,
            action: action, isInFooter: footer)
    }

    /// The table with the keys that fire on one line.
    public static let listed: [Binding] = table.filter { binding in
        if case .fire = binding.action { return binding.isInFooter }
        return true
    }

    /// The README's list of keys, in Markdown.
    public static let markdown: String =
        (["| key | does |", "|---|---|"]
        + listed.map { binding in
            // The footer's name covers all nine; the others are named one by one.
            let isRange = binding.keyLabel.count > 1 && binding.keyLabel.contains("-")
            let keys = isRange ? binding.keyLabel : binding.keys.map(\.label).joined(separator: ", ")
            return "| \(keys) | \(binding.help) |"
        }).joined(separator: "\n")

    /// The action of a key, if it has one.
    public static func action(for key: Key) -> Action? {
        table.first { $0.keys.contains(key) }?.action
    }
}
