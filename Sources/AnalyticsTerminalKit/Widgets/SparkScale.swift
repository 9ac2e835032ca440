/// The scale of a graph: how high a value stands.
///
/// It is logarithmic, so that after a spike of 1,000 the ones can still be seen, and its top is the next of
/// 1, 2, 5, 10, 20, 50 and so on, so that it holds still while values wander.
public struct SparkScale: Equatable, Sendable {
    /// The value at full height: at least 1.
    public let top: Int

    /// Makes a scale whose top is at least this value, rounded up.
    public init(top value: Int) {
        var decade = 1
        while true {
            for step in [1, 2, 5] {
                let (candidate, overflow) = decade.multipliedReportingOverflow(by: step)
                if overflow || candidate >= value {
                    top = overflow ? .max : candidate
                    return
                }
            }
            let (next, overflow) = decade.multipliedReportingOverflow(by: 10)
            if overflow {
                top = .max
                return
            }
            decade = next
        }
    }

    /// Makes the scale that fits some values.
    public init(fitting values: some Sequence<Int>) {
        self.init(top: values.max() ?? 1)
    }

    /// The top as printed: `1,000`.
    public var label: String { CountText.grouped(top) }

    /// The height of a value in levels: 0 for nothing, 1 to `levels` for anything above.
    public func level(of value: Int, levels: Int) -> Int {
        guard value > 0, levels > 0 else { return 0 }
        guard value < top else { return levels }
        let share = Self.log2(Double(value) + 1) / Self.log2(Double(top) + 1)
        return min(max(Int(share * Double(levels) + 0.5), 1), levels)
    }

    /// Logarithm by exponent and a straight line between powers of two: even and monotone, which is all that
    /// a graph needs, and no C library is.
    private static func log2(_ value: Double) -> Double {
        Double(value.exponent) + value.significand - 1
    }
}
