import AnalyticsTerminalKit
import CAnalyticsCurses
import Dispatch

/// The screen and the keyboard, from `open` to `close`.
///
/// Nothing runs when nothing happens: a timer exists only for a frame that is due or input that has begun, and while the
/// process is a background job. One session at a time. Whatever ends the process (a return, `exit`, a crash,
/// a signal) the terminal is restored and what was written to standard error meanwhile is shown.
@MainActor
public final class TerminalSession {
    /// Draws the present state. Called only when a frame is due.
    public typealias Render = @MainActor (Size, Capabilities) -> Canvas
    /// Hears what happens.
    public typealias Handler = @MainActor (TerminalEvent) -> Void

    /// What this terminal can show.
    public let capabilities: Capabilities
    /// The screen's size, in cells.
    public internal(set) var size: Size

    enum State { case open, running, suspended, closed }

    var state = State.open
    var painter = Painter()
    var isAwaitingForeground = false
    private var reader: InputReader
    private let signalDescriptor: Int32
    var inputSource: (any DispatchSourceRead)?
    private var signalSource: (any DispatchSourceRead)?
    private var render: Render?
    private var handler: Handler?
    private var framePending = false
    private var lastFrame: UInt64 = 0
    private let frameInterval: UInt64
    /// When the silence ends that the reader waits for; 0 for none.
    private var inputDeadline: UInt64 = 0
    private var waiters: [CheckedContinuation<Void, Never>] = []

    init(
        capabilities: Capabilities, size: Size, utf8: Bool, signalDescriptor: Int32, framesPerSecond: Int
    ) {
        self.capabilities = capabilities
        self.size = size
        self.signalDescriptor = signalDescriptor
        reader = InputReader(utf8: utf8)
        frameInterval = 1_000_000_000 / UInt64(framesPerSecond)
    }

    /// Starts listening and draws the first frame. Returns at once; call it once.
    public func start(render: @escaping Render, onEvent: @escaping Handler) {
        guard state == .open else { return }
        self.render = render
        handler = onEvent
        state = .running
        inputSource = listen(0) { $0.readInput() }
        signalSource = listen(signalDescriptor) { $0.readSignals() }
        drawNow()
    }

    /// Asks for a frame. Any number of calls before it is drawn make one frame, and frames keep their
    /// distance.
    public func setNeedsFrame() {
        guard state == .running, !framePending else { return }
        framePending = true
        let now = DispatchTime.now().uptimeNanoseconds
        let due = lastFrame &+ frameInterval
        if due <= now {
            DispatchQueue.main.async { MainActor.assumeIsolated { self.drawPending() } }
        } else {
            later(due - now) { $0.drawPending() }
        }
    }

    /// Sends the whole screen again, for when something else has written on it.
    public func redraw() {
        painter.forget()
        setNeedsFrame()
    }

    /// Gives the terminal back and stops the process group, as Ctrl-Z does elsewhere. Returns once it goes
    /// on.
    ///
    /// Where no shell can continue it, the process does not stop: the screen is drawn again at once. When it
    /// is continued in the background, the screen stays away until it comes to the foreground.
    public func suspend() {
        guard state == .running else { return }
        handler?(.willSuspend)
        guard state == .running else { return }
        inputSource?.suspend()
        state = .suspended
        analytics_curses_screen_leave()
        analytics_curses_restore_arm(false)
        analytics_curses_capture_replay()
        analytics_curses_stop_group()
        resumeInForeground()
    }

    /// Restores the terminal and stops listening. Safe to call again.
    public func close() {
        guard state != .closed else { return }
        if state == .suspended { inputSource?.resume() }
        state = .closed
        inputSource?.cancel()
        signalSource?.cancel()
        inputSource = nil
        signalSource = nil
        analytics_curses_screen_leave()
        analytics_curses_restore_arm(false)
        analytics_curses_capture_close()
        analytics_curses_signals_close(false)
        render = nil
        handler = nil
        for waiter in waiters { waiter.resume() }
        waiters = []
    }

    /// Returns once the session is closed.
    public func waitUntilClosed() async {
        guard state != .closed else { return }
        await withCheckedContinuation { waiters.append($0) }
    }

    /// Ends the process with this status after at most so long, whatever still hangs; the terminal is
    /// restored.
    public static func exitAtLatest(afterMilliseconds milliseconds: Int = 900, status: Int32) {
        analytics_curses_deadline(Int32(min(max(milliseconds, 1), 60_000)), status)
    }

    func deliver(_ event: TerminalEvent) {
        guard state != .closed else { return }
        handler?(event)
    }

    // MARK: Frames

    func drawNow() {
        guard state == .running, let render else { return }
        analytics_curses_crash_thread()
        analytics_curses_capture_trim()
        painter.paint(render(size, capabilities))
        lastFrame = DispatchTime.now().uptimeNanoseconds
    }

    private func drawPending() {
        framePending = false
        drawNow()
    }

    // MARK: Input

    private func readInput() {
        guard state == .running else { return }
        analytics_curses_crash_thread()
        take(reader.read())
        watchInput()
    }

    private func take(_ reading: InputReader.Reading) {
        switch reading {
        case .nothing: break
        case .closed:
            inputSource?.cancel()
            inputSource = nil
            deliver(.inputClosed)
        case .keys(let keys):
            for key in keys { deliver(.key(key)) }
        }
    }

    /// Sees to it that what has begun is ended when nothing more comes.
    private func watchInput() {
        guard let wait = reader.wait, state != .closed else {
            inputDeadline = 0
            return
        }
        let delay = UInt64(wait.milliseconds) * 1_000_000
        let deadline = DispatchTime.now().uptimeNanoseconds + delay
        inputDeadline = deadline
        later(delay) { $0.endWait(of: deadline) }
    }

    private func endWait(of deadline: UInt64) {
        // Another one has begun since.
        guard deadline == inputDeadline else { return }
        // While the process is stopped or was busy, the rest may have come unread.
        let reading = state == .running ? reader.read() : .nothing
        take(reading)
        if case .nothing = reading {
            for key in reader.elapsed() { deliver(.key(key)) }
        }
        watchInput()
    }

    // MARK: Dispatch

    private func listen(
        _ descriptor: Int32, _ act: @escaping @MainActor (TerminalSession) -> Void
    ) -> any DispatchSourceRead {
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
        source.setEventHandler { [weak self] in
            MainActor.assumeIsolated {
                guard let self else { return }
                act(self)
            }
        }
        source.activate()
        return source
    }

    func later(_ nanoseconds: UInt64, _ act: @escaping @MainActor (TerminalSession) -> Void) {
        let time = DispatchTime.now() + .nanoseconds(Int(nanoseconds))
        DispatchQueue.main.asyncAfter(deadline: time) { [weak self] in
            MainActor.assumeIsolated {
                guard let self else { return }
                act(self)
            }
        }
    }
}
