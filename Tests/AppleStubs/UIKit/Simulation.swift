import Foundation

/// The system's side of `UIApplication`, for running the monitor where there is no UIKit: it counts what begins and
/// ends, and the test decides when the time runs out. Not part of UIKit.
public final class Simulation: Sendable {
    private struct Present {
        var running: [UIBackgroundTaskIdentifier: @MainActor @Sendable () -> Void] = [:]
        var begun = 0
        var refuses = false
        var state = UIApplication.State.active
        var timeRemaining = Double.greatestFiniteMagnitude
    }

    private let present = Locked(Present())

    /// Where the app is; set by the test.
    public var state: UIApplication.State {
        get { present.withLock(\.state) }
        set { present.withLock { $0.state = newValue } }
    }

    /// What is left; set by the test.
    public var timeRemaining: TimeInterval {
        get { present.withLock(\.timeRemaining) }
        set { present.withLock { $0.timeRemaining = newValue } }
    }

    /// Whether every begin gets `.invalid`.
    public var refuses: Bool {
        get { present.withLock(\.refuses) }
        set { present.withLock { $0.refuses = newValue } }
    }

    /// Background tasks begun and not ended; while one is left when the time is over the system kills the app.
    public var held: Int { present.withLock(\.running.count) }

    /// Background tasks begun so far.
    public var begun: Int { present.withLock(\.begun) }

    func begin(_ handler: (@MainActor @Sendable () -> Void)?) -> UIBackgroundTaskIdentifier {
        present.withLock { present in
            guard !present.refuses else { return .invalid }
            present.begun += 1
            let identifier = UIBackgroundTaskIdentifier(rawValue: present.begun)
            present.running[identifier] = handler ?? {}
            return identifier
        }
    }

    func end(_ identifier: UIBackgroundTaskIdentifier) {
        present.withLock { _ = $0.running.removeValue(forKey: identifier) }
    }

    /// The system's last call: every handler, on the main thread, one after the other.
    @MainActor
    public func runOutOfTime() {
        for handler in present.withLock({ Array($0.running.values) }) { handler() }
    }
}
