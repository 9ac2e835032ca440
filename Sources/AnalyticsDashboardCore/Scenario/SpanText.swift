/// Spans of time as a scenario writes them.
enum SpanText {
    private static let units: [(suffix: String, milliseconds: Int64)] = [
        ("ms", 1), ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1_000),
    ]

    /// Digits and a unit; at most ten years, and no unit is no span.
    static func read(_ text: String) -> Duration? {
        guard let unit = units.first(where: { text.hasSuffix($0.suffix) }) else { return nil }
        let digits = text.dropLast(unit.suffix.count)
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let count = Int64(digits) else {
            return nil
        }
        let (milliseconds, overflow) = count.multipliedReportingOverflow(by: unit.milliseconds)
        guard !overflow, milliseconds <= 3_652 * 86_400_000 else { return nil }
        return .milliseconds(milliseconds)
    }

    /// In the largest unit that needs no fraction; less than a millisecond is cut off.
    static func write(_ span: Duration) -> String {
        let milliseconds = whole(span)
        let unit =
            units.dropFirst().first { milliseconds > 0 && milliseconds % $0.milliseconds == 0 } ?? units[0]
        return "\(milliseconds / unit.milliseconds)\(unit.suffix)"
    }

    /// Whole milliseconds.
    static func whole(_ span: Duration) -> Int64 {
        span.components.seconds * 1_000 + span.components.attoseconds / 1_000_000_000_000_000
    }
}
