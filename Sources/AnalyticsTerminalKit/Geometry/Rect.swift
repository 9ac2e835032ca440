/// A rectangle of cells. Its size is never negative.
public struct Rect: Equatable, Hashable, Sendable {
    /// The top left cell.
    public let origin: Point
    /// How many columns and rows it covers.
    public let size: Size

    /// Nothing, at the top left corner.
    public static let zero = Rect(origin: .zero, size: .zero)

    /// Makes a rectangle from its corner and size.
    public init(origin: Point, size: Size) {
        self.origin = origin
        self.size = size
    }

    /// Makes a rectangle from four numbers; negative lengths become 0.
    public init(x: Int, y: Int, width: Int, height: Int) {
        self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
    }

    /// Makes a rectangle of this size at the top left corner.
    public init(_ size: Size) {
        self.init(origin: .zero, size: size)
    }

    /// The leftmost column.
    public var minX: Int { origin.x }
    /// The topmost row.
    public var minY: Int { origin.y }
    /// The column just right of it.
    public var maxX: Int { origin.x + size.width }
    /// The row just below it.
    public var maxY: Int { origin.y + size.height }
    /// Columns.
    public var width: Int { size.width }
    /// Rows.
    public var height: Int { size.height }
    /// Whether there is no cell in it.
    public var isEmpty: Bool { size.isEmpty }

    /// Whether a cell lies inside.
    public func contains(_ point: Point) -> Bool {
        point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
    }

    /// The part that both cover; empty when they do not meet.
    public func intersection(_ other: Rect) -> Rect {
        let left = max(minX, other.minX)
        let top = max(minY, other.minY)
        return Rect(
            x: left, y: top, width: min(maxX, other.maxX) - left, height: min(maxY, other.maxY) - top)
    }

    /// The rectangle shrunk on each side; what does not fit becomes empty, never negative.
    public func inset(left: Int = 0, top: Int = 0, right: Int = 0, bottom: Int = 0) -> Rect {
        let dx = min(max(left, 0), width)
        let dy = min(max(top, 0), height)
        return Rect(
            x: minX + dx, y: minY + dy,
            width: width - dx - min(max(right, 0), width), height: height - dy - min(max(bottom, 0), height))
    }

    /// The rectangle shrunk by the same number of cells on all sides.
    public func inset(_ cells: Int) -> Rect {
        inset(left: cells, top: cells, right: cells, bottom: cells)
    }

    /// A rectangle of at most this size in the middle of this one.
    public func centered(_ inner: Size) -> Rect {
        let width = min(inner.width, width)
        let height = min(inner.height, height)
        return Rect(
            x: minX + (self.width - width) / 2, y: minY + (self.height - height) / 2, width: width,
            height: height)
    }

    /// One row of it, counted from its top; empty when there is no such row.
    public func row(_ index: Int) -> Rect {
        guard index >= 0, index < height else { return Rect(origin: origin, size: .zero) }
        return Rect(x: minX, y: minY + index, width: width, height: 1)
    }
}
