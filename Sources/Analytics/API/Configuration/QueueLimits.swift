/// How much the tracker may keep, in memory and on disk.
public struct QueueLimits: Sendable, Hashable, Codable {
    /// Events held in memory until the pipeline takes them; when full the oldest is evicted, counted `bufferFull`.
    /// 1 to 100,000.
    public var bufferCapacity = 1_000
    /// Bytes of all segments on disk, also those of other destinations; over it the oldest are removed, counted
    /// `overCap`. 512 KB to 1 GB.
    public var maxBytes = 5 * 1_024 * 1_024
    /// A segment older than this is removed, counted `expired`. 1 hour to 365 days.
    public var maxAge = Duration.seconds(7 * 24 * 60 * 60)
    /// A segment closes when it reaches this size. 4 KB to 256 KB.
    public var segmentBytes = 256 * 1_024

    /// The defaults: 1,000 events in memory, 5 MB and 7 days on disk, segments of 256 KB at most.
    public init() {}

    /// Brings every value into its range and says in words what was changed.
    func clamped() -> (QueueLimits, corrections: [String]) {
        var limits = self
        var corrections: [String] = []
        limits.bufferCapacity.clamp(to: 1...100_000, as: "queue.bufferCapacity", &corrections)
        limits.maxBytes.clamp(to: (512 * 1_024)...(1 << 30), as: "queue.maxBytes", &corrections)
        limits.maxAge.clamp(to: .seconds(3_600)...(.seconds(365 * 86_400)), as: "queue.maxAge", &corrections)
        limits.segmentBytes.clamp(to: (4 * 1_024)...(256 * 1_024), as: "queue.segmentBytes", &corrections)
        return (limits, corrections)
    }
}
