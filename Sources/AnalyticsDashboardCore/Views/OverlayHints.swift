import AnalyticsTerminalKit

extension Model.Overlay {
    /// What keys do while this lies over the panes; nil when nothing does.
    var hints: [Footer.Hint]? {
        let (take, leave) = (Footer.Hint("Enter", "take it"), Footer.Hint("Esc", "leave"))
        return switch self {
        case .none: nil
        case .help: [Footer.Hint("Up Down PgUp PgDn", "move"), Footer.Hint("any other", "closes")]
        case .books: [Footer.Hint("any key", "closes")]
        case .menu: [Footer.Hint("letter", "choose"), Footer.Hint("Up Down", "move"), take, leave]
        case .burst: [Footer.Hint("letter", "fire"), Footer.Hint("1-8", "threads"), take, leave]
        case .confirm: [Footer.Hint("y", "yes"), Footer.Hint("n", "no"), take, leave]
        case .prompt: [take, Footer.Hint("^U", "clear"), leave]
        case .compose:
            [
                Footer.Hint("Up Down", "samples"), Footer.Hint("Enter", "fire"), Footer.Hint("^U", "clear"),
                leave,
            ]
        case .lab: [Footer.Hint("Tab", "other line"), Footer.Hint("Enter", "count"), leave]
        }
    }
}
