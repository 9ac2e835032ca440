import Analytics

/// A number for each of the last seconds.
public struct SecondWindow: Sendable, Equatable {
    /// How many seconds it looks back: as many as the widest graph has columns.
    public static let length = 200

    /// The numbers, the present second last.
    public private(set) var values = [Int](repeating: 0, count: length)
    private var second: Int64 = 0
    private var total = 0

    /// An empty window.
    public init() {}

    /// Takes in how many there have been in all at `time`; each second has what came in it.
    public mutating func count(total: Int, at time: Timestamp) {
        move(to: time, filler: 0)
        values[values.count - 1] += max(0, total - self.total)
        self.total = total
    }

    /// Takes in how many there are at `time`; a second in which nothing changed has the number before it.
    public mutating func sample(_ value: Int, at time: Timestamp) {
        move(to: time, filler: values.last ?? 0)
        values[values.count - 1] = value
    }

    private mutating func move(to time: Timestamp, filler: Int) {
        let now = time.milliseconds / 1_000
        if second == 0 { second = now }
        let passed = Int(max(0, min(Int64(Self.length), now - second)))
        values = Array(values.dropFirst(passed)) + [Int](repeating: filler, count: passed)
        second = max(second, now)
    }
}
