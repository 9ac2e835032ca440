/// When events are sent.
public struct FlushRules: Sendable, Hashable, Codable {
    /// Send once this many events wait; also the most that one segment, and so one request, holds. 1 to 500.
    public var count = 50
    /// Send this long after the first waiting event, in the foreground; doubled in Low Power Mode. 1 s to 1 h.
    public var interval = Duration.seconds(60)
    /// Send what an earlier launch left this long after the launch, or after the grant when that is later; before
    /// that only `flush()` and the background send. 0 to 10 min.
    public var launchDelay = Duration.seconds(10)
    /// The time-out of a request. 1 to 120 s.
    public var requestTimeout = Duration.seconds(30)
    /// A new session starts after this time without events. 1 min to 24 h.
    public var sessionTimeout = Duration.seconds(30 * 60)

    /// The defaults: 50 events, 60 s, 10 s after launch, 30 s for a response, sessions that end after 30 idle minutes.
    public init() {}

    /// For teams used to seeing events soon after they happen: 20 events or 30 s, the rest as by default.
    ///
    /// These are the figures that several other SDKs start with. Against the defaults it makes up to two and a half
    /// times as many requests, each of which wakes the radio.
    public static let frequent: FlushRules = {
        var rules = FlushRules()
        rules.count = 20
        rules.interval = .seconds(30)
        return rules
    }()

    /// Brings every value into its range and says in words what was changed.
    func clamped() -> (FlushRules, corrections: [String]) {
        var rules = self
        var corrections: [String] = []
        rules.count.clamp(to: 1...500, as: "flush.count", &corrections)
        rules.interval.clamp(to: .seconds(1)...(.seconds(3_600)), as: "flush.interval", &corrections)
        rules.launchDelay.clamp(to: .zero...(.seconds(600)), as: "flush.launchDelay", &corrections)
        rules.requestTimeout.clamp(
            to: .seconds(1)...(.seconds(120)), as: "flush.requestTimeout", &corrections)
        rules.sessionTimeout.clamp(
            to: .seconds(60)...(.seconds(86_400)), as: "flush.sessionTimeout", &corrections)
        return (rules, corrections)
    }
}

extension Comparable {
    /// Brings the value into `range`; a change is added to `corrections` in words.
    mutating func clamp(to range: ClosedRange<Self>, as name: String, _ corrections: inout [String]) {
        let inRange = Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
        guard inRange != self else { return }
        corrections.append(
            "\(name) \(self) is out of \(range.lowerBound)...\(range.upperBound); using \(inRange)")
        self = inRange
    }
}
