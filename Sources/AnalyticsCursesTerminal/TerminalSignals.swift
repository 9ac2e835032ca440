import AnalyticsTerminalKit
import CAnalyticsCurses

/// What signals do to a session.
extension TerminalSession {
    func readSignals() {
        cn_crash_thread()
        var resized = false
        var continued = false
        while true {
            let byte = cn_signals_next()
            if byte < 0 { break }
            switch Int(byte) {
            case CN_RESIZED: resized = true
            case CN_CONTINUED: continued = true
            case CN_STOP_ASKED: deliver(.key(.control("z")))
            default: deliver(.terminate(signal: byte))
            }
        }
        if continued { wasContinued() }
        if resized { fitScreen() }
    }

    /// Comes back to the screen, unless another job has the terminal.
    func resumeInForeground() {
        guard state == .suspended else { return }
        guard cn_in_foreground() else {
            awaitForeground()
            return
        }
        state = .running
        cn_restore_arm(true)
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
        if cn_in_foreground() {
            enterScreen()
        } else {
            inputSource?.suspend()
            state = .suspended
            cn_restore_arm(false)
            cn_restore_screen()
            awaitForeground()
        }
    }

    private func enterScreen() {
        cn_screen_leave()
        cn_screen_enter()
        painter.forget()
        fitScreen()
        drawNow()
    }

    private func fitScreen() {
        guard state == .running else { return }
        var width: Int32 = 0
        var height: Int32 = 0
        guard cn_screen_fit(&width, &height) else { return }
        let fitted = Size(width: Int(width), height: Int(height))
        guard fitted != size else { return }
        size = fitted
        painter.forget()
        deliver(.resized(fitted))
        setNeedsFrame()
    }
}
