import AnalyticsTerminalKit
import CAnalyticsCurses

/// What signals do to a session.
extension TerminalSession {
    func readSignals() {
        analytics_curses_crash_thread()
        var resized = false
        var continued = false
        while true {
            let byte = analytics_curses_signals_next()
            if byte < 0 { break }
            switch Int(byte) {
            case ANALYTICS_CURSES_RESIZED: resized = true
            case ANALYTICS_CURSES_CONTINUED: continued = true
            case ANALYTICS_CURSES_STOP_ASKED: deliver(.key(.control("z")))
            default: deliver(.terminate(signal: byte))
            }
        }
        if continued { wasContinued() }
        if resized { fitScreen() }
    }

    /// Comes back to the screen, unless another job has the terminal.
    func resumeInForeground() {
        guard state == .suspended else { return }
        guard analytics_curses_in_foreground() else {
            awaitForeground()
            return
        }
        state = .running
        analytics_curses_restore_arm(true)
        enterScreen()
        inputSource?.resume()
        deliver(.resumed)
    }

    /// A job that runs in the background gets no signal when a shell brings it to the front, so this one
    /// state has to look.
    private func awaitForeground() {
        guard !isAwaitingForeground else { return }
        isAwaitingForeground = true
        later(250_000_000) { session in
            session.isAwaitingForeground = false
            session.resumeInForeground()
        }
    }

    private func wasContinued() {
        guard state == .running else {
            resumeInForeground()
            return
        }
        // Stopped by SIGSTOP, without notice: the shell has changed the modes and written on the screen.
        if analytics_curses_in_foreground() {
            enterScreen()
        } else {
            inputSource?.suspend()
            state = .suspended
            analytics_curses_restore_arm(false)
            analytics_curses_restore_screen()
            awaitForeground()
        }
    }

    private func enterScreen() {
        analytics_curses_screen_leave()
        analytics_curses_screen_enter()
        painter.forget()
        fitScreen()
        drawNow()
    }

    private func fitScreen() {
        guard state == .running else { return }
        var width: Int32 = 0
        var height: Int32 = 0
        guard analytics_curses_screen_fit(&width, &height) else { return }
        let fitted = Size(width: Int(width), height: Int(height))
        guard fitted != size else { return }
        size = fitted
        painter.forget()
        deliver(.resized(fitted))
        setNeedsFrame()
    }
}
