/// A character that no editor shows, where it can only be there by accident: a zero-width space, a byte order mark in
/// the middle, a mark for the direction of text, a control character.
struct InvisibleCharacter: Error, Equatable, CustomStringConvertible {
    let scalar: Unicode.Scalar
    /// Where in its line it is, in Unicode scalars from 1.
    let column: Int

    /// Such as `invisible character U+200B (ZERO WIDTH SPACE): delete it`.
    var description: String {
        let number = String(scalar.value, radix: 16, uppercase: true)
        let padded = String(repeating: "0", count: max(0, 4 - number.count)) + number
        let name = scalar.properties.name ?? scalar.properties.nameAlias
        return "invisible character U+\(padded)\(name.map { " (\($0))" } ?? ""): delete it"
    }

    /// The first in a scenario's line, leaving out quotes, captions and comments, where it may be meant.
    static func first(in line: some StringProtocol) -> InvisibleCharacter? {
        let text = line.drop(while: \.isWhitespace)
        guard text.first != "#" else { return nil }
        var isQuoted = false
        var isEscaped = false
        var previous: Unicode.Scalar = " "
        let end = text.hasPrefix("say ") ? 0 : Int.max
        for (index, scalar) in line.unicodeScalars.enumerated() where index < end {
            if isEscaped {
                isEscaped = false
            } else if scalar == "\"" {
                isQuoted.toggle()
            } else if isQuoted {
                isEscaped = scalar == "\\"
            } else if isInvisible(scalar), !isPart(scalar, after: previous) {
                return InvisibleCharacter(scalar: scalar, column: index + 1)
            }
            previous = scalar
        }
        return nil
    }

    /// Whether nothing of it can be seen. Blanks count as seen: they separate words.
    static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control: !scalar.properties.isWhitespace
        case .format: true
        default: scalar.properties.isDefaultIgnorableCodePoint
        }
    }

    /// Joiners, selectors and tags belong to the emoji before them.
    private static func isPart(_ scalar: Unicode.Scalar, after previous: Unicode.Scalar) -> Bool {
        guard previous.value > 0x7F else { return false }
        return scalar == "\u{200D}" || (0xFE00...0xFE0F).contains(scalar.value)
            || (0xE0020...0xE007F).contains(scalar.value)
    }
}
