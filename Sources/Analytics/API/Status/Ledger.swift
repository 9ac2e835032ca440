/// Every event of one tracker's run, and the account that it is in now. Events of other
/// destinations are in it once they are dropped.
///
/// `tracked + recovered` equals the sum of all accounts at every instant, because events enter with one call
/// and afterwards only move from one account to another.
public struct Ledger: Sendable, Hashable, Codable {
    /// Events given to `track`, whatever became of them.
    public private(set) var tracked = 0
    /// Events that previous process runs left on disk.
    public private(set) var recovered = 0
    private var counts = [Int](repeating: 0, count: Account.allCases.count)

    /// Empty books.
    public init() {}

    /// How many events are in an account.
    public subscript(_ account: Account) -> Int { counts[account.index] }

    /// How many events were dropped for a reason.
    public subscript(_ reason: DropReason) -> Int { counts[Account.dropped(reason).index] }

    /// All events dropped, for any reason.
    public var dropped: Int { counts[5...].reduce(0, +) }

    /// Came in and not accounted for; anything but zero is a fault in the SDK.
    public var imbalance: Int { tracked + recovered - counts.reduce(0, +) }

    /// Whether every event is in exactly one account and no account is below zero.
    public var isBalanced: Bool { imbalance == 0 && counts.allSatisfy { $0 >= 0 } }

    /// `count` events were tracked and go to `account`.
    mutating func track(_ count: Int = 1, into account: Account) {
        tracked += count
        counts[account.index] += count
    }

    /// `count` events of an earlier life were found on disk and go to `account`.
    mutating func recover(_ count: Int, into account: Account) {
        recovered += count
        counts[account.index] += count
    }

    /// Moves `count` events; the only way to change an account.
    mutating func move(_ count: Int, from source: Account, to target: Account) {
        counts[source.index] -= count
        counts[target.index] += count
    }

    private enum CodingKeys: String, CodingKey { case tracked, recovered, accounts }

    /// Decodes what `encode(to:)` writes; an unknown account is ignored, a missing one is zero.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        tracked = try container.decode(Int.self, forKey: .tracked)
        recovered = try container.decode(Int.self, forKey: .recovered)
        let accounts = try container.decode([String: Int].self, forKey: .accounts)
        counts = Account.allCases.map { accounts[$0.name] ?? 0 }
    }

    /// Encodes the accounts by name.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(tracked, forKey: .tracked)
        try container.encode(recovered, forKey: .recovered)
        let accounts = Dictionary(uniqueKeysWithValues: Account.allCases.map { ($0.name, self[$0]) })
        try container.encode(accounts, forKey: .accounts)
    }
}

extension Ledger {
    /// Where an event of this tracker's life can be: exactly one account at any instant.
    public enum Account: Sendable, Hashable, CaseIterable {
        /// Tracked, waiting in memory for the pipeline.
        case buffered
        /// Taken by the pipeline, not yet appended to a segment or dropped.
        case inHand
        /// In a segment on disk.
        case waiting
        /// In the batch that is being sent.
        case inFlight
        /// Accepted by the server.
        case delivered
        /// Gone, for this reason.
        case dropped(DropReason)

        /// Every account: the five stations of an event, then one for each drop reason.
        public static let allCases: [Account] =
            [.buffered, .inHand, .waiting, .inFlight, .delivered] + DropReason.allCases.map(Account.dropped)

        /// The account's name in encoded statuses, such as `inFlight` or `bufferFull`.
        public var name: String {
            switch self {
            case .buffered: "buffered"
            case .inHand: "inHand"
            case .waiting: "waiting"
            case .inFlight: "inFlight"
            case .delivered: "delivered"
            case .dropped(let reason): reason.rawValue
            }
        }

        /// The account's place in `allCases`; a switch because it runs under the lock that `track` takes.
        var index: Int {
            switch self {
            case .buffered: 0
            case .inHand: 1
            case .waiting: 2
            case .inFlight: 3
            case .delivered: 4
            case .dropped(let reason): 5 + reason.index
            }
        }
    }
}

extension DropReason {
    fileprivate var index: Int {
        switch self {
        case .noConsent: 0
        case .switchedOff: 1
        case .sampledOut: 2
        case .invalid: 3
        case .tooLarge: 4
        case .bufferFull: 5
        case .diskFull: 6
        case .overCap: 7
        case .expired: 8
        case .corrupt: 9
        case .vanished: 10
        case .rejected: 11
        case .discarded: 12
        case .erased: 13
        }
    }
}
