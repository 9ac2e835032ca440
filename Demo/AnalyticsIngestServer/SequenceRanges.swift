/// An unbroken run of sequence numbers, both ends included.
public struct SequenceRange: Sendable, Codable, Hashable {
    /// The lowest number of the run.
    public let first: Int
    /// The highest number of the run.
    public let last: Int

    /// A run from `first` to `last`; `last` is not below `first`.
    public init(_ first: Int, _ last: Int) {
        self.first = first
        self.last = max(first, last)
    }

    /// How many numbers the run holds.
    public var count: Int { last - first + 1 }
}

/// Which sequence numbers were seen, as sorted runs that never touch.
struct SequenceRanges {
    enum Insertion: Equatable {
        case new
        case seen
        /// The number is new, but a further run would pass the limit: it is not noted.
        case full
    }

    private(set) var runs: [SequenceRange] = []
    private let limit: Int

    init(limit: Int) {
        self.limit = max(1, limit)
    }

    /// The runs between the lowest and the highest number that were never seen.
    var missing: [SequenceRange] {
        zip(runs, runs.dropFirst()).map { SequenceRange($0.last + 1, $1.first - 1) }
    }

    mutating func insert(_ number: Int) -> Insertion {
        let next = firstRun(endingAtOrAfter: number)
        if next < runs.count, runs[next].first <= number { return .seen }
        let touchesBefore = next > 0 && runs[next - 1].last + 1 == number
        let touchesAfter = next < runs.count && runs[next].first == number + 1
        switch (touchesBefore, touchesAfter) {
        case (true, true):
            runs[next - 1] = SequenceRange(runs[next - 1].first, runs[next].last)
            runs.remove(at: next)
        case (true, false): runs[next - 1] = SequenceRange(runs[next - 1].first, number)
        case (false, true): runs[next] = SequenceRange(number, runs[next].last)
        case (false, false):
            guard runs.count < limit else { return .full }
            runs.insert(SequenceRange(number, number), at: next)
        }
        return .new
    }

    private func firstRun(endingAtOrAfter number: Int) -> Int {
        var low = 0
        var high = runs.count
        while low < high {
            let middle = (low + high) / 2
            if runs[middle].last < number { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
