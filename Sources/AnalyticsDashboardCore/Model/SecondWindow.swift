/// A number for each of the last seconds.
public struct SecondWindow: Sendable, Equatable {
    /// How many seconds it looks back: as many as the widest graph has columns.
    public static let length = 200

    /// The numbers, the present second last.
    public private(set) var values = [Int](repeating: 0, count: length)
    private var second: Int64?
    private var total = 0

    /// An empty window.
    public init() {}

    /// Takes in how many there have been in all after so long; each second has what came in it.
    public mutating func count(total: Int, at time: Duration) {
        move(to: time, filler: 0)
        values[values.count - 1] += max(0, total - self.total)
        self.total = total
    }

    /// Takes in how many there are after so long; a second in which nothing changed has the number before it.
    public mutating func sample(_ value: Int, at time: Duration) {
        move(to: time, filler: values.last ?? 0)
        values[values.count - 1] = value
    }

    // Not by the wall clock, which can be set back: the window would stand still until it has caught up.
    private mutating func move(to time: Duration, filler: Int) {
        let now = time.components.seconds
        let before = second ?? now
        let passed = Int(max(0, min(Int64(Self.length), now - before)))
        values = Array(values.dropFirst(passed)) + [Int](repeating: filler, count: passed)
        second = max(before, now)
    }
}
