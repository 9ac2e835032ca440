/// One thing typed.
public enum Key: Hashable, Sendable {
    /// A printable character, the space included.
    case character(Character)
    /// Enter or Return.
    case enter
    /// Escape, alone.
    case escape
    /// Tab.
    case tab
    /// Shift and Tab.
    case backTab
    /// Backspace.
    case backspace
    /// Delete forward.
    case delete
    /// Arrow up.
    case up
    /// Arrow down.
    case down
    /// Arrow left.
    case left
    /// Arrow right.
    case right
    /// A page up.
    case pageUp
    /// A page down.
    case pageDown
    /// Home.
    case home
    /// End.
    case end
    /// A function key, from 1.
    case function(Int)
    /// Control and a lower-case letter: `control("c")`.
    case control(Character)
    /// Text that was pasted, whole. It is never a command.
    case paste(String)

    /// The name to print in footers and help.
    public var label: String {
        switch self {
        case .character(" "): "Space"
        case .character(let character): String(character)
        case .enter: "Enter"
        case .escape: "Esc"
        case .tab: "Tab"
        case .backTab: "Shift-Tab"
        case .backspace: "Backspace"
        case .delete: "Del"
        case .up: "Up"
        case .down: "Down"
        case .left: "Left"
        case .right: "Right"
        case .pageUp: "PgUp"
        case .pageDown: "PgDn"
        case .home: "Home"
        case .end: "End"
        case .function(let number): "F\(number)"
        case .control(let character): "Ctrl-\(character.uppercased())"
        case .paste: "Paste"
        }
    }
}
