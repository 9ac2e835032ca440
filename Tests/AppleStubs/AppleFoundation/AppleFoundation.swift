import Foundation
import FoundationNetworking

// What the SDK names of Foundation on Apple and Foundation on Linux lacks. The check imports this module into every
// file, as if Foundation had it.

extension ProcessInfo {
    /// Not on macOS. Runs the block on a queue of the system's own, and again with true when the time is over.
    public func performExpiringActivity(
        withReason reason: String, using block: @escaping @Sendable (Bool) -> Void
    ) {
        ExpiringActivities.shared.perform(block)
    }

    /// Low Power Mode.
    public var isLowPowerModeEnabled: Bool { SimulatedPower.shared.isLow }
}

extension NSNotification.Name {
    /// Low Power Mode was switched.
    public static let NSProcessInfoPowerStateDidChange = NSNotification.Name(
        "NSProcessInfoPowerStateDidChangeNotification")
    /// The app around an extension left the foreground.
    public static let NSExtensionHostDidEnterBackground = NSNotification.Name(
        "NSExtensionHostDidEnterBackgroundNotification")
    /// The app around an extension comes back.
    public static let NSExtensionHostWillEnterForeground = NSNotification.Name(
        "NSExtensionHostWillEnterForegroundNotification")
    /// The app around an extension is in front.
    public static let NSExtensionHostDidBecomeActive = NSNotification.Name(
        "NSExtensionHostDidBecomeActiveNotification")
}

extension URLSessionConfiguration {
    /// Whether Low Data Mode may be ignored.
    public var allowsConstrainedNetworkAccess: Bool {
        get { true }
        set {}
    }
}

extension URLError {
    /// Why the network may not be used.
    public enum NetworkUnavailableReason: Int, Sendable {
        /// Switched off for this app.
        case cellular
        /// Counted as expensive.
        case expensive
        /// Low Data Mode.
        case constrained
    }

    /// Why the network may not be used, when that is the error.
    public var networkUnavailableReason: NetworkUnavailableReason? { nil }
}
