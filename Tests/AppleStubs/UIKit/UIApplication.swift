import Foundation

/// What the SDK names of UIKit, with the signatures, isolation and attributes of the iOS SDK (`UIApplication.h` as
/// Swift sees it). Nothing that iOS 17 lacks, and nothing that the SDK does not use.
@MainActor
public class UIApplication {
    /// Where the app is.
    public enum State: Int, Sendable {
        /// In front and receiving events.
        case active
        /// On its way.
        case inactive
        /// Out of sight.
        case background
    }

    /// The application object. `NS_EXTENSION_UNAVAILABLE_IOS` in the header.
    @available(iOSApplicationExtension, unavailable, message: "Use view controller based solutions")
    public class var shared: UIApplication { simulated }

    /// Posted on the main thread.
    public nonisolated static let didEnterBackgroundNotification = NSNotification.Name(
        "UIApplicationDidEnterBackgroundNotification")
    /// Posted on the main thread.
    public nonisolated static let willEnterForegroundNotification = NSNotification.Name(
        "UIApplicationWillEnterForegroundNotification")
    /// Posted on the main thread.
    public nonisolated static let didBecomeActiveNotification = NSNotification.Name(
        "UIApplicationDidBecomeActiveNotification")

    /// On the main actor, unlike what follows.
    public var applicationState: UIApplication.State { simulation.state }

    /// Safe from any thread; `DBL_MAX` in the foreground.
    public nonisolated var backgroundTimeRemaining: TimeInterval { simulation.timeRemaining }

    /// Safe from any thread; the handler runs on the main thread.
    public nonisolated func beginBackgroundTask(
        withName taskName: String?, expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
    ) -> UIBackgroundTaskIdentifier {
        simulation.begin(handler)
    }

    /// Safe from any thread.
    public nonisolated func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {
        simulation.end(identifier)
    }

    /// What stands in for the system.
    public nonisolated let simulation = Simulation()
    private static let simulated = UIApplication()
}

/// Names a background task.
public struct UIBackgroundTaskIdentifier: RawRepresentable, Hashable, Sendable {
    /// The system's number.
    public let rawValue: Int

    /// From the system's number.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// There is no background time.
    public static let invalid = UIBackgroundTaskIdentifier(rawValue: 0)
}
