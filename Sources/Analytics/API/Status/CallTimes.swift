/// How long calls of `track` took: a histogram of fixed size, each bucket twice as wide as the one before.
///
/// Kept only where ``AnalyticsConfiguration/measuresCalls`` asks for it. All times are in nanoseconds, of real time
/// also where a test moves the tracker's clock.
public struct CallTimes: Sendable, Hashable, Codable {
    /// What the calls of each bucket stayed under, in nanoseconds; the last bucket has no bound.
    public static let bounds: [Int] = (0..<20).map { 64 << $0 }

    /// How many calls fell into each bucket; one more than there are bounds.
    public private(set) var counts = [Int](repeating: 0, count: bounds.count + 1)
    /// The longest call.
    public private(set) var longest = 0

    /// Nothing measured yet.
    public init() {}

    /// How many calls were measured.
    public var calls: Int { counts.reduce(0, +) }

    /// What this share of the calls, from 0 to 1, stayed under; up to twice what it really was. Nil before the first
    /// call.
    public func quantile(_ share: Double) -> Int? {
        let calls = calls
        guard calls > 0, !share.isNaN else { return nil }
        let wanted = max(1, Int((min(max(share, 0), 1) * Double(calls)).rounded(.up)))
        var passed = 0
        for (count, bound) in zip(counts, Self.bounds) {
            passed += count
            if passed >= wanted { return min(bound, longest) }
        }
        return longest
    }

    /// Counts one call.
    package mutating func count(nanoseconds: UInt64) {
        let width = UInt64.bitWidth - nanoseconds.leadingZeroBitCount
        counts[min(max(0, width - 6), Self.bounds.count)] += 1
        longest = max(longest, Int(clamping: nanoseconds))
    }
}
