import struct Foundation.Date

/// One line of the journal: something that happened to an event, a segment or a request.
///
/// Redacted: names, property keys and numbers, never a property's value.
public struct JournalEntry: Sendable, Hashable, Codable, Identifiable {
    /// What kind of thing happened.
    public enum Kind: String, Sendable, Codable, CaseIterable {
        /// The policy kept an event.
        case kept
        /// One or more events were dropped, for `reason`.
        case dropped
        /// Events were written to a segment.
        case appended
        /// A segment was closed and never changes again.
        case sealed
        /// An earlier life's segment was found on disk.
        case recovered
        /// A request set out.
        case sent
        /// A request was answered, failed, or was cancelled.
        case answered
        /// A segment left the disk.
        case removed
        /// A failure set a time before which nothing is sent.
        case backedOff
        /// A trigger met a closed gate and stays pending.
        case held
        /// Consent was set.
        case consent
        /// A user was identified or logged out, or an ID was refused.
        case identity
        /// The remote configuration was asked for.
        case remote
        /// The app changed between foreground and background.
        case lifecycle
        /// The network or the power state changed.
        case conditions
        /// Something is wrong that the host's developers should know.
        case problem
    }

    /// Counts up from 1 within one tracker's life, without gaps.
    public var id: Int
    /// When it happened.
    public var time: Date
    /// What kind of thing happened.
    public var kind: Kind
    /// The event's name, where the entry is about one event.
    public var name: String?
    /// The event's schema version.
    public var schemaVersion: Int?
    /// The event's sequence number, or the first one where the entry is about several.
    public var sequence: Int?
    /// How many events the entry is about.
    public var count: Int?
    /// The segment's number.
    public var segment: Int?
    /// Why events were dropped.
    public var reason: DropReason?
    /// Which events of the segment the entry is about, the first being 0, in ascending order; empty where it is about
    /// all of them.
    public var positions: [Int]
    /// The keys of all properties that were recorded.
    public var keys: [String]
    /// Keys removed by the policy, each with the reason, such as `email: blockedKey`.
    public var removed: [String]
    /// Keys whose text was cut to the limits.
    public var cut: [String]
    /// The rest, in words.
    public var detail: String

    /// Makes an entry; the journal sets its number.
    public init(
        time: Date, kind: Kind, name: String? = nil, schemaVersion: Int? = nil, sequence: Int? = nil,
        count: Int? = nil, segment: Int? = nil, reason: DropReason? = nil, positions: [Int] = [],
        keys: [String] = [], removed: [String] = [], cut: [String] = [], detail: String = ""
    ) {
        id = 0
        self.time = time
        self.kind = kind
        self.name = name
        self.schemaVersion = schemaVersion
        self.sequence = sequence
        self.count = count
        self.segment = segment
        self.reason = reason
        self.positions = positions
        self.keys = keys
        self.removed = removed
        self.cut = cut
        self.detail = detail
    }
}
