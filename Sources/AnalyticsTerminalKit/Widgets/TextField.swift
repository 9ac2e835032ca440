/// One line being edited. Pure; the caller feeds it keys.
///
/// Every printable key is text, whatever it does elsewhere. Pasted line breaks and tabs become spaces, other
/// controls go.
public struct TextField: Equatable, Sendable {
    /// The text so far.
    public var text: String { String(characters) }
    /// The text's characters: a key must not cost a walk through the text.
    private(set) var characters: [Character]
    /// How many characters stand before the cursor.
    public private(set) var cursor: Int
    /// The longest text, in characters; what is over is refused.
    public let limit: Int

    /// Makes a field with the cursor at the end.
    public init(_ text: String = "", limit: Int = 256) {
        self.limit = max(limit, 0)
        characters = Array(text.prefix(self.limit))
        cursor = characters.count
    }

    /// Acts on a key. Returns false for keys that are the caller's: Enter, Esc, Tab, up, down and the like.
    public mutating func handle(_ key: Key) -> Bool {
        switch key {
        case .character(let character): insert(CollectionOfOne(character))
        case .paste(let pasted): insert(Self.singleLine(pasted))
        case .left: cursor = max(cursor - 1, 0)
        case .right: cursor = min(cursor + 1, characters.count)
        case .home, .control("a"): cursor = 0
        case .end, .control("e"): cursor = characters.count
        case .backspace: remove(from: cursor - 1, to: cursor)
        case .delete, .control("d"): remove(from: cursor, to: cursor + 1)
        case .control("u"): remove(from: 0, to: cursor)
        case .control("k"): remove(from: cursor, to: characters.count)
        case .control("w"): removeWord()
        default: return false
        }
        return true
    }

    private mutating func insert(_ addition: some Collection<Character>) {
        let kept = addition.prefix(max(limit - characters.count, 0))
        guard !kept.isEmpty else { return }
        characters.insert(contentsOf: kept, at: cursor)
        let start = cursor
        cursor += kept.count
        // A joiner or mark can melt into its neighbour.
        melt(at: cursor)
        melt(at: start)
    }

    /// Makes one character of the two at a place, if they are one.
    private mutating func melt(at index: Int) {
        guard index > 0, index < characters.count else { return }
        let both = String(characters[index - 1]) + String(characters[index])
        guard both.count == 1, let character = both.first else { return }
        characters.replaceSubrange(index - 1...index, with: CollectionOfOne(character))
        if cursor >= index { cursor -= 1 }
    }

    private mutating func remove(from start: Int, to end: Int) {
        let low = max(start, 0)
        let high = min(end, characters.count)
        guard low < high else { return }
        characters.removeSubrange(low..<high)
        cursor = low
        melt(at: low)
    }

    private mutating func removeWord() {
        var start = cursor
        while start > 0, characters[start - 1] == " " { start -= 1 }
        while start > 0, characters[start - 1] != " " { start -= 1 }
        remove(from: start, to: cursor)
    }

    private static func singleLine(_ text: String) -> String {
        var line = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n", "\r", "\t": line.unicodeScalars.append(" ")
            default:
                if scalar.properties.generalCategory != .control { line.unicodeScalars.append(scalar) }
            }
        }
        return line
    }
}
