#if canImport(UIKit) && !os(watchOS)
    import Dispatch
    import Foundation

    /// The lifecycle of an app extension: that of the app which shows it.
    ///
    /// Names nothing that an extension may not.
    final class ExtensionLifecycleMonitor: LifecycleMonitor {
        private let hub = LifecycleHub(startsIn: .foreground, clock: SystemClock())
        private let observers = NotificationObservers()

        init() {
            observers.observe(.NSExtensionHostDidEnterBackground) { [hub] in
                let activity = ExpiringActivity()
                hub.enterBackground(until: nil, keepsTime: false) { activity.end() }
                activity.begin { hub.expire(evenInForeground: true) }
            }
            observers.observe(.NSExtensionHostWillEnterForeground) { [hub] in hub.enterForeground() }
            observers.observe(.NSExtensionHostDidBecomeActive) { [hub] in hub.enterForeground() }
        }

        func events() -> AsyncStream<LifecycleEvent> { hub.events() }

        func withBackgroundTime(_ work: @escaping @Sendable () async -> Void) async {
            await hub.withBackgroundTime(work)
        }

        /// The system does not say.
        func backgroundTimeLeft() -> Duration? { nil }
    }

    /// Keeps the process from being suspended until `end()`, or until the system takes the time back.
    ///
    /// The system holds its assertion for as long as the block runs, so the block waits: on a thread of the system's
    /// own queue, never on one of Swift's. `end()` may come before the block does, and the refusal (expired, and
    /// never run before) may be all that ever comes; neither leaves a thread waiting.
    private final class ExpiringActivity: Sendable {
        private let isDone = DispatchSemaphore(value: 0)

        /// `onExpiry` is called when there is no time, or no more; it sees to it that `end()` is called.
        func begin(onExpiry: @escaping @Sendable () -> Void) {
            ProcessInfo.processInfo.performExpiringActivity(withReason: "analytics") { [isDone] isExpired in
                if isExpired { onExpiry() } else { isDone.wait() }
            }
        }

        func end() { isDone.signal() }
    }
#endif
