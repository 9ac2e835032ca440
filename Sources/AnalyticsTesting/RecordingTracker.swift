import Analytics

/// A tracker for hosts' tests: keeps what is tracked, in order, and sends nothing.
public final class RecordingTracker: AnalyticsClient, Sendable {
    /// One tracked event, comparable as a whole.
    public struct Entry: Sendable, Hashable {
        /// The event's name.
        public let name: String
        /// The event's schema version.
        public let schemaVersion: Int
        /// The event's properties, as given: nothing is scrubbed or cut.
        public let properties: [String: PropertyValue]
        /// Who was signed in; nil for nobody.
        public let userID: String?

        /// An entry, to compare with.
        public init(
            name: String, schemaVersion: Int = 1, properties: [String: PropertyValue] = [:],
            userID: String? = nil
        ) {
            self.name = name
            self.schemaVersion = schemaVersion
            self.properties = properties
            self.userID = userID
        }

        /// The entry that an event makes, to compare with.
        public init(_ event: some AnalyticsEvent, userID: String? = nil) {
            self.init(
                name: type(of: event).name, schemaVersion: type(of: event).schemaVersion,
                properties: event.properties, userID: userID)
        }
    }

    private struct State {
        var entries: [Entry] = []
        var consent: Consent
        var refused = 0
        var denials = 0
        var flushes = 0
        var userID: String?
        var resets = 0
        var observers: [Int: AsyncStream<Void>.Continuation] = [:]
        var nextObserver = 0
    }

    private let state: Locked<State>

    /// A tracker with consent given, so that tests of instrumentation need not give it; pass another to test that.
    public init(consent: Consent = .granted) {
        state = Locked(State(consent: consent))
    }

    /// What was tracked with consent, in the order of the calls of each thread.
    public var entries: [Entry] { state.withLock(\.entries) }

    /// How many events came without consent; like the real tracker, this one keeps nothing of them.
    public var refused: Int { state.withLock(\.refused) }

    /// What the host said last.
    public var consent: Consent { state.withLock(\.consent) }

    /// How often `flush()` was called.
    public var flushes: Int { state.withLock(\.flushes) }

    /// Who is signed in.
    public var userID: String? { state.withLock(\.userID) }

    /// How often `reset()` was called.
    public var resets: Int { state.withLock(\.resets) }

    /// Forgets the entries.
    public func clear() { state.withLock { $0.entries = [] } }

    /// Keeps the event when there is consent. Its getters are read without any lock held.
    public func track(_ event: some AnalyticsEvent) { keep { Entry(event, userID: $0) } }

    /// Keeps the event when there is consent.
    public func track(_ name: String, schemaVersion: Int, properties: [String: PropertyValue]) {
        keep { Entry(name: name, schemaVersion: schemaVersion, properties: properties, userID: $0) }
    }

    /// Signs the user in when there is consent; unlike the real tracker it judges no ID, so that a test sees it.
    public func identify(userID: String) {
        state.withLock { if $0.consent == .granted { $0.userID = userID } }
    }

    /// Signs the user out, and counts the call.
    public func reset() {
        state.withLock { state in
            state.userID = nil
            state.resets += 1
        }
    }

    /// Reads the event between two locks: its getters are the host's, and may call this tracker.
    private func keep(_ entry: (String?) -> Entry) {
        let before = state.withLock { state -> (denials: Int, userID: String?)? in
            guard state.consent == .granted else {
                state.refused += 1
                return nil
            }
            return (state.denials, state.userID)
        }
        guard let before else { return }
        let entry = entry(before.userID)
        let observers = state.withLock { state -> [AsyncStream<Void>.Continuation] in
            // A denial meanwhile erases it with the rest.
            guard state.denials == before.denials else { return [] }
            state.entries.append(entry)
            return Array(state.observers.values)
        }
        for observer in observers { observer.yield() }
    }

    /// Applies at once; a denial forgets the entries, as the real tracker erases its queue.
    public func setConsent(_ consent: Consent) {
        state.withLock { state in
            state.consent = consent
            guard consent == .denied else { return }
            state.denials += 1
            state.entries = []
            state.userID = nil
        }
    }

    /// Counts the call; there is nothing to send.
    @discardableResult public func flush() async -> FlushOutcome {
        state.withLock { state in
            state.flushes += 1
            return FlushOutcome(sent: 0, stoppedBy: .nothingLeft)
        }
    }

    /// Waits for an entry that satisfies `condition` and returns it, at once when there is one already.
    ///
    /// Does not sleep or poll. Nil when `limit` of real time passes first, or the task is cancelled.
    public func wait(
        upTo limit: Duration = .seconds(5), for condition: @escaping @Sendable (Entry) -> Bool
    ) async -> Entry? {
        let (changes, bell) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let observer = state.withLock { state -> Int in
            state.nextObserver += 1
            state.observers[state.nextObserver] = bell
            return state.nextObserver
        }
        defer { state.withLock { _ = $0.observers.removeValue(forKey: observer) } }
        let limiter = Task {
            try await Task.sleep(for: limit)
            bell.finish()
        }
        defer { limiter.cancel() }
        bell.yield()
        for await _ in changes {
            if let entry = entries.first(where: condition) { return entry }
        }
        return nil
    }

    /// Waits for an event of a name.
    public func wait(for name: String, upTo limit: Duration = .seconds(5)) async -> Entry? {
        await wait(upTo: limit) { $0.name == name }
    }
}
