#if canImport(UIKit) && !os(watchOS)
    import Foundation
    import UIKit

    /// The lifecycle of an app, as UIKit tells it.
    ///
    /// The background task begins in the notification, while the app cannot be suspended yet; whatever hops to
    /// another thread first may find itself suspended before it begins one. It ends with the last work in it, or in
    /// the expiration handler before that returns, as the system demands.
    @available(iOSApplicationExtension, unavailable)
    final class UIKitLifecycleMonitor: LifecycleMonitor {
        /// Where UIKit names more than this, it means that it does not know yet.
        private static let longestBackgroundTime = 600.0

        private let hub = LifecycleHub(startsIn: nil, clock: SystemClock())
        private let observers = NotificationObservers()

        init() {
            observers.observe(UIApplication.didEnterBackgroundNotification) { [weak self] in
                self?.onMainThread { $0.didEnterBackground() }
            }
            observers.observe(UIApplication.willEnterForegroundNotification) { [hub] in hub.enterForeground()
            }
            observers.observe(UIApplication.didBecomeActiveNotification) { [hub] in hub.enterForeground() }
            // A tracker may be made before the application object is; the main queue runs only after that.
            Task { @MainActor [hub] in
                hub.begin(
                    in: UIApplication.shared.applicationState == .background ? .background : .foreground)
            }
        }

        /// UIKit posts on the main thread, and then there is no hop; anyone else's post takes one.
        private func onMainThread(_ body: @escaping @MainActor @Sendable (UIKitLifecycleMonitor) -> Void) {
            if Thread.isMainThread {
                MainActor.assumeIsolated { body(self) }
            } else {
                Task { @MainActor in body(self) }
            }
        }

        @MainActor
        private func didEnterBackground() {
            let app = UIApplication.shared
            let task = app.beginBackgroundTask(withName: "analytics") { [hub] in
                hub.expire(evenInForeground: true)
            }
            let left = app.backgroundTimeRemaining
            let deadline =
                left < Self.longestBackgroundTime ? SystemClock().now().monotonic + .seconds(left) : nil
            hub.enterBackground(until: deadline, keepsTime: false) {
                if task != .invalid { app.endBackgroundTask(task) }
            }
        }

        func events() -> AsyncStream<LifecycleEvent> { hub.events() }

        func withBackgroundTime(_ work: @escaping @Sendable () async -> Void) async {
            await hub.withBackgroundTime(work)
        }

        func backgroundTimeLeft() -> Duration? { hub.backgroundTimeLeft() }
    }
#endif
