import Dispatch

/// What the SDK names of Network, with the signatures of the iOS SDK. Not Sendable here, so that the SDK does not lean
/// on a conformance that some SDKs lack.
public final class NWPathMonitor {
    /// Called on the queue, first with the present path.
    @preconcurrency public final var pathUpdateHandler: (@Sendable (_ newPath: NWPath) -> Void)?

    /// Watches all interfaces.
    public init() {}

    /// Begins; a monitor that was cancelled does not begin again.
    public final func start(queue: DispatchQueue) {
        SimulatedPaths.shared.started(pathUpdateHandler, on: queue)
    }

    /// Ends for good.
    public final func cancel() {
        SimulatedPaths.shared.cancelled()
    }
}

/// A way to the network.
public struct NWPath: Sendable {
    /// Whether it can be used.
    public enum Status: Sendable {
        /// It can.
        case satisfied
        /// It cannot.
        case unsatisfied
        /// Connecting may bring it up.
        case requiresConnection
    }

    /// Whether it can be used.
    public let status: NWPath.Status
    /// Low Data Mode.
    public let isConstrained: Bool
}
