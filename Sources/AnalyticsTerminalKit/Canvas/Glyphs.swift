/// The symbols that widgets draw with: one set for Unicode, one for ASCII.
public struct Glyphs: Sendable {
    /// Whether this is the Unicode set.
    public let unicode: Bool
    /// A full cell of a gauge.
    public let gaugeFull: Symbol
    /// An empty cell of a gauge.
    public let gaugeEmpty: Symbol
    /// A cell of a horizontal bar.
    public let bar: Symbol
    /// Levels of a graph, lowest first. Level zero is a space and not in it.
    public let ramp: [Symbol]
    /// Marks the selected row.
    public let pointer: Symbol
    /// Up.
    public let arrowUp: Symbol
    /// Down.
    public let arrowDown: Symbol
    /// Left.
    public let arrowLeft: Symbol
    /// Right.
    public let arrowRight: Symbol
    /// Between items in a line.
    public let dot: Symbol
    /// A tick: done, in order.
    public let check: Symbol
    /// A cross: failed, refused.
    public let cross: Symbol
    /// Stands for text that was cut.
    public let ellipsis: [Symbol]

    /// Box lines, arrows and block graphs.
    public static let unicode = Glyphs(
        unicode: true, gaugeFull: Symbol("█"), gaugeEmpty: Symbol("·"), bar: Symbol("█"),
        ramp: ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"].map { Symbol($0) }, pointer: Symbol("▸"),
        arrowUp: Symbol("↑"), arrowDown: Symbol("↓"), arrowLeft: Symbol("←"), arrowRight: Symbol("→"),
        dot: Symbol("·"), check: Symbol("✓"), cross: Symbol("✗"), ellipsis: [Symbol("…")])

    /// Nothing over 0x7E.
    public static let ascii = Glyphs(
        unicode: false, gaugeFull: Symbol("="), gaugeEmpty: Symbol("."), bar: Symbol("#"),
        ramp: [".", ":", "-", "=", "+", "*", "#"].map { Symbol($0) }, pointer: Symbol(">"),
        arrowUp: Symbol("^"), arrowDown: Symbol("v"), arrowLeft: Symbol("<"), arrowRight: Symbol(">"),
        dot: Symbol("."), check: Symbol("+"), cross: Symbol("x"), ellipsis: [Symbol("."), Symbol(".")])

    /// The set that a terminal can show.
    public static func set(for capabilities: Capabilities) -> Glyphs {
        capabilities.unicode ? .unicode : .ascii
    }
}
