import Dispatch

/// The system's side of the path monitor, for running its user where there is none. Not part of Network.
public final class SimulatedPaths: Sendable {
    /// The instance that every path monitor follows.
    public static let shared = SimulatedPaths()

    private struct Watcher {
        var queue: DispatchQueue
        var handler: @Sendable (NWPath) -> Void
    }

    private let watcher = Locked<Watcher?>(nil)

    /// Whether someone watches.
    public var isWatched: Bool { watcher.withLock { $0 != nil } }

    func started(_ handler: (@Sendable (NWPath) -> Void)?, on queue: DispatchQueue) {
        watcher.withLock { $0 = handler.map { Watcher(queue: queue, handler: $0) } }
    }

    func cancelled() {
        watcher.withLock { $0 = nil }
    }

    /// The path changed.
    public func change(to status: NWPath.Status, isConstrained: Bool = false) {
        guard let watcher = watcher.withLock({ $0 }) else { return }
        watcher.queue.async { watcher.handler(NWPath(status: status, isConstrained: isConstrained)) }
    }
}
