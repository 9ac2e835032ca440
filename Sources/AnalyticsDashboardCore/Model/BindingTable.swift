import AnalyticsTerminalKit

extension Binding {
    /// The whole table, in the order in which footer and help name the keys.
    public static let table: [Binding] = events + app + world + look + view + dashboard

    private static let events: [Binding] =
        (1...9).map { number in
            Binding(
                number == 1 ? "1-9" : "\(number)", "fire", "fire a sample event", .fire(number - 1),
                in: .events, keys: [.character(Character("\(number)"))], when: .sample(number - 1),
                footer: number == 1 ? .wherePanesAre : [])
        } + [
            Binding(
                "B", "burst", "fire 50 to 20,000 from 1 to 8 threads", .burstMenu, in: .events,
                when: .changing, footer: .wherePanesAre),
            Binding(
                "e", "compose", "type an event, fire it, see the decision", .compose, in: .events,
                when: .changing),
            Binding(
                "a", "autopilot", "use the app like a person; again stops", .autopilot, in: .events,
                when: .changing),
        ]

    private static let app: [Binding] = [
        Binding(
            "c", "consent", "consent: grant, unknown, deny", .menu(.consent), in: .app,
            isDangerous: true, when: .changing, footer: .wherePanesAre),
        Binding(
            "b", "background", "send the app to the background, and back", .lifecycle, in: .app,
            when: .changing, footer: .wherePanesAre),
        Binding(
            "T", "time out", "let the background time run out", .expireBackground, in: .app,
            when: .inBackground, footer: .wherePanesAre),
        Binding(
            "f", "flush", "send all that waits, now", .flush, in: .app, when: .changing,
            footer: .wherePanesAre),
        Binding(
            "i", "identify", "sign a user in, by an opaque ID", .identify, in: .app, when: .changing),
        Binding(
            "o", "log out", "sign the user out: another install ID", .logOut, in: .app, when: .changing),
    ]

    private static let world: [Binding] = [
        Binding(
            "s", "server", "choose how the server behaves", .menu(.server), in: .world,
            when: .withOurServer, footer: .wherePanesAre),
        Binding(
            "n", "network", "network: Low Data, offline; Low Power", .menu(.network), in: .world,
            when: .changing, footer: .wherePanesAre),
        Binding(
            "d", "disk", "disk: full, read-only, gone", .menu(.disk), in: .world,
            isDangerous: true, when: .changing, footer: .wherePanesAre),
        Binding(
            "w", "switch", "remote configuration: on, off, sampling", .menu(.remote), in: .world,
            when: .withOurServer, footer: .wherePanesAre),
        Binding(
            "x", "crash", "crash and relaunch in place", .menu(.crash), in: .world,
            isDangerous: true, when: .changing, footer: .wherePanesAre),
        Binding(
            "<", "slower", "slow the clock down: x60, x10, x1", .slower, in: .world, when: .withOurServer),
        Binding(
            ">", "faster", "speed the clock up: x1, x10, x60", .faster, in: .world, when: .withOurServer),
        Binding(
            "+", "jump", "jump ahead: 1 min, 30 min, 7 days", .menu(.jump), in: .world,
            when: .withOurServer),
        Binding(
            "-", "set back", "set the device's wall clock back an hour", .wallBack, in: .world,
            when: .withOurServer),
    ]

    private static let look: [Binding] = [
        Binding("A", "audit", "compare ledger, files and collector", .audit, in: .look),
        Binding("L", "lab", "try scrubber and sampling; see call times", .lab, in: .look),
        Binding(
            "/", "filter", "show only lines that hold a text", .filter, in: .look,
            contexts: [.panes, .large, .segment], footer: [.large, .segment]),
        Binding("p", "pause", "hold the view; the tracker goes on", .pause, in: .look),
    ]

    private static let view: [Binding] = [
        Binding(
            "Esc", "back", "one step back, to all panes", .back, in: .view, keys: [.escape, .character("h")],
            footer: [.large, .segment, .event]),
        Binding(
            "Enter", "open", "the pane large, then the selected line", .open, in: .view,
            keys: [.enter, .character("l")], contexts: [.panes, .large], footer: [.large]),
        Binding(
            "Tab", "next pane", "the next pane", .step(by: 1), in: .view, keys: [.tab, .character("v")],
            footer: [.large]),
        Binding(
            "S-Tab", "last pane", "the pane before", .step(by: -1), in: .view,
            keys: [.backTab, .character("V")]),
        Binding(
            "Up Down", "move", "a line up", .scroll(.up), in: .view, keys: [.up, .character("k")],
            footer: [.large, .segment, .event]),
        Binding(
            "Down", "down", "a line down", .scroll(.down), in: .view, keys: [.down, .character("j")]),
        Binding(
            "PgUp", "page up", "a page up", .scroll(.pageUp), in: .view, keys: [.pageUp, .character("K")]),
        Binding(
            "PgDn", "page down", "a page down", .scroll(.pageDown), in: .view,
            keys: [.pageDown, .character("J")]),
        Binding(
            "Home", "first", "the first line", .scroll(.home), in: .view, keys: [.home, .character("g")]),
        Binding(
            "End", "last", "the last line", .scroll(.end), in: .view, keys: [.end, .character("G")]),
    ]

    private static let dashboard: [Binding] = [
        Binding(
            "r", "record", "record a scenario; again saves it", .record, in: .dashboard,
            when: .changing),
        Binding(
            "S", "snapshot", "write the screen to a file, text and JSON", .snapshot, in: .dashboard,
            when: .changing),
        Binding(
            "?", "help", "show or hide this help", .help, in: .dashboard, also: [.function(1)]),
        Binding(
            "^L", "redraw", "draw the screen anew", .redraw, in: .dashboard, keys: [.control("l")],
            contexts: .everywhere),
        Binding(
            "^Z", "suspend", "back to the shell; fg returns", .suspend, in: .dashboard,
            keys: [.control("z")], contexts: .everywhere),
        Binding(
            "q", "quit", "end the dashboard", .quit, in: .dashboard,
            contexts: .wherePanesAre.union([.tooSmall])),
        Binding(
            "^C", "quit", "end it from anywhere, also while typing", .quit, in: .dashboard,
            keys: [.control("c")], contexts: .everywhere),
    ]
}
