import AnalyticsTerminalKit
import CAnalyticsCurses

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension TerminalSession {
    /// Opens the screen.
    ///
    /// On failure the terminal is as it was, and nothing has been written. ASCII is used where the locale is
    /// not UTF-8.
    public static func open(_ options: TerminalOptions = TerminalOptions()) throws(TerminalError)
        -> TerminalSession
    {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { throw .notATerminal }
        let utf8 = analytics_curses_locale_is_utf8()
        analytics_curses_restore_prepare()
        let signals = analytics_curses_signals_open()
        guard signals >= 0 else { throw .failed }
        analytics_curses_crash_open()
        let terminal = analytics_curses_capture_open()
        let result =
            terminal < 0 ? ANALYTICS_CURSES_FAILED : analytics_curses_screen_open(terminal, !options.noColor)
        if let error = error(result) {
            analytics_curses_capture_close()
            analytics_curses_signals_close(true)
            throw error
        }
        analytics_curses_restore_arm(true)
        var width: Int32 = 0
        var height: Int32 = 0
        _ = analytics_curses_screen_fit(&width, &height)
        return TerminalSession(
            capabilities: Capabilities(
                unicode: utf8 && !options.forceASCII, colors: analytics_curses_screen_has_colors()),
            size: Size(width: Int(width), height: Int(height)), utf8: utf8, signalDescriptor: signals,
            framesPerSecond: options.framesPerSecond)
    }

    /// Whether the locale's characters are UTF-8; without it a screen is drawn in ASCII.
    public static var speaksUTF8: Bool { analytics_curses_locale_is_utf8() }

    private static func error(_ result: analytics_curses_open_result) -> TerminalError? {
        let name = getenv("TERM").map { String(cString: $0) } ?? ""
        return switch result {
        case ANALYTICS_CURSES_OPENED: nil
        case ANALYTICS_CURSES_UNKNOWN_TERMINAL: .unknownTerminal(name)
        case ANALYTICS_CURSES_NO_CURSOR_MOVES: .unusableTerminal(name, lacks: "move its cursor")
        case ANALYTICS_CURSES_NO_REVERSE: .unusableTerminal(name, lacks: "show reverse video")
        default: .failed
        }
    }
}
