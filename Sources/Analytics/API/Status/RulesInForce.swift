/// The numbers that the tracker keeps to at present: the host's configuration after correction, with what the remote
/// configuration put in its place. Durations are whole milliseconds.
public struct RulesInForce: Sendable, Hashable, Codable {
    /// Events that make a round of sending due, and that one segment holds.
    public var flushCount: Int
    /// How long the first waiting event waits, before Low Power Mode doubles it.
    public var flushInterval: Int
    /// How long leftovers wait after the launch.
    public var launchDelay: Int
    /// How long an answer is waited for.
    public var requestTimeout: Int
    /// Idle time that ends a session.
    public var sessionTimeout: Int
    /// Events that memory holds.
    public var bufferCapacity: Int
    /// Bytes that one segment holds.
    public var segmentBytes: Int
    /// Bytes that all segments may have.
    public var maxBytes: Int
    /// How old a segment may become.
    public var maxAge: Int
    /// How large one event may be.
    public var events: EventLimits
    /// Which share of installs records what.
    public var sampling: SamplingRules
    /// Whether consent is kept for the next launch.
    public var remembersConsent: Bool
}

extension RulesInForce {
    init(_ configuration: AnalyticsConfiguration, events: EventLimits, sampling: SamplingRules) {
        let (flush, queue) = (configuration.flush, configuration.queue)
        flushCount = flush.count
        flushInterval = flush.interval.milliseconds
        launchDelay = flush.launchDelay.milliseconds
        requestTimeout = flush.requestTimeout.milliseconds
        sessionTimeout = flush.sessionTimeout.milliseconds
        bufferCapacity = queue.bufferCapacity
        segmentBytes = queue.segmentBytes
        maxBytes = queue.maxBytes
        maxAge = queue.maxAge.milliseconds
        self.events = events
        self.sampling = sampling
        remembersConsent = configuration.remembersConsent
    }
}
