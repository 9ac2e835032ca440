/// What one cell shows: a printable scalar, at most two marks over it, and its width in columns.
///
/// Only `SafeText` and the fixed glyph sets make symbols, so a symbol never holds a control character.
public struct Symbol: Hashable, Sendable {
    /// The visible scalar.
    public let scalar: Unicode.Scalar
    /// The first nonspacing mark, or U+0000.
    public let firstMark: Unicode.Scalar
    /// The second nonspacing mark, or U+0000.
    public let secondMark: Unicode.Scalar
    /// Columns: 1 or 2, and 0 for the right half of a wide symbol.
    public let width: UInt8

    /// An empty cell.
    public static let space = Symbol(" ")
    /// The right half of a wide symbol.
    static let continuation = Symbol(" ", width: 0)
    static let noMark: Unicode.Scalar = "\u{0}"

    init(
        _ scalar: Unicode.Scalar, _ firstMark: Unicode.Scalar = Symbol.noMark,
        _ secondMark: Unicode.Scalar = Symbol.noMark, width: UInt8 = 1
    ) {
        self.scalar = scalar
        self.firstMark = firstMark
        self.secondMark = secondMark
        self.width = width
    }

    /// The symbol as text; empty for the right half of a wide one.
    public var text: String {
        guard width > 0 else { return "" }
        var text = String(scalar)
        if firstMark != Symbol.noMark { text.unicodeScalars.append(firstMark) }
        if secondMark != Symbol.noMark { text.unicodeScalars.append(secondMark) }
        return text
    }
}

/// One cell of a canvas.
public struct Cell: Hashable, Sendable {
    /// What it shows.
    public var symbol: Symbol
    /// How it looks.
    public var style: Style

    /// An empty cell in the normal style.
    public static let blank = Cell(symbol: .space, style: .normal)

    /// Makes a cell.
    public init(symbol: Symbol, style: Style) {
        self.symbol = symbol
        self.style = style
    }
}
