import Foundation

/// Low Power Mode, set by the test. Not part of Foundation.
public final class SimulatedPower: Sendable {
    /// The one battery.
    public static let shared = SimulatedPower()

    private let low = Locked(false)

    /// Whether power is saved; a change is posted as the system does.
    public var isLow: Bool {
        get { low.withLock { $0 } }
        set {
            low.withLock { $0 = newValue }
            NotificationCenter.default.post(name: .NSProcessInfoPowerStateDidChange, object: nil)
        }
    }
}
