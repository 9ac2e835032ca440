/// How much the collector remembers, whatever the length of a run.
///
/// With the defaults, full, and IDs of 25 bytes the process was measured at 170 MB; IDs may be up to
/// 256 bytes long, and then it is more.
public struct CollectorLimits: Sendable, Hashable {
    /// Event IDs known for dropping repeats; the oldest is forgotten beyond that, and counted.
    public var eventIDs = 500_000
    /// Batch IDs known for noticing a resend.
    public var batchIDs = 50_000
    /// Events kept with all their detail, the newest.
    public var events = 25_000
    /// Bytes that the kept events may take together, roughly.
    public var eventBytes = 64 << 20
    /// Requests kept in the log, the newest.
    public var requests = 200
    /// Problems kept, the newest.
    public var problems = 200
    /// Installs whose sequence is followed, the newest.
    public var installs = 1_000
    /// Separate runs of sequence numbers followed for one install.
    public var runsPerInstall = 4_096
    /// Event names counted apart; further names share one count, `other`.
    public var names = 500
    /// The largest body, packed or opened, in bytes.
    public var bodyBytes = 8 << 20

    /// The defaults.
    public init() {}
}
