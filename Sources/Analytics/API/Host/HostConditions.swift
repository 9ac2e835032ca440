/// Network and power as the host tells them, where the platform says nothing: on Linux, on a command line.
///
/// Hand it to the configuration as `.host(conditions)` and set `present` whenever something changes. What is closed
/// is a hold and no failure: nothing is tried, nothing backs off, the status names the gate, and what waits goes as
/// soon as the gate is open. Safe from any thread; several trackers can share one.
public final class HostConditions: ConditionMonitor, Sendable {
    private let announcer: Announcer<DeviceConditions>

    /// Conditions that hold until they are set otherwise.
    public convenience init(_ conditions: DeviceConditions = DeviceConditions()) {
        self.init(conditions, work: WorkInHand())
    }

    package init(_ conditions: DeviceConditions, work: WorkInHand) {
        announcer = Announcer(conditions, work: work)
    }

    /// The conditions at present; setting them tells every tracker, and returns at once.
    public var present: DeviceConditions {
        get { announcer.present ?? DeviceConditions() }
        set { announcer.announce(newValue) }
    }

    package func conditions() -> AsyncStream<DeviceConditions> { announcer.stream() }
}
