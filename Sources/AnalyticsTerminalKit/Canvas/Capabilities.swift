/// What the terminal at hand can show.
public struct Capabilities: Hashable, Sendable {
    /// Whether anything beyond ASCII may be written. Without it no byte over 0x7E leaves the canvas.
    public var unicode: Bool
    /// Whether colours may be used.
    public var colors: Bool

    /// Makes a set of capabilities.
    public init(unicode: Bool, colors: Bool) {
        self.unicode = unicode
        self.colors = colors
    }

    /// Unicode and colours.
    public static let full = Capabilities(unicode: true, colors: true)
    /// ASCII in one colour.
    public static let plain = Capabilities(unicode: false, colors: false)
}
