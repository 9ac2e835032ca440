/// Why the screen could not be opened, in words for the person at the keyboard.
public enum TerminalError: Error, Equatable, CustomStringConvertible {
    /// Standard input or output is a file or a pipe.
    case notATerminal
    /// `TERM` is empty, or nothing is known about the terminal it names.
    case unknownTerminal(String)
    /// The terminal is known, and cannot do what a screen needs.
    case unusableTerminal(String, lacks: String)
    /// Something else failed: descriptors or memory.
    case failed

    /// One line, without escapes.
    public var description: String {
        switch self {
        case .notATerminal: "standard input and output must be a terminal"
        case .unknownTerminal(""): "TERM is not set; set it to your terminal's type, such as xterm-256color"
        case .unknownTerminal(let name):
            "the terminal type TERM=\(name) is unknown here; try TERM=xterm-256color"
        case .unusableTerminal(let name, let lacks):
            "the terminal type TERM=\(name) cannot \(lacks); try another, such as TERM=xterm-256color"
        case .failed: "the terminal could not be opened"
        }
    }
}
