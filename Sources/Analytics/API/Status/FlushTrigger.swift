/// What can start a round of sending.
public enum FlushTrigger: String, Sendable, Codable, Hashable, CaseIterable {
    /// Enough events wait.
    case count
    /// The first waiting event has waited long enough.
    case interval
    /// The app went to the background.
    case background
    /// An earlier launch left events.
    case launch
    /// The host called `flush()`.
    case flush
    /// The network is back.
    case network
    /// A backoff ended that work was waiting behind.
    case retry
}

/// What can stop a round from starting or going on.
public enum ClosedGate: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The user has not consented.
    case noConsent(Consent)
    /// The remote configuration has switched recording and sending off; it is requested again, at most hourly.
    case switchedOff
    /// The configuration cannot work; nothing is sent until the host corrects it.
    case misconfigured(String)
    /// The owner folder belongs to another tracker, or something in it cannot be read, written or deleted now.
    case directory(TrackerStatus.Problem)
    /// The app is in the background, and what its time allowed has been sent; goes on in the foreground.
    case background(isTimeOver: Bool)
    /// The network may not be used now.
    case network(DeviceConditions.Network)
    /// The server refuses the key or the address; retried after `milliseconds`. The events are kept.
    case serverRefuses(status: Int, milliseconds: Int)
    /// Waiting after a failure, for `milliseconds` more.
    case backingOff(cause: FailureCause, milliseconds: Int)

    /// The gate in an operator's words.
    public var description: String {
        switch self {
        case .noConsent(let consent): "consent is \(consent.rawValue)"
        case .switchedOff: "switched off by the remote configuration"
        case .misconfigured(let why): "misconfigured: \(why)"
        case .directory(let problem): problem.description
        case .background(isTimeOver: true): "in the background, and its time is over"
        case .background(isTimeOver: false): "in the background: timers stand still"
        case .network(.offline): "offline"
        case .network(let condition): "network is \(condition.rawValue)"
        case .serverRefuses(let status, let left):
            "server refuses (\(status)), next try in \(Self.words(milliseconds: left))"
        case .backingOff(let cause, let left):
            "backing off for \(Self.words(milliseconds: left)) (\(cause))"
        }
    }

    private static func words(milliseconds: Int) -> String {
        let seconds = (max(0, milliseconds) + 999) / 1_000
        return seconds < 120 ? "\(seconds) s" : "\(seconds / 60) min \(seconds % 60) s"
    }
}
