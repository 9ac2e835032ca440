import struct Foundation.URL

/// Everything that a host decides about its tracker; all but the endpoint has a default.
///
/// An impossible value is brought into range when the tracker is made, and reported in its status; nothing traps.
public struct AnalyticsConfiguration: Sendable {
    /// Where events go: `{endpoint}/v1/events`. Only https, or http to a loopback address; with anything else the
    /// tracker records, sends nothing, and reports ``ClosedGate/misconfigured(_:)``.
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
    /// The address of the remote configuration: switch, sampling and limits as JSON. Nil, the default, for none.
    /// The rule for ``endpoint`` applies.
    public var remoteConfiguration: URL?
    /// Whether consent is persisted for the next launch, so that the host need not call `setConsent` at each; off by
    /// default. Until the persisted consent is read, events wait in memory; without a grant they are then dropped.
    ///
    /// It fails closed: where a withdrawal cannot be written, the state file is deleted or emptied, so that the next
    /// launch finds no grant. Where even that fails, as on a read-only disk, the status reports it, and after a denial
    /// this process records nothing more.
    public var remembersConsent = false
    /// Where the owner folder is created; nil for the platform's place: `<program>/analytics` in Application Support on
    /// Apple, in the XDG data home on Linux. `<program>` is the bundle identifier, on Linux the executable's name.
    public var directory: URL?
    /// The name of the tracker's own folder in `directory`. App and widget have one each and share nothing. At most 100
    /// letters, digits, `-`, `_` and `.`; any other character becomes `_`, and the name of a folder that had to be
    /// changed ends in a hash of the owner's, so that two owners share no folder. Names that differ only in case are
    /// one folder where the file system ignores case.
    public var owner = "app"
    /// Earlier destinations whose events this tracker sends to its own, such as one with a wrong key; none by default.
    /// Events of any other destination wait in the folder, within the limits, and are never sent by this tracker.
    public var takesOver: [Destination] = []
    /// How the tracker learns that its host leaves the foreground.
    public var lifecycle: LifecycleKind
    /// Where the tracker learns about network and power.
    public var conditions = ConditionSource.system
    /// How many of the newest entries are kept for `AnalyticsTracker.journal(after:)`; 0, the
    /// default, switches the journal off. At most 100,000.
    public var journalCapacity = 0
    /// Whether the time that each call of `track` takes is counted, for ``TrackerStatus/callTimes``; off by default,
    /// and free when off. On, it costs the caller two readings of a clock.
    public var measuresCalls = false

    /// A configuration with the defaults, and a lifecycle; an extension passes `.appExtension`.
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
        /// A configuration with the defaults, for a host that is never suspended.
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
