/// Box lines as the set of directions in which they leave the cell, so that lines that meet can join.
struct LineArt: OptionSet {
    let rawValue: UInt8

    static let up = LineArt(rawValue: 1)
    static let down = LineArt(rawValue: 2)
    static let left = LineArt(rawValue: 4)
    static let right = LineArt(rawValue: 8)
    static let horizontal: LineArt = [.left, .right]
    static let vertical: LineArt = [.up, .down]

    private static let unicode: [Unicode.Scalar] = [
        " ", "│", "│", "│", "─", "┘", "┐", "┤", "─", "└", "┌", "├", "─", "┴", "┬", "┼",
    ]

    /// The directions of a symbol already on the canvas; nil when it is not a line.
    init?(_ symbol: Symbol) {
        switch symbol.scalar {
        case "-": self = .horizontal
        case "|": self = .vertical
        case "+": self = [.horizontal, .vertical]
        default:
            guard (0x2500...0x253C).contains(symbol.scalar.value),
                let index = Self.unicode.lastIndex(of: symbol.scalar)
            else { return nil }
            switch symbol.scalar {
            case "─": self = .horizontal
            case "│": self = .vertical
            default: self = LineArt(rawValue: UInt8(index))
            }
        }
    }

    init(rawValue: UInt8) { self.rawValue = rawValue }

    func symbol(unicode: Bool) -> Symbol {
        if unicode { return Symbol(Self.unicode[Int(rawValue & 15)]) }
        switch (isDisjoint(with: .horizontal), isDisjoint(with: .vertical)) {
        case (true, true): return .space
        case (false, true): return Symbol("-")
        case (true, false): return Symbol("|")
        case (false, false): return Symbol("+")
        }
    }
}
