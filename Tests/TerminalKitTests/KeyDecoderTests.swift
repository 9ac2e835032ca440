import AnalyticsTerminalKit
import Testing

@Suite("Keys")
struct KeyDecoderTests {
    private func keys(_ text: String) -> [Key] {
        var decoder = KeyDecoder()
        return text.unicodeScalars.flatMap { decoder.feed(.scalar($0)) } + decoder.endBurst()
    }

    @Test("typed bytes become keys")
    func typed() {
        let table: [(String, [Key])] = [
            ("q", [.character("q")]), ("é日", [.character("é"), .character("日")]), ("\t", [.tab]),
            ("\r", [.enter]), ("\n", [.enter]), ("\u{7F}", [.backspace]), ("\u{8}", [.backspace]),
            ("\u{3}\u{1A}\u{C}", [.control("c"), .control("z"), .control("l")]), ("\u{0}\u{1C}", []),
            ("\u{1B}", [.escape]), ("\u{1B}\u{1B}", [.escape, .escape]),
            ("\u{1B}q", [.escape, .character("q")]),
        ]
        for (text, expected) in table { #expect(keys(text) == expected) }
    }

    @Test(
        "a sequence that nobody knows fires nothing",
        arguments: ["\u{1B}[1;5Q", "\u{1B}[200^", "\u{1B}OX", "\u{1B}[<0;12;9M", "\u{1B}[", "\u{1B}[1;"])
    func unknownSequences(text: String) {
        #expect(keys(text).isEmpty)
        #expect(
            keys(text + (text.hasSuffix("[") || text.hasSuffix(";") ? "~" : "") + "q") == [.character("q")])
    }

    @Test("a paste is one key, whatever is in it")
    func paste() {
        var decoder = KeyDecoder()
        var keys = decoder.feed(.pasteStart)
        for scalar in "q\u{1B}[x\r".unicodeScalars { keys += decoder.feed(.scalar(scalar)) }
        keys += decoder.feed(.key(.up)) + decoder.endBurst()
        #expect(keys.isEmpty && decoder.isPasting)
        keys = decoder.feed(.pasteEnd) + decoder.feed(.scalar("q"))
        #expect(keys == [.paste("q\u{1B}[x\r"), .character("q")])
    }

    @Test("a paste that never ends gives its text, and then keys work again")
    func abandonedPaste() {
        var decoder = KeyDecoder()
        _ = decoder.feed(.pasteStart)
        _ = decoder.feed(.scalar("a"))
        #expect(decoder.abandonPaste() == [.paste("a")])
        #expect(decoder.feed(.scalar("q")) == [.character("q")])
    }

    @Test("an endless paste is cut at its limit")
    func longPaste() {
        var decoder = KeyDecoder()
        _ = decoder.feed(.pasteStart)
        for _ in 0..<KeyDecoder.pasteLimit + 10 { _ = decoder.feed(.scalar("a")) }
        #expect(decoder.feed(.pasteEnd) == [.paste(String(repeating: "a", count: KeyDecoder.pasteLimit))])
    }

    @Test(
        "keys have names to print",
        arguments: zip(
            [Key.control("c"), .function(1), .character(" "), .character("?"), .pageUp, .backTab],
            ["Ctrl-C", "F1", "Space", "?", "PgUp", "Shift-Tab"]))
    func labels(key: Key, label: String) {
        #expect(key.label == label)
    }
}
