/// A position in cells, counted from the top left corner.
///
/// Coordinates are brought into plus or minus 1,048,576, so that arithmetic on them cannot overflow.
public struct Point: Equatable, Hashable, Sendable {
    /// Columns from the left edge.
    public let x: Int
    /// Rows from the top edge.
    public let y: Int

    /// The top left corner.
    public static let zero = Point(x: 0, y: 0)

    static let limit = 1 << 20

    /// Makes a position; out-of-range coordinates are clamped.
    public init(x: Int, y: Int) {
        self.x = min(max(x, -Self.limit), Self.limit)
        self.y = min(max(y, -Self.limit), Self.limit)
    }

    /// The position moved by some columns and rows.
    public func offset(x dx: Int = 0, y dy: Int = 0) -> Point {
        Point(x: x &+ dx, y: y &+ dy)
    }
}
