/// A width and a height in cells. Neither is ever negative.
public struct Size: Equatable, Hashable, Sendable {
    /// Columns.
    public let width: Int
    /// Rows.
    public let height: Int

    /// No cells at all.
    public static let zero = Size(width: 0, height: 0)

    /// Makes a size; negative lengths become 0, huge ones 1,048,576.
    public init(width: Int, height: Int) {
        self.width = min(max(width, 0), Point.limit)
        self.height = min(max(height, 0), Point.limit)
    }

    /// Whether there is no cell in it.
    public var isEmpty: Bool { width == 0 || height == 0 }

    /// Whether another size fits inside this one.
    public func contains(_ other: Size) -> Bool {
        other.width <= width && other.height <= height
    }
}
