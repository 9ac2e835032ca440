import Analytics

/// A lifecycle that tests and the dashboard move by hand, with background time that runs out on their clock.
///
/// It is the lifecycle of a process on another clock: `process` is what a command-line host would hold.
public final class ManualLifecycleMonitor: LifecycleMonitor, Sendable {
    /// The same lifecycle as a command-line host tells it: will suspend, did resume, will terminate.
    public let process: ProcessLifecycleMonitor

    /// A monitor that grants `backgroundTime` at each move to the background; iOS grants about 30 seconds.
    public init(
        clock: ManualClock, startsIn state: LifecycleEvent = .foreground,
        backgroundTime: Duration = .seconds(30)
    ) {
        process = ProcessLifecycleMonitor(
            clock: clock, work: clock.work, startsIn: state, backgroundTime: backgroundTime)
    }

    /// Where the app is.
    public var present: LifecycleEvent { process.hub.present }

    /// Background assertions that were taken and not yet ended.
    public var assertionsHeld: Int { process.hub.held }

    /// Background assertions taken so far.
    public var assertionsBegun: Int { process.hub.taken }

    /// The app leaves the foreground; harmless when it has already.
    public func enterBackground() { process.willSuspend() }

    /// The app is back in the foreground; harmless when it is there already.
    public func enterForeground() { process.didResume() }

    /// The background time runs out now: all work in it is cancelled. Does nothing in the foreground.
    public func expireBackgroundTime() { process.hub.expire() }

    package func events() -> AsyncStream<LifecycleEvent> { process.events() }

    package func withBackgroundTime(_ work: @escaping @Sendable () async -> Void) async {
        await process.withBackgroundTime(work)
    }

    package func backgroundTimeLeft() -> Duration? { process.backgroundTimeLeft() }
}
