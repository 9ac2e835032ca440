/// Reads one line word by word, and says what it expected where it fails.
struct LineReader {
    /// A word that is wrong, or nil at the end of the line.
    struct Complaint: Error {
        let word: String?
        let expected: String
        /// A character that is the reason, and that the word would not show.
        var invisible: InvisibleCharacter?

        init(word: String?, expected: String) {
            self.word = word
            self.expected = expected
        }

        init(_ invisible: InvisibleCharacter) {
            self.init(word: nil, expected: "")
            self.invisible = invisible
        }

        /// What is wrong, in a line.
        var text: String {
            if let invisible { return "column \(invisible.column): \(invisible)" }
            return "\(word.map(Self.short) ?? "the line ends"): expected \(expected)"
        }

        /// A word as a message has room for it.
        static func short(_ word: String) -> String {
            word.count > 60 ? "\(word.prefix(60))…" : word
        }
    }

    private var rest: Substring

    init(_ line: Substring) {
        rest = line
        skipBlanks()
    }

    /// Reads a line in which nothing is invisible, outside of quotes.
    static func visible(_ line: Substring) throws(Complaint) -> LineReader {
        if let found = InvisibleCharacter.first(in: line) { throw Complaint(found) }
        return LineReader(line)
    }

    var isOver: Bool { rest.isEmpty }
    var isComment: Bool { rest.first == "#" }

    /// All that is left, without the blanks around it.
    mutating func remainder(_ expected: String) throws(Complaint) -> String {
        guard !rest.isEmpty else { throw Complaint(word: nil, expected: expected) }
        var text = rest
        while text.last?.isWhitespace == true { text.removeLast() }
        rest = ""
        return String(text)
    }

    /// The next word; one in quotes may hold blanks, `\"`, `\\`, `\n`, `\t` and `\u{1F600}`.
    mutating func word(_ expected: String) throws(Complaint) -> String {
        guard let first = rest.first else { throw Complaint(word: nil, expected: expected) }
        defer { skipBlanks() }
        if first == "\"" { return try quoted() }
        let word = rest.prefix { !$0.isWhitespace }
        rest = rest[word.endIndex...]
        return String(word)
    }

    /// The next word without taking it.
    var next: String? {
        var copy = self
        return try? copy.word("")
    }

    var isAtQuote: Bool { rest.first == "\"" }
    var isAtBlank: Bool { rest.first?.isWhitespace ?? true }

    /// The next part of a word, up to a mark that stays; a part in quotes may hold anything.
    mutating func part(upTo mark: Character, _ expected: String) throws(Complaint) -> String {
        guard !rest.isEmpty else { throw Complaint(word: nil, expected: expected) }
        if isAtQuote { return try quoted(before: mark) }
        let part = rest.prefix { !$0.isWhitespace && $0 != mark }
        rest = rest[part.endIndex...]
        return String(part)
    }

    /// Takes a mark, if it comes next.
    mutating func take(_ mark: Character) -> Bool {
        guard rest.first == mark else { return false }
        rest = rest.dropFirst()
        return true
    }

    /// The value that the next word stands for.
    @discardableResult
    mutating func choice<Value>(_ choices: [(word: String, value: Value)]) throws(Complaint) -> Value {
        let list = choices.map(\.word).joined(separator: ", ")
        let expected = choices.count == 1 ? list : "one of \(list)"
        let word = try word(expected)
        guard let choice = choices.first(where: { $0.word == word }) else {
            throw Complaint(word: word, expected: expected)
        }
        return choice.value
    }

    /// A whole number in a range, written in digits.
    mutating func number<Number: FixedWidthInteger>(
        _ range: ClosedRange<Number>, after prefix: String = ""
    ) throws(Complaint) -> Number {
        let expected = "\(prefix)N, a whole number from \(range.lowerBound) to \(range.upperBound)"
        let word = try word(expected)
        guard word.hasPrefix(prefix), let number = Number(word.dropFirst(prefix.count)),
            range.contains(number)
        else {
            throw Complaint(word: word, expected: expected)
        }
        return number
    }

    /// A share from 0 to 1.
    mutating func share() throws(Complaint) -> Double {
        let expected = "a rate from 0 to 1, such as 0.1"
        let word = try word(expected)
        guard let rate = Double(word), (0...1).contains(rate) else {
            throw Complaint(word: word, expected: expected)
        }
        return rate
    }

    /// A span of time with its unit.
    mutating func span() throws(Complaint) -> Duration {
        let expected = "a span with its unit, such as 1500ms, 10s, 30m, 2h or 7d, and 3652d at most"
        let word = try word(expected)
        guard let span = SpanText.read(word) else { throw Complaint(word: word, expected: expected) }
        return span
    }

    /// Complains about whatever is left.
    mutating func end() throws(Complaint) {
        guard !rest.isEmpty else { return }
        throw Complaint(word: try word(""), expected: "the end of the line")
    }

    private mutating func skipBlanks() { rest = rest.drop(while: \.isWhitespace) }

    private mutating func quoted(before mark: Character = " ") throws(Complaint) -> String {
        let whole = rest
        var scalars = rest.unicodeScalars.dropFirst()
        var text = ""
        while let scalar = scalars.popFirst() {
            switch scalar {
            case "\"":
                rest = Substring(scalars)
                guard rest.first.map({ $0.isWhitespace || $0 == mark }) ?? true else {
                    throw Complaint(
                        word: String(whole.prefix(200)), expected: "a blank after the closing quote")
                }
                return text
            case "\\":
                guard let escaped = Self.escaped(&scalars) else {
                    throw Complaint(
                        word: String(whole.prefix(200)),
                        expected: #"after a backslash one of ", \, n, t and u{1F600}"#)
                }
                text.unicodeScalars.append(escaped)
            default: text.unicodeScalars.append(scalar)
            }
        }
        throw Complaint(word: String(whole.prefix(200)), expected: "a closing quote")
    }

    private static func escaped(_ scalars: inout Substring.UnicodeScalarView) -> Unicode.Scalar? {
        switch scalars.popFirst() {
        case "\"": return "\""
        case "\\": return "\\"
        case "n": return "\n"
        case "t": return "\t"
        case "u":
            guard scalars.popFirst() == "{" else { return nil }
            let digits = String(String.UnicodeScalarView(scalars.prefix { $0 != "}" }))
            scalars = scalars.drop { $0 != "}" }.dropFirst()
            return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
        default: return nil
        }
    }

    /// The text as `word` reads it back.
    static func quote(_ text: String, always: Bool = false) -> String {
        let isPlain = text.unicodeScalars.allSatisfy { scalar in
            !scalar.properties.isWhitespace && !InvisibleCharacter.isInvisible(scalar) && scalar != "\""
        }
        if isPlain, !always, !text.isEmpty { return text }
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\t": quoted += "\\t"
            case _
            where scalar.properties.generalCategory == .control
                || scalar.properties.isWhitespace && scalar != " ":
                quoted += "\\u{\(String(scalar.value, radix: 16))}"
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
