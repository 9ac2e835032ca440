/// The one way from a string to cells.
///
/// The rule, for each grapheme: its base scalar and at most two nonspacing marks stay; joiner tails, skin
/// tones, format characters (bidi controls among them) and variation selectors go. A flag becomes its two
/// letters. ESC, CR, LF and TAB are shown as marks and never executed. Other controls, private and unassigned
/// scalars become U+FFFD. A mark with nothing under it sits on a dotted circle. So our count of columns and
/// the terminal's agree, whatever the text. In ASCII output all else becomes `?` and the marks `\e \r \n \t`.
public enum SafeText {
    /// Hands out the symbols of a text, left to right, until `body` returns false.
    public static func forEachSymbol(in text: String, unicode: Bool, _ body: (Symbol) -> Bool) {
        // Most text is plain ASCII, in storage that can be read at once: no graphemes to find. No further than
        // it is asked for, since a text can be longer than what is shown of it.
        var plain = 0
        let done: Bool? = text.utf8.withContiguousStorageIfAvailable { bytes in
            while plain < bytes.count, isPlain(bytes[plain]) {
                // A mark after it would belong to it.
                guard plain + 1 == bytes.count || isPlain(bytes[plain + 1]) else { return false }
                guard body(Symbol(Unicode.Scalar(bytes[plain]))) else { return true }
                plain += 1
            }
            return plain == bytes.count
        }
        if done == true { return }
        let rest = text.utf8.index(text.startIndex, offsetBy: done == nil ? 0 : plain)
        for character in text[rest...] {
            if let byte = character.asciiValue, byte >= 0x20, byte < 0x7F {
                if !body(Symbol(Unicode.Scalar(byte))) { return }
            } else {
                guard emit(character, unicode: unicode, body) else { return }
            }
        }
    }

    private static func isPlain(_ byte: UInt8) -> Bool { byte >= 0x20 && byte < 0x7F }

    /// The columns that a text takes once it is safe.
    public static func width(_ text: String, unicode: Bool = true) -> Int {
        var columns = 0
        forEachSymbol(in: text, unicode: unicode) { symbol in
            columns += Int(symbol.width)
            return true
        }
        return columns
    }

    /// The safe text itself, as a terminal would show it.
    public static func sanitized(_ text: String, unicode: Bool = true) -> String {
        var safe = ""
        forEachSymbol(in: text, unicode: unicode) { symbol in
            safe += symbol.text
            return true
        }
        return safe
    }

    /// Whether a text needs more than this many columns. Stops reading at that column.
    public static func exceeds(_ text: String, width: Int, unicode: Bool = true) -> Bool {
        var columns = 0
        forEachSymbol(in: text, unicode: unicode) { symbol in
            columns += Int(symbol.width)
            return columns <= width
        }
        return columns > width
    }

    private static func emit(_ character: Character, unicode: Bool, _ body: (Symbol) -> Bool) -> Bool {
        let scalars = character.unicodeScalars
        // Some format characters come before their base in a grapheme.
        guard let start = scalars.firstIndex(where: { !isDropped($0) }) else { return true }
        let base = scalars[start]
        let tail = scalars[scalars.index(after: start)...]
        if base.value < 0x20 || (0x7F...0x9F).contains(base.value) {
            return scalars.allSatisfy { emitControl($0, unicode: unicode, body) }
        }
        if let letter = flagLetter(base) {
            guard body(letter) else { return false }
            return tail.first.flatMap(flagLetter).map(body) ?? true
        }
        guard unicode else { return body(ascii(base)) }
        return body(symbol(base, tail))
    }

    private static func symbol(_ base: Unicode.Scalar, _ tail: Substring.UnicodeScalarView) -> Symbol {
        var marks = tail.lazy.filter(ScalarWidth.isMark).makeIterator()
        let first = marks.next() ?? Symbol.noMark
        let second = marks.next() ?? Symbol.noMark
        if ScalarWidth.isMark(base) { return Symbol(dottedCircle, base, first) }
        switch base.properties.generalCategory {
        case .control, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator,
            .spacingMark,
            .enclosingMark:
            return replacement
        case .spaceSeparator where !ScalarWidth.isWide(base.value):
            return .space
        default:
            let shown = HangulSyllable.compose(base, tail) ?? base
            let columns = ScalarWidth.columns(shown)
            return columns == 0 ? replacement : Symbol(shown, first, second, width: columns)
        }
    }

    private static func emitControl(_ scalar: Unicode.Scalar, unicode: Bool, _ body: (Symbol) -> Bool) -> Bool
    {
        let mark: (Unicode.Scalar, Unicode.Scalar)
        switch scalar.value {
        case 0x1B: mark = ("\u{241B}", "e")
        case 0x0D: mark = ("\u{240D}", "r")
        case 0x0A: mark = ("\u{240A}", "n")
        case 0x09: mark = ("\u{2409}", "t")
        default: return body(unicode ? replacement : Symbol("?"))
        }
        return unicode ? body(Symbol(mark.0)) : body(Symbol("\\")) && body(Symbol(mark.1))
    }

    private static func ascii(_ base: Unicode.Scalar) -> Symbol {
        if base.value < 0x7F { return Symbol(base) }
        return base.properties.generalCategory == .spaceSeparator ? .space : Symbol("?")
    }

    private static func isDropped(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0xAD else { return false }
        if scalar.properties.generalCategory == .format { return true }
        // Selectors and fillers are marks or letters by category, yet never visible.
        return scalar.properties.isDefaultIgnorableCodePoint
            && scalar.properties.generalCategory != .unassigned
    }

    /// Terminals differ on how wide a flag is; its two letters are sure.
    private static func flagLetter(_ scalar: Unicode.Scalar) -> Symbol? {
        guard (0x1F1E6...0x1F1FF).contains(scalar.value) else { return nil }
        return Symbol(Unicode.Scalar(UInt8(scalar.value - 0x1F1E6 + 0x41)))
    }

    private static let replacement = Symbol("\u{FFFD}")
    private static let dottedCircle: Unicode.Scalar = "\u{25CC}"
}
