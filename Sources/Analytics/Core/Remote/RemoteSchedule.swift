/// When the remote configuration is asked for: a value, so that every case can be tested.
///
/// Switched on, after a send that succeeded, while the radio is awake. Switched off, when there are no sends: at launch
/// and then by the clock, in the foreground, so that a fleet can be switched on again. At most once an hour, also across
/// launches, however the last request ended.
package struct RemoteSchedule: Sendable, Equatable {
    package static let interval = Duration.seconds(60 * 60)

    private var askedAt: MonotonicTime?
    private(set) var isAsking = false
    private var hasSent = false

    init(askedAt: MonotonicTime? = nil) {
        self.askedAt = askedAt
    }

    /// A batch was accepted.
    mutating func sent() { hasSent = true }

    /// The question that `start` announced has ended.
    mutating func ended() { isAsking = false }

    /// Whether to ask now, and if so, notes that.
    mutating func start(at now: MonotonicTime, isEnabled: Bool, quietUntil: MonotonicTime) -> Bool {
        guard let due = dueTime(isEnabled: isEnabled, quietUntil: quietUntil), due <= now else {
            // An opportunity that comes too early is over with the send that made it.
            hasSent = false
            return false
        }
        askedAt = now
        isAsking = true
        hasSent = false
        return true
    }

    /// When the next question is due; nil when something must happen first.
    func dueTime(isEnabled: Bool, quietUntil: MonotonicTime) -> MonotonicTime? {
        guard !isAsking, !isEnabled || hasSent else { return nil }
        guard let askedAt else { return .distantPast }
        // Switched off there is nothing else to do at launch that this could delay.
        return isEnabled ? max(quietUntil, askedAt + Self.interval) : askedAt + Self.interval
    }
}
