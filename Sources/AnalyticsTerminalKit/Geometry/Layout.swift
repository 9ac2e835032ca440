/// How long one part of a split wants to be.
public enum Length: Equatable, Hashable, Sendable {
    /// Exactly this many cells, when there is room.
    case fixed(Int)
    /// At least `minimum` cells, plus a share of what is left in proportion to `weight`.
    case flexible(weight: Int = 1, minimum: Int = 0)

    var needed: Int {
        switch self {
        case .fixed(let cells), .flexible(_, let cells): min(max(cells, 0), Point.limit)
        }
    }

    var weight: Int {
        switch self {
        case .fixed: 0
        case .flexible(let weight, _): min(max(weight, 0), Point.limit)
        }
    }
}

/// Splits lengths among parts. Pure: the same input always gives the same cells.
public enum Layout {
    /// The length of each part.
    ///
    /// The sum is never over `total`, and equals it when a part with a weight exists. When room is short the
    /// earlier parts keep theirs and the later ones shrink, down to 0.
    public static func split(_ total: Int, into parts: [Length]) -> [Int] {
        var left = min(max(total, 0), Point.limit)
        var lengths = parts.map { part in
            let given = min(part.needed, left)
            left -= given
            return given
        }
        var weights = parts.reduce(0) { $0 + $1.weight }
        for (index, part) in parts.enumerated() where part.weight > 0 {
            let share = left * part.weight / weights
            lengths[index] += share
            left -= share
            weights -= part.weight
        }
        return lengths
    }
}

extension Rect {
    /// Splits from top to bottom.
    ///
    /// With `overlap` 1 neighbours share a row, so that panes can share a border line.
    public func rows(_ parts: [Length], overlap: Int = 0) -> [Rect] {
        Self.spans(height, parts, overlap).map { span in
            Rect(x: minX, y: minY + span.start, width: width, height: span.length)
        }
    }

    /// Splits from left to right.
    ///
    /// With `overlap` 1 neighbours share a column, so that panes can share a border line.
    public func columns(_ parts: [Length], overlap: Int = 0) -> [Rect] {
        Self.spans(width, parts, overlap).map { span in
            Rect(x: minX + span.start, y: minY, width: span.length, height: height)
        }
    }

    private static func spans(_ total: Int, _ parts: [Length], _ overlap: Int) -> [(start: Int, length: Int)]
    {
        let shared = max(overlap, 0)
        var start = 0
        return Layout.split(total + shared * max(parts.count - 1, 0), into: parts).map { length in
            let begin = min(start, total)
            start = max(start + length - shared, start)
            return (begin, min(length, total - begin))
        }
    }
}
