import AnalyticsTerminalKit
import Testing

@Suite("Safe text")
struct SafeTextTests {
    struct Example: Sendable, CustomTestStringConvertible {
        let name: String
        let text: String
        let shown: String
        let width: Int
        let ascii: String
        var testDescription: String { name }

        init(_ name: String, _ text: String, _ shown: String, _ width: Int, _ ascii: String) {
            self.name = name
            self.text = text
            self.shown = shown
            self.width = width
            self.ascii = ascii
        }
    }

    static let examples = [
        Example("nothing", "", "", 0, ""),
        Example("ASCII", "plain ~text~", "plain ~text~", 12, "plain ~text~"),
        Example("CJK", "日本語", "日本語", 6, "???"),
        Example("full-width forms", "ＡＢ", "ＡＢ", 4, "??"),
        Example("Hangul", "한글", "한글", 4, "??"),
        Example("Hangul in letters", "\u{1112}\u{1161}\u{11AB}", "한", 2, "?"),
        Example("Hangul vowel alone", "\u{1161}", "\u{FFFD}", 1, "?"),
        Example("precomposed accent", "café", "café", 4, "caf?"),
        Example("combining accent", "cafe\u{301}", "cafe\u{301}", 4, "cafe"),
        Example("a pile of marks", "e\u{301}\u{302}\u{303}\u{304}x", "e\u{301}\u{302}x", 2, "ex"),
        Example("a mark alone", "\u{301}", "\u{25CC}\u{301}", 1, "?"),
        Example("emoji", "🎉", "🎉", 2, "?"),
        Example("emoji family with joiners", "👩‍👩‍👧", "👩", 2, "?"),
        Example("skin tone", "👍🏽", "👍", 2, "?"),
        Example("heart with selector", "\u{2764}\u{FE0F}", "\u{2764}", 1, "?"),
        Example("keycap", "1\u{FE0F}\u{20E3}", "1", 1, "1"),
        Example("flag", "🇩🇪!", "DE!", 3, "DE!"),
        Example("half a flag", "🇩", "D", 1, "D"),
        Example("colour sequence", "\u{1B}[31mred", "␛[31mred", 8, "\\e[31mred"),
        Example("title sequence", "\u{1B}]0;x\u{07}", "␛]0;x\u{FFFD}", 6, "\\e]0;x?"),
        Example("line break", "a\r\nb\nc\rd", "a␍␊b␊c␍d", 8, "a\\r\\nb\\nc\\rd"),
        Example("tab", "a\tb", "a␉b", 3, "a\\tb"),
        Example("other controls", "\u{0}\u{8}\u{7F}\u{9B}", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}", 4, "????"),
        Example("bidi controls", "a\u{202E}b\u{2066}c\u{200F}", "abc", 3, "abc"),
        Example("zero-width", "a\u{200B}b\u{FEFF}c\u{AD}d", "abcd", 4, "abcd"),
        Example("private use", "\u{E000}\u{F0000}", "\u{FFFD}\u{FFFD}", 2, "??"),
        Example("unassigned", "\u{378}\u{10FFFF}", "\u{FFFD}\u{FFFD}", 2, "??"),
        Example("newer than terminals know", "\u{1FAE8}", "\u{FFFD}", 1, "?"),
        Example("line separators", "a\u{2028}b\u{85}c", "a\u{FFFD}b\u{FFFD}c", 5, "a?b?c"),
        Example("odd spaces", "a\u{A0}b\u{2003}c", "a b c", 5, "a b c"),
        Example("selector alone", "\u{FE0F}", "", 0, ""),
    ]

    @Test("text is shown by the rule, and its columns are known", arguments: examples)
    func table(example: Example) {
        #expect(SafeText.sanitized(example.text) == example.shown)
        #expect(SafeText.width(example.text) == example.width)
        #expect(SafeText.sanitized(example.text, unicode: false) == example.ascii)
        #expect(SafeText.width(example.text, unicode: false) == example.ascii.count)
    }

    @Test("no scalar reaches the screen as a control, in either output")
    func everyScalar() {
        for value in stride(from: UInt32(0), through: 0x10FFFF, by: 1) where value < 0x3400 || value % 61 == 0
        {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let text = "a" + String(scalar) + "b"
            var widths = 0
            SafeText.forEachSymbol(in: text, unicode: true) { symbol in
                #expect(symbol.scalar.properties.generalCategory != .control)
                #expect(symbol.scalar.properties.generalCategory != .format)
                widths += Int(symbol.width)
                return true
            }
            #expect((2...4).contains(widths), "U+\(String(value, radix: 16))")
            let ascii = SafeText.sanitized(text, unicode: false)
            #expect(ascii.utf8.allSatisfy { (0x20...0x7E).contains($0) }, "U+\(String(value, radix: 16))")
        }
    }

    @Test("words wrap whole, long ones are cut, and no row is too wide", arguments: 1...20)
    func wrapping(width: Int) {
        let text = "consent is 日本語日本語 needed\nincomprehensibilities 👩‍👩‍👧 end"
        let lines = TextWrap.lines(text, width: width)
        for line in lines { #expect(SafeText.width(line) <= width) }
        if width > 1 {
            let kept = lines.joined().filter { $0 != " " }
            #expect(kept == text.filter { $0 != " " && $0 != "\n" })
        }
    }

    @Test("wrapping keeps empty lines and gives none without room")
    func wrappingEdges() {
        #expect(TextWrap.lines("one two\n\nthree", width: 7) == ["one two", "", "three"])
        #expect(TextWrap.lines("text", width: 0) == [])
        #expect(TextWrap.lines("", width: 5) == [""])
    }

    @Test(
        "numbers are grouped in threes",
        arguments: zip(
            [0, 12, 999, 1_284, -5_000, 1_234_567], ["0", "12", "999", "1,284", "-5,000", "1,234,567"]))
    func grouping(number: Int, text: String) {
        #expect(CountText.grouped(number) == text)
    }
}
