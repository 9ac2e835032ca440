import Analytics
import Foundation

/// Transports that break the promise of `HTTPTransport` in one way each, to show that the watching sees it.
enum SeededTransport: String {
    /// Queues what a server sends, as fast as it comes.
    case unbounded
    /// A caller that cancels waits until the exchange is over.
    case blocking
    /// Goes on when it is cancelled.
    case deaf
    /// Keeps the process from ending.
    case lingering

    func environment(_ configuration: AnalyticsConfiguration) -> TrackerEnvironment {
        var environment = TrackerEnvironment.live(configuration)
        if self == .lingering { atexit { while true { pause() } } }
        environment.transport =
            switch self {
            case .unbounded: URLSessionTransport()
            case .blocking: DetachedTransport(isBlocking: true)
            case .lingering: SystemTransport()
            case .deaf: DetachedTransport(isBlocking: false)
            }
        return environment
    }
}

/// Carries requests in a task that no cancellation reaches.
private struct DetachedTransport: HTTPTransport {
    let isBlocking: Bool
    private let system = SystemTransport()

    init(isBlocking: Bool) { self.isBlocking = isBlocking }

    func exchange(_ request: UploadRequest) async -> Exchange {
        let end = DispatchSemaphore(value: 0)
        let exchange = Task.detached { [system] in
            defer { end.signal() }
            return await system.exchange(request)
        }
        return await withTaskCancellationHandler {
            await exchange.value
        } onCancel: {
            if isBlocking { end.wait() }
        }
    }
}
