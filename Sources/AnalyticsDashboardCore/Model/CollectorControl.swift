/// What the dashboard sees of a collector; the executable puts the real one behind it.
public protocol CollectorControl: Sendable {
    /// What has arrived so far.
    var summary: CollectorSummary { get }
    /// What arrived, a line each, the newest first; empty for a server whose arrivals cannot be seen.
    var arrivals: [String] { get }
    /// The faults that can be chosen, the working server first.
    var faults: [FaultChoice] { get }
    /// The fault that a word names, its parameter included, such as `429:120`; nil when none does.
    func fault(named word: String) -> FaultChoice?
    /// Makes the server behave so from now on.
    func choose(_ fault: FaultChoice)
    /// Serves this text as remote configuration from now on; false when the server is not ours.
    func serve(configuration: String) -> Bool
    /// Calls `body` after every change.
    func onChange(_ body: @escaping @Sendable () -> Void)
}

/// One way in which the server can behave.
public struct FaultChoice: Sendable, Equatable {
    /// Names it to the collector.
    public let word: String
    /// What the operator reads.
    public let name: String

    /// A choice.
    public init(word: String, name: String) {
        self.word = word
        self.name = name
    }
}

/// What a collector has counted.
public struct CollectorSummary: Sendable, Equatable, Codable {
    /// How the server behaves at present; the name of a server that is not ours.
    public var fault = "200"
    /// The fault's word; empty for a server that is not ours.
    public var word = "200"
    /// Whether the server is the embedded one: its faults can be chosen, and its counts seen.
    public var isOurs = true
    /// Different events stored.
    public var unique = 0
    /// Repeats dropped.
    public var duplicates = 0
    /// Installs that events came from.
    public var installs = 0
    /// Events rejected one by one.
    public var rejected = 0
    /// Sequence numbers between others of their install that never came.
    public var missing = 0
    /// Requests by the status answered; 0 for those that got no answer.
    public var requests: [Int: Int] = [:]
    /// How far the device's clock is ahead, in milliseconds, at the newest batch.
    public var skew: Int?
    /// Bytes of all bodies, opened.
    public var rawBytes = 0
    /// Bytes of all bodies as sent.
    public var sentBytes = 0
    /// Requests that were wrong, or contradicted others.
    public var problems = 0

    /// Nothing yet.
    public init() {}
}
