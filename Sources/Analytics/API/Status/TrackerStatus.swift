import struct Foundation.Date

/// What a tracker is doing, as one consistent value read without waiting for disk or network.
///
/// Durations are whole milliseconds; moments are `Date`s, exact to the millisecond.
public struct TrackerStatus: Sendable, Hashable, Codable {
    /// When the status was read.
    public var time: Date
    /// The current consent.
    public var consent: Consent
    /// Whether the consent that an earlier launch persisted is still being read; events then wait in memory.
    public var isReadingConsent: Bool
    /// How many denials there have been in this process run.
    public var epoch: Int
    /// Names this install to the server; nil before the first grant and while consent is denied.
    public var installID: String?
    /// Whether a user is signed in; who it is stays inside.
    public var isUserPresent: Bool
    /// How many user IDs were refused, as personal data or without consent; see `AnalyticsClient.identify`.
    public var refusedUserIDs: Int
    /// The session in progress.
    public var session: SessionStatus?
    /// The sequence number of the next event that is kept.
    public var nextSequence: Int
    /// The buffer between callers and pipeline.
    public var buffer: BufferStatus
    /// The segments on disk, oldest first.
    public var segments: [SegmentStatus]
    /// Bytes of all segments.
    public var queueBytes: Int
    /// The cap on `queueBytes`.
    public var queueBytesLimit: Int
    /// Sending: what it does and why not.
    public var flush: FlushStatus
    /// Where the host's app is.
    public var lifecycle: LifecycleEvent
    /// What is left of the background time, where the platform says so.
    public var backgroundTimeLeft: Int?
    /// What the network and the battery allow.
    public var conditions: DeviceConditions
    /// The remote configuration; nil where the host named no address, and before the first grant.
    public var remote: RemoteStatus?
    /// Every event, in exactly one account.
    public var ledger: Ledger
    /// Events that the policy kept.
    public var kept: Int
    /// Property keys that the policy removed from kept events.
    public var keysRemoved: Int
    /// Strings that the policy cut to the limits.
    public var stringsCut: Int
    /// How long calls of `track` took; nil unless the configuration asks for it.
    public var callTimes: CallTimes?
    /// Events that a failed attempt may have brought to the server without our knowing.
    public var attemptedUnconfirmed: Int
    /// Events that were sent or dropped, in files that can be neither deleted nor changed now. This process does not
    /// send them again; the next launch may, with the same IDs.
    public var undeletable: Int
    /// What is wrong now, the most pressing first; empty when nothing is. Compare kinds, not descriptions.
    public var problems: [Problem]
    /// Events on disk that were recorded for another destination; they are in the ledger only once they are dropped. See
    /// ``AnalyticsConfiguration/takesOver``.
    public var otherDestinations: OtherDestinations
    /// The current rules.
    public var rules: RulesInForce
    /// Values of the configuration that were impossible, and what is used instead.
    public var corrections: [String]

    /// Events on disk that were recorded for another destination.
    public struct OtherDestinations: Sendable, Hashable, Codable {
        /// How many.
        public var events: Int
        /// Bytes of their segments, which count against the cap.
        public var bytes: Int
    }

    /// The remote configuration.
    public struct RemoteStatus: Sendable, Hashable, Codable {
        /// Whether recording and sending are switched on.
        public var isEnabled: Bool
        /// How often it was requested in this process run.
        public var questions: Int
        /// The outcome of the last request, in words.
        public var lastAnswer: String?
        /// How long until it is requested again, where time alone decides: while switched off.
        public var nextQuestion: Int?
    }

    /// The session in progress.
    public struct SessionStatus: Sendable, Hashable, Codable {
        /// Names the session.
        public var id: String
        /// When its first event was tracked.
        public var started: Date
        /// When its newest event was tracked.
        public var lastEvent: Date
        /// How long it lives on without another event.
        public var expiresIn: Int
    }

    /// The buffer between callers and pipeline.
    public struct BufferStatus: Sendable, Hashable, Codable {
        /// Events in it.
        public var depth: Int
        /// Events that it can hold.
        public var capacity: Int
        /// The most that it ever held.
        public var highWater: Int
    }

    /// One segment file.
    public struct SegmentStatus: Sendable, Hashable, Codable, Identifiable {
        /// Whether it grows, waits, or is on its way.
        public enum State: String, Sendable, Codable {
            /// Events are appended to it.
            case open
            /// It never changes again, and waits.
            case closed
            /// It is being sent.
            case sending
            /// It cannot be read now; kept for later.
            case unreadable
        }

        /// The segment's number, which is its file's name.
        public var id: Int
        /// Whether it grows, waits, or is on its way.
        public var state: State
        /// Events in it.
        public var events: Int
        /// Its size.
        public var bytes: Int
        /// How long ago it was opened.
        public var age: Int
        /// How often this process has tried to send it.
        public var attempts: Int
        /// Whether a previous process run wrote it.
        public var isLeftover: Bool
    }
}
