import class Foundation.FileManager
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
    /// Where the owner folder is made; nil for the platform's place: Application Support on Apple, the XDG data
    /// home on Linux.
    public var directory: URL?
    /// The name of the tracker's own folder in `directory`. App and widget have one each and share nothing.
    /// Letters, digits, `-`, `_` and `.`; what else there is becomes `_`.
    public var owner = "app"
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
        var directory: String
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
            let fault = Self.fault(in: remoteConfiguration, called: "remoteConfiguration")
        {
            corrections.append("\(fault); not asked")
            result.remoteConfiguration = nil
        }
        result.owner = Self.safeOwner(owner)
        if result.owner != owner {
            corrections.append("owner \(owner) is no folder name; using \(result.owner)")
        }
        let base = (directory ?? Self.defaultDirectory).path
        return Effective(
            configuration: result, corrections: corrections,
            misconfigured: Self.fault(in: endpoint, called: "endpoint"),
            directory: base + "/" + result.owner)
    }

    private static func safeOwner(_ name: String) -> String {
        let safe = String(name.prefix(100).map { isSafe($0) ? $0 : "_" })
        return safe.allSatisfy { $0 == "." } ? "app" : safe
    }

    /// Asked at every launch: no set of the letters is built for it.
    private static func isSafe(_ character: Character) -> Bool {
        switch character {
        case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".": character.utf8.count == 1
        default: false
        }
    }

    private static var defaultDirectory: URL {
        let places = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)
        return (places.first ?? FileManager.default.temporaryDirectory).appendingPathComponent(
            "analytics", isDirectory: true)
    }

    /// Why an address cannot be used; nil when it can.
    private static func fault(in address: URL, called name: String) -> String? {
        guard let host = address.host, !host.isEmpty else { return "\(name) has no host" }
        switch address.scheme?.lowercased() {
        case "https": return nil
        case "http" where isLoopback(host): return nil
        case "http": return "\(name) is http and not on this machine; use https"
        default: return "\(name) must be https"
        }
    }

    /// Exactly the loopback names and addresses: `127.evil.example` is none.
    static func isLoopback(_ host: String) -> Bool {
        if ["localhost", "::1", "[::1]"].contains(host.lowercased()) { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}
