import TerminalKit

/// What the operator can ask for.
public enum Action: Sendable, Equatable {
    /// A key that opens a menu.
    public enum MenuName: Sendable, Equatable {
        case consent, server, network, remote, disk, crash, jump
    }

    /// A way to move in a list.
    public enum Motion: Sendable, Equatable {
        case up, down, pageUp, pageDown, home, end
    }

    case fire(Int)
    case compose
    case burstMenu
    case menu(MenuName)
    case lifecycle
    case expireBackground
    case flush
    case identify
    case logOut
    case slower
    case faster
    case wallBack
    case audit
    case autopilot
    case lab
    case record
    case step(by: Int)
    case scroll(Motion)
    case open
    case back
    case filter
    case snapshot
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
            Binding("e", "compose", "type an event, fire it, see the decision", .compose, footer: false),
            Binding("B", "burst", "fire 50, 1,500 or 20,000, from 1 to 8 threads", .burstMenu),
            Binding("c", "consent", "consent: grant, unknown or deny", .menu(.consent)),
            Binding("b", "background", "send the app to the background, and back", .lifecycle),
            Binding("T", "time out", "let the background time run out", .expireBackground, footer: false),
            Binding("f", "flush", "send all that waits, now", .flush),
            Binding("s", "server", "choose how the server behaves", .menu(.server)),
            Binding("n", "network", "network: Low Data, offline; Low Power", .menu(.network)),
            Binding("d", "disk", "disk: full, read-only, locked, folder deleted", .menu(.disk)),
            Binding("w", "switch", "remote configuration: on, off, sampling", .menu(.remote)),
            Binding("x", "crash", "crash and relaunch on the same folder", .menu(.crash)),
            Binding("<", "slower", "slow the clock down: x60, x10, x1", .slower, footer: false),
            Binding(">", "faster", "speed the clock up: x1, x10, x60", .faster, footer: false),
            Binding("+", "jump", "jump ahead: 1 min, 30 min, 7 days", .menu(.jump), footer: false),
            Binding("-", "set back", "set the device's wall clock back an hour", .wallBack, footer: false),
            Binding(
                "a", "autopilot", "use the app as a person would; again to stop", .autopilot, footer: false),
            Binding(
                "L", "lab", "try the scrubber and a sampling rate; call times", .lab, footer: false),
            Binding("i", "identify", "sign a user in, by an opaque ID", .identify, footer: false),
            Binding("o", "log out", "sign the user out: another install ID", .logOut, footer: false),
            Binding("A", "audit", "compare ledger, files and collector", .audit, footer: false),
            Binding(
                "r", "record", "record a scenario from here; again to save it", .record,
                footer: false),
            Binding(
                "Tab", "next pane", "the next pane", .step(by: 1), keys: [.character("v")], also: [.tab],
                footer: false),
            Binding(
                "S-Tab", "last pane", "the pane before", .step(by: -1), keys: [.character("V")],
                also: [.backTab], footer: false),
            Binding(
                "Enter", "open", "the pane large, then what is selected in it", .open,
                keys: [.character("l")], also: [.enter]),
            Binding(
                "Esc", "back", "back to all panes", .back, keys: [.character("h")], also: [.escape],
                footer: false),
            Binding(
                "Up", "up", "a line up", .scroll(.up), keys: [.character("k")], also: [.up], footer: false),
            Binding(
                "Down", "down", "a line down", .scroll(.down), keys: [.character("j")], also: [.down],
                footer: false),
            Binding(
                "PgUp", "page up", "a page up", .scroll(.pageUp), keys: [.character("K")], also: [.pageUp],
                footer: false),
            Binding(
                "PgDn", "page down", "a page down", .scroll(.pageDown), keys: [.character("J")],
                also: [.pageDown], footer: false),
            Binding(
                "Home", "first", "the first line", .scroll(.home), keys: [.character("g")], also: [.home],
                footer: false),
            Binding(
                "End", "last", "the last line", .scroll(.end), keys: [.character("G")], also: [.end],
                footer: false),
            Binding("/", "filter", "show only lines that hold a text", .filter, footer: false),
            Binding(
                "S", "snapshot", "write what is shown to a file, as text and JSON", .snapshot, footer: false),
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
        _ key: String, _ label: String, _ help: String, _ action: Action, keys: [Key]? = nil,
        also: [Key] = [], footer: Bool = true
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
        + listed.map { "| \($0.keyNames) | \($0.help) |" }).joined(separator: "\n")

    /// The keys as help and README write them: the footer's name for what covers several, else each.
    var keyNames: String {
        let isRange = keyLabel.count > 1 && keyLabel.contains("-") && keyLabel.first?.isNumber == true
        return isRange ? keyLabel : keys.map(\.label).joined(separator: ", ")
    }

    /// The action of a key, if it has one.
    public static func action(for key: Key) -> Action? {
        table.first { $0.keys.contains(key) }?.action
    }
}
