/// Tells the tracker what the network and the battery allow.
package protocol ConditionMonitor: Sendable {
    /// One stream for each caller; the first element is the present state. Finishes when the caller's task is
    /// cancelled.
    func conditions() -> AsyncStream<DeviceConditions>
}

/// The outer conditions under which events are sent.
public struct DeviceConditions: Sendable, Codable, Hashable {
    /// What the network allows.
    public enum Network: String, Sendable, Codable, Hashable, CaseIterable {
        /// Free to use.
        case normal
        /// The user asked apps to save data (Low Data Mode); nothing is sent.
        case constrained
        /// There is no connection; nothing is tried.
        case offline
    }

    /// What the network allows.
    public var network: Network
    /// Whether the device saves power; doubles the flush interval.
    public var isLowPower: Bool

    /// Normal network and power unless told otherwise.
    public init(network: Network = .normal, isLowPower: Bool = false) {
        self.network = network
        self.isLowPower = isLowPower
    }
}

/// Conditions that never change, where the platform says nothing about them.
struct SteadyConditions: ConditionMonitor {
    func conditions() -> AsyncStream<DeviceConditions> {
        AsyncStream { continuation in continuation.yield(DeviceConditions()) }
    }
}

/// A lifecycle that stays in the foreground, for hosts that are never suspended.
struct AlwaysForeground: LifecycleMonitor {
    func events() -> AsyncStream<LifecycleEvent> {
        AsyncStream { continuation in continuation.yield(.foreground) }
    }

    func withBackgroundTime(_ work: @escaping @Sendable () async -> Void) async { await work() }

    func backgroundTimeLeft() -> Duration? { nil }
}
