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
