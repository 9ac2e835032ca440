/// Breaks text into rows.
public enum TextWrap {
    /// The rows of a text at this width.
    ///
    /// Line feeds start a new row and words stay whole; a word longer than a row is cut between symbols. No
    /// row is wider than `width`. Without room there are no rows.
    public static func lines(_ text: String, width: Int, unicode: Bool = true) -> [String] {
        guard width > 0 else { return [] }
        return text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
            .flatMap { paragraph(String($0), width, unicode) }
    }

    private static func paragraph(_ text: String, _ width: Int, _ unicode: Bool) -> [String] {
        var rows: [String] = []
        var row = ""
        var used = 0
        for word in text.split(separator: " ") {
            let columns = SafeText.width(String(word), unicode: unicode)
            if used > 0, used + 1 + columns <= width {
                row += " " + word
                used += 1 + columns
                continue
            }
            if used > 0 { rows.append(row) }
            let pieces = columns <= width ? [String(word)] : cut(word, width, unicode)
            rows.append(contentsOf: pieces.dropLast())
            row = pieces.last ?? ""
            used = SafeText.width(row, unicode: unicode)
        }
        rows.append(row)
        return rows
    }

    private static func cut(_ word: Substring, _ width: Int, _ unicode: Bool) -> [String] {
        var pieces: [String] = []
        var piece = ""
        var used = 0
        for character in word {
            let columns = SafeText.width(String(character), unicode: unicode)
            if used + columns > width, used > 0 {
                pieces.append(piece)
                piece = ""
                used = 0
            }
            guard columns <= width else { continue }
            piece.append(character)
            used += columns
        }
        pieces.append(piece)
        return pieces
    }
}
