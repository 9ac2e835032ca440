/// The tracker: records events on disk and sends them in batches, at least once.
///
/// `init` touches no file and no socket, `track` takes one lock and waits for nothing, and nothing that a host, a disk
/// or a server does makes it trap. Nothing is recorded before `setConsent(.granted)`, which the host calls at each
/// launch unless consent is persisted. When the last reference is released, work in progress is cancelled; what is on
/// disk stays for the next launch.
public final class AnalyticsTracker: AnalyticsClient {
    private let core: TrackerCore
    /// The owner folder, under the owner's corrected name.
    package var directory: String { core.directory }

    /// Makes a tracker; no file, no socket, no waiting.
    public convenience init(configuration: AnalyticsConfiguration) {
        self.init(configuration: configuration, environment: .live(configuration))
    }

    package init(configuration: AnalyticsConfiguration, environment: TrackerEnvironment) {
        core = TrackerCore(configuration.effective(), environment: environment)
    }

    deinit { core.stop() }

    /// Ends everything at once, for a test that lets the process die.
    package func sever() { core.stop() }

    /// While held nothing is taken from memory, so that what is tracked meanwhile happens in one instant.
    package func hold(_ isHeld: Bool) { core.doorbell.muffle(isHeld) }

    /// A flush by a caller that counts as work in hand, except while it waits for an answer.
    package func flush(yielding work: WorkInHand) async -> FlushOutcome {
        await core.engine.flush(yielding: work)
    }

    /// See `Tracker.track`.
    public func track(_ event: some AnalyticsEvent) {
        Signposts.interval("track") { core.buffer.push(event) }
    }

    /// See `AnalyticsClient.track`.
    public func track(_ name: String, schemaVersion: Int, properties: [String: PropertyValue]) {
        core.buffer.push(EventDraft(name: name, schemaVersion: schemaVersion, properties: properties))
    }

    /// See `AnalyticsClient.identify`.
    public func identify(userID: String) { core.identify(userID) }

    /// See `AnalyticsClient.reset`.
    public func reset() { core.reset() }

    /// See `Tracker.setConsent`.
    public func setConsent(_ consent: Consent) { core.set(consent) }

    /// See `Tracker.flush`.
    @discardableResult public func flush() async -> FlushOutcome {
        await Signposts.interval("flush") { await core.engine.flush() }
    }

    /// What the tracker is doing: one consistent value, at once, whatever disk and network do.
    public var status: TrackerStatus { core.status }

    /// What happened since the entry numbered `id`, oldest first; empty when the configuration keeps no journal.
    public func journal(after id: Int = 0) -> [JournalEntry] { core.journal.entries(after: id) }
}
