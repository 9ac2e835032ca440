/// The lifecycle of a command-line host, as the host tells it.
///
/// Only the host knows its signals, so only the host hooks them: the SDK installs no handler. Make one monitor,
/// hand it to the configuration as `.process(monitor)`, and call it before the process stops, after it goes on, and
/// before it ends. All calls return at once, are safe from any thread and harmless when repeated; none may be made
/// from within a signal handler, where no lock may be taken. Several trackers can share one.
public final class ProcessLifecycleMonitor: LifecycleMonitor, Sendable {
    package let hub: LifecycleHub
    private let clock: any WorldClock
    private let granted: Duration

    /// A monitor of a process that runs, and that gives its trackers `backgroundTime` to seal and send whenever it
    /// is about to stop or to end. Below zero counts as none.
    public convenience init(backgroundTime: Duration = .seconds(5)) {
        self.init(
            clock: SystemClock(), work: WorkInHand(), startsIn: .foreground, backgroundTime: backgroundTime)
    }

    package init(
        clock: any WorldClock, work: WorkInHand, startsIn event: LifecycleEvent, backgroundTime: Duration
    ) {
        self.clock = clock
        granted = max(.zero, backgroundTime)
        hub = LifecycleHub(startsIn: event, clock: clock, work: work)
    }

    /// The process is about to be stopped, as by Ctrl-Z: the trackers seal what they have and send it, until the
    /// background time is over. A caller that can wait calls `backgroundWorkEnded()` first.
    public func willSuspend() {
        hub.enterBackground(until: clock.now().monotonic + granted, keepsTime: true)
    }

    /// The process goes on. Sends that the stop cut off are tried again like any that failed.
    public func didResume() { hub.enterForeground() }

    /// The process is about to end: as `willSuspend()`, and also when it is suspended already.
    public func willTerminate() {
        hub.enterBackground(until: clock.now().monotonic + granted, keepsTime: true, again: true)
    }

    /// Returns when all trackers have ended what they do in the background, at the latest when the background time
    /// is over. What was not sent by then stays on disk for the next launch.
    public func backgroundWorkEnded() async { await hub.untilReleased() }

    package func events() -> AsyncStream<LifecycleEvent> { hub.events() }

    package func withBackgroundTime(_ work: @escaping @Sendable () async -> Void) async {
        await hub.withBackgroundTime(work)
    }

    package func backgroundTimeLeft() -> Duration? { hub.backgroundTimeLeft() }
}
