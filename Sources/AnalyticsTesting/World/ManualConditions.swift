import Analytics

/// Network and power conditions that tests and the dashboard set by hand; test time waits until they are heeded.
public final class ManualConditions: ConditionMonitor, Sendable {
    private let host: HostConditions

    /// A monitor that reports `conditions` until they are set otherwise.
    public init(clock: ManualClock, _ conditions: DeviceConditions = DeviceConditions()) {
        host = HostConditions(conditions, work: clock.work)
    }

    /// The conditions at present; setting them tells the tracker.
    public var present: DeviceConditions {
        get { host.present }
        set { host.present = newValue }
    }

    package func conditions() -> AsyncStream<DeviceConditions> { host.conditions() }
}
