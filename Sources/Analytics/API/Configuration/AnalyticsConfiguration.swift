import struct Foundation.URL

/// Everything that a host decides about its tracker; all but the endpoint has a default.
///
/// An impossible value is brought into range when the tracker is made, and reported in its status; nothing traps.
public struct AnalyticsConfiguration: Sendable {
    /// Where events go: `{endpoint}/v1/events`. Only https, or http to a loopback address; with anything else the
    /// tracker records, sends nothing, and says "misconfigured".
    public var endpoint: URL
    /// Tells the server which team's events these are.
    public var writeKey: WriteKey?
    /// Sent in the context; at most 100 characters of it.
    public var appVersion: String
    /// When events are sent.
    public var flush = FlushRules()
    /// How much is kept, in memory and on disk.
    public var queue = QueueLimits()
    /// How large one event may be.
    public var events = EventLimits()
    /// Which share of the installs records which events.
    public var sampling = SamplingRules()
    /// What counts as personal data.
    public var scrubbing = ScrubbingRules()
    /// Where the remote configuration is asked for: switch, sampling and limits as JSON. Nil, the default, for none.
    /// Held to the same rule as ``endpoint``.
    public var remoteConfiguration: URL?
    /// Whether what the user said is kept for the next launch, so that the host need not call `setConsent` at each; off
    /// by default. Until the answer of the last launch is read, events wait in memory; without a yes they then go.
    ///
    /// It fails closed: a withdrawal that cannot be written removes the state, so that the next launch remembers no
    /// yes. Where even that fails, as on a read-only disk, this process records nothing more and its status says so.
    public var remembersConsent = false
    /// Where the owner folder is created; nil for the platform's place: a folder for this program (its bundle
    /// identifier, or its name) in Application Support on Apple, in the XDG data home on Linux.
    public var directory: URL?
    /// The name of the tracker's own folder in `directory`. App and widget have one each and share nothing.
    /// Letters, digits, `-`, `_` and `.`; any other character becomes `_`, and the folder's name then ends in a hash of
    /// the owner's, so that two owners never share a folder.
    public var owner = "app"
    /// Earlier destinations whose events this tracker sends, such as one with a wrong key; none by default. Events of
    /// any other destination wait in the folder, within the limits, and are never sent by this tracker.
    public var takesOver: [Destination] = []
    /// How the tracker learns that its host leaves the foreground.
    public var lifecycle: LifecycleKind
    /// Who tells the tracker about network and power.
    public var conditions = ConditionSource.system
    /// How many of the newest things that happened are kept for `AnalyticsTracker.journal(after:)`; 0, the
    /// default, switches the journal off. At most 100,000.
    public var journalCapacity = 0
    /// Whether the time that each call of `track` takes is counted, for ``TrackerStatus/callTimes``; off by default,
    /// and free when off. On, it costs the caller two readings of a clock.
    public var measuresCalls = false

    /// A configuration with the defaults, and a lifecycle; an extension says `.appExtension`.
    public init(endpoint: URL, appVersion: String, lifecycle: LifecycleKind) {
        self.endpoint = endpoint
        self.appVersion = appVersion
        self.lifecycle = lifecycle
    }

    #if canImport(UIKit) && !os(watchOS)
        /// A configuration with the defaults, for an app.
        @available(
            iOSApplicationExtension, unavailable, message: "an extension passes lifecycle: .appExtension"
        )
        public init(endpoint: URL, appVersion: String) {
            self.init(endpoint: endpoint, appVersion: appVersion, lifecycle: .app)
        }
    #else
        /// A configuration with the defaults, for a host that nobody suspends.
        public init(endpoint: URL, appVersion: String) {
            self.init(endpoint: endpoint, appVersion: appVersion, lifecycle: .none)
        }
    #endif

    /// A configuration in which every value is possible, and what had to be changed for that.
    struct Effective: Sendable {
        var configuration: AnalyticsConfiguration
        var corrections: [String]
        /// Why nothing can be sent at all.
        var misconfigured: String?
        /// The owner folder. Found when it is asked for, not at launch: that reads the system's settings.
        var directory: String {
            OwnerFolder.path(in: configuration.directory, owner: configuration.owner)
        }

        /// Whose events this tracker sends.
        var destination: DestinationScope {
            let own = Destination(endpoint: configuration.endpoint, writeKey: configuration.writeKey)
            return DestinationScope(
                own: own.fingerprint, takenOver: Set(configuration.takesOver.map(\.fingerprint)))
        }
    }

    func effective() -> Effective {
        var result = self
        var corrections: [String] = []
        func take<Value>(_ clamped: (Value, corrections: [String])) -> Value {
            corrections += clamped.corrections
            return clamped.0
        }
        result.flush = take(flush.clamped())
        result.queue = take(queue.clamped())
        result.events = take(events.clamped())
        result.sampling = take(sampling.clamped())
        result.journalCapacity.clamp(to: 0...100_000, as: "journalCapacity", &corrections)
        if let writeKey, !writeKey.isValid {
            corrections.append("writeKey cannot stand in a header; sending without it")
            result.writeKey = nil
        }
        if let remoteConfiguration,
            let fault = EndpointRules.fault(in: remoteConfiguration, called: "remoteConfiguration")
        {
            corrections.append("\(fault); not asked")
            result.remoteConfiguration = nil
        }
        let safeOwner = OwnerFolder.safe(owner)
        if safeOwner != owner {
            corrections.append("owner \(owner) cannot name a folder; using \(safeOwner)")
        }
        return Effective(
            configuration: result, corrections: corrections,
            misconfigured: EndpointRules.fault(in: endpoint, called: "endpoint"))
    }
}
