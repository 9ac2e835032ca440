import protocol Foundation.NSObjectProtocol
import struct Foundation.Notification
import class Foundation.NotificationCenter

/// Observes notifications for as long as it lives.
final class NotificationObservers: Sendable {
    private let center: NotificationCenter
    private let tokens = Locked<[any NSObjectProtocol]>([])

    init(center: NotificationCenter = .default) {
        self.center = center
    }

    deinit {
        for token in tokens.withLock({ $0 }) { center.removeObserver(token) }
    }

    /// Calls `body` on the thread that posts, before the post returns: no queue, no hop.
    func observe(_ name: Notification.Name, _ body: @escaping @Sendable () -> Void) {
        let token = center.addObserver(forName: name, object: nil, queue: nil) { _ in body() }
        tokens.withLock { $0.append(token) }
    }
}
