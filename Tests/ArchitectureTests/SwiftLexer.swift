/// Blanks comments and string literals, so that rules see only code. Every line keeps its number and every
/// character its column. Code inside an interpolation stays code.
struct SwiftLexer {
    private let text: [UInt8]
    private var code: [UInt8]
    private var at = 0

    static func code(of text: String) -> String {
        var lexer = SwiftLexer(text)
        lexer.scanCode(untilParenthesis: false)
        return String(decoding: lexer.code, as: UTF8.self)
    }

    private init(_ text: String) {
        self.text = Array(text.utf8)
        code = self.text
    }

    private mutating func scanCode(untilParenthesis: Bool) {
        var depth = 0
        while at < text.count {
            if starts(with: "//") {
                blankLine()
            } else if starts(with: "/*") {
                blankBlockComment()
            } else if let hashes = literalHashes() {
                blankString(hashes: hashes)
            } else {
                if text[at] == UInt8(ascii: "(") { depth += 1 }
                if text[at] == UInt8(ascii: ")") {
                    if untilParenthesis && depth == 0 { return }
                    depth -= 1
                }
                at += 1
            }
        }
    }

    private mutating func blankLine() {
        while at < text.count, text[at] != UInt8(ascii: "\n") { blank(1) }
    }

    private mutating func blankBlockComment() {
        var depth = 0
        repeat {
            if starts(with: "/*") {
                depth += 1
                blank(2)
            } else if starts(with: "*/") {
                depth -= 1
                blank(2)
            } else {
                blank(1)
            }
        } while depth > 0 && at < text.count
    }

    /// The number of `#` before an opening quote here, or nil where no string literal begins.
    private func literalHashes() -> Int? {
        var end = at
        while end < text.count, text[end] == UInt8(ascii: "#") { end += 1 }
        guard end < text.count, text[end] == UInt8(ascii: "\"") else { return nil }
        return end - at
    }

    private mutating func blankString(hashes: Int) {
        blank(hashes)
        let quotes = starts(with: "\"\"\"") ? 3 : 1
        blank(quotes)
        let marks = String(repeating: "#", count: hashes)
        let close = String(repeating: "\"", count: quotes) + marks
        let escape = "\\" + marks
        let interpolation = escape + "("
        while at < text.count {
            if starts(with: close) {
                return blank(close.utf8.count)
            } else if starts(with: interpolation) {
                blank(interpolation.utf8.count)
                scanCode(untilParenthesis: true)
                blank(1)
            } else if starts(with: escape) {
                blank(escape.utf8.count + 1)
            } else if quotes == 1, text[at] == UInt8(ascii: "\n") {
                // No literal of one line ends here: a quote in a regular expression. Only its line is lost.
                return
            } else {
                blank(1)
            }
        }
    }

    /// Most places fail at the first byte, which an unoptimised build must find out fast.
    private func starts(with mark: String) -> Bool {
        mark.utf8.first == text[at] && text[at...].starts(with: mark.utf8)
    }

    private mutating func blank(_ count: Int) {
        for index in at..<min(at + count, text.count) where text[index] != UInt8(ascii: "\n") {
            code[index] = UInt8(ascii: " ")
        }
        at = min(at + count, text.count)
    }
}
