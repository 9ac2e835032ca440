import AnalyticsTerminalKit

/// What the terminal tells the program.
public enum TerminalEvent: Equatable, Sendable {
    /// Something was typed or pasted. Ctrl-C, Ctrl-L and Ctrl-Z come as keys; so does a stop asked for with a
    /// signal, as Ctrl-Z.
    case key(Key)
    /// The screen has another size now. A frame is on its way.
    case resized(Size)
    /// The process stops as soon as the handler returns.
    case willSuspend
    /// The process goes on, in the foreground, and a whole frame has been drawn.
    case resumed
    /// A signal asks the process to end: SIGTERM, SIGHUP or SIGINT by number. It has 900 ms; then it is
    /// ended, the terminal restored, with status 128 plus the number. A second signal ends it at once.
    case terminate(signal: Int32)
    /// The terminal is gone: nothing can be typed any more.
    case inputClosed
}

/// What the user asked for about the screen.
public struct TerminalOptions: Equatable, Sendable {
    /// Writes nothing over 0x7E, whatever the locale.
    public var forceASCII: Bool
    /// Uses no colour, whatever the terminal.
    public var noColor: Bool
    /// The most frames drawn in a second.
    public var framesPerSecond: Int

    /// Makes options.
    public init(forceASCII: Bool = false, noColor: Bool = false, framesPerSecond: Int = 30) {
        self.forceASCII = forceASCII
        self.noColor = noColor
        self.framesPerSecond = min(max(framesPerSecond, 1), 120)
    }
}
