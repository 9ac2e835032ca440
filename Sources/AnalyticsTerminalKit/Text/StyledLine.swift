/// A piece of text in one style.
public struct Span: Equatable, Sendable, ExpressibleByStringInterpolation {
    /// The text, as it came; it is made safe when it is drawn.
    public var text: String
    /// How it looks.
    public var style: Style

    /// Makes a piece of text.
    public init(_ text: String, _ style: Style = .normal) {
        self.text = text
        self.style = style
    }

    /// Makes a piece of normal text.
    public init(stringLiteral value: String) { self.init(value) }
}

/// A row of text in several styles.
public struct StyledLine: Equatable, Sendable, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral {
    /// The pieces, left to right.
    public var spans: [Span]

    /// Makes a row from its pieces.
    public init(_ spans: [Span]) { self.spans = spans }

    /// Makes a row in one style.
    public init(_ text: String, _ style: Style = .normal) { self.init([Span(text, style)]) }

    /// Makes a row of normal text.
    public init(stringLiteral value: String) { self.init(value) }

    /// Makes a row from its pieces.
    public init(arrayLiteral elements: Span...) { self.init(elements) }

    /// The text without styles.
    public var text: String { spans.map(\.text).joined() }

    /// Columns it takes.
    public func width(unicode: Bool) -> Int {
        spans.reduce(0) { $0 + SafeText.width($1.text, unicode: unicode) }
    }
}
