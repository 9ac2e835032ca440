/// Tells the tracker when its host goes to the background and comes back.
///
/// Must pass the suite `LifecycleMonitorContract`.
package protocol LifecycleMonitor: Sendable {
    /// One stream for each caller. The first element is the present state, since an app can be launched into the
    /// background, and triggers nothing. Finishes when the caller's task is cancelled.
    func events() -> AsyncStream<LifecycleEvent>
    /// Adopts the assertion taken in the notification, runs `work`, and cancels it when the time runs out.
    /// Called at every background event, even with nothing to send, so that every begin has its end.
    func withBackgroundTime(_ work: @escaping @Sendable () async -> Void) async
    /// How much background time is left; nil in the foreground or when the platform does not say.
    func backgroundTimeLeft() -> Duration?
}

/// Where the host's app is.
public enum LifecycleEvent: String, Sendable, Codable, Hashable, CaseIterable {
    /// In front of the user, or a process that is never suspended.
    case foreground
    /// Out of sight, with little time before it is suspended.
    case background
}
