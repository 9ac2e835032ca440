import AnalyticsTerminalKit
import Testing

@Suite("Keys")
struct KeyDecoderTests {
    /// The keys of bytes that come in these pieces, each followed by the silence that the decoder waits for.
    private func keys(_ pieces: [String]) -> [Key] {
        var decoder = KeyDecoder()
        return pieces.flatMap { piece in
            decoder.feed(Array(piece.utf8)) + (decoder.wait == .escape ? decoder.elapsed() : [])
        }
    }

    private func keys(_ text: String) -> [Key] { keys([text]) }

    @Test("typed bytes become keys")
    func typed() {
        let table: [(String, [Key])] = [
            ("q", [.character("q")]), ("é日", [.character("é"), .character("日")]), ("\t", [.tab]),
            ("\r", [.enter]), ("\n", [.enter]), ("\u{7F}", [.backspace]), ("\u{8}", [.backspace]),
            ("\u{3}\u{1A}\u{C}", [.control("c"), .control("z"), .control("l")]), ("\u{0}\u{1C}", []),
            ("\u{1B}", [.escape]), ("\u{1B}\u{1B}", [.escape, .escape]), ("\u{1B}[A\u{1B}OB", [.up, .down]),
            (
                "\u{1B}[11~\u{1B}OP\u{1B}[[A\u{1B}[24~",
                [.function(1), .function(1), .function(1), .function(12)]
            ),
        ]
        for (text, expected) in table { #expect(keys(text) == expected) }
    }

    /// Replies, reports and combinations that no key of ours has.
    static let foreign = [
        "\u{1B}[1;5Q", "\u{1B}[200^", "\u{1B}OX", "\u{1B}[<0;12;9M", "\u{1B}[M a!", "\u{1B}[?62;22c",
        "\u{1B}[24;80R", "\u{1B}[1;5A", "\u{1B}[I", "\u{1B}[[Z", "\u{1B}]11;rgb:1e1e/1e1e/1e1e\u{1B}\\",
        "\u{1B}]11;rgb:1e1e/1e1e/1e1e\u{7}", "\u{1B}P>|XTerm(379)\u{1B}\\", "\u{1B}P1+r544e=787465\u{1B}\\",
        "\u{1B}_Gi=31;OK\u{1B}\\", "\u{1B}^private\u{1B}\\", "\u{1B}Xstart\u{1B}\\", "\u{9B}?62c",
        "\u{9D}11;q\u{7}", "\u{90}q\u{1B}\\", "\u{1B}1", "\u{1B}q", "\u{1B}é", "\u{1B}\u{1B}[A", "\u{1B}\r",
    ]

    @Test("no reply of a terminal acts as a key", arguments: foreign)
    func foreignSequences(text: String) {
        #expect(keys(text + "q") == [.character("q")])
    }

    @Test(
        "a sequence whose bytes arrive apart acts as no key but Esc",
        arguments: foreign + ["\u{1B}[B", "\u{1B}OB"])
    func foreignSequencesInPieces(text: String) {
        // A letter with Alt in two pieces is Esc and the letter; nothing could tell them apart.
        let second = text.unicodeScalars.dropFirst().first
        guard text.first == "\u{1B}", let second, !"1qé\u{1B}\r".unicodeScalars.contains(second) else {
            return
        }
        let bytes = Array(text.utf8)
        for place in 1..<bytes.count {
            var decoder = KeyDecoder()
            var keys = decoder.feed(bytes[..<place])
            if decoder.wait == .escape { keys += decoder.elapsed() }
            keys += decoder.feed(bytes[place...]) + decoder.feed("q".utf8)
            let whole: [Key] = ["\u{1B}[B", "\u{1B}OB"].contains(text) && place > 1 ? [.down] : []
            #expect(keys == (place == 1 ? [.escape] : whole) + [.character("q")], "cut at \(place)")
        }
    }

    @Test("half a sequence is forgotten after half a second, and then keys work again")
    func unfinished() {
        for text in [
            "\u{1B}[", "\u{1B}[1;", "\u{1B}O", "\u{1B}]11;rgb", "\u{1B}P>|", "\u{1B}]0;\u{1B}", "\u{C3}",
        ] {
            var decoder = KeyDecoder()
            #expect(decoder.feed(text == "\u{C3}" ? [0xC3] : Array(text.utf8)) == [])
            #expect(decoder.wait == .sequence)
            #expect(decoder.elapsed() == [])
            #expect(decoder.wait == nil)
            #expect(decoder.feed("q".utf8) == [.character("q")])
        }
    }

    @Test("Esc is a key after its short silence, and a letter after the long one is a letter")
    func escapeAlone() {
        var decoder = KeyDecoder()
        #expect(decoder.feed([0x1B]) == [])
        #expect(decoder.wait == .escape)
        #expect(decoder.elapsed() == [.escape])
        #expect(decoder.wait == .sequence)
        #expect(decoder.elapsed() == [])
        #expect(decoder.wait == nil)
        #expect(decoder.feed("[".utf8) == [.character("[")])
        #expect(KeyDecoder.Wait.escape.milliseconds < 50)
    }

    @Test("a letter typed soon after Esc is a letter")
    func letterAfterEscape() {
        #expect(keys(["\u{1B}", "q"]) == [.escape, .character("q")])
        #expect(keys(["\u{1B}", "\u{1B}"]) == [.escape, .escape])
    }

    @Test(
        "Ctrl-C acts in the middle of every sequence",
        arguments: ["", "[", "[1;", "O", "]11;", "P>|", "]0;\u{1B}"])
    func interrupt(start: String) {
        #expect(keys("\u{1B}\(start)\u{3}q") == [.control("c"), .character("q")])
    }

    @Test("a character whose bytes arrive apart is one character", arguments: ["é", "日", "😀"])
    func characterInPieces(character: Character) {
        var decoder = KeyDecoder()
        var keys: [Key] = []
        for byte in String(character).utf8 { keys += decoder.feed([byte]) }
        #expect(keys == [.character(character)])
    }

    @Test("what is not UTF-8 is dropped, and the letter after it is not")
    func notUTF8() {
        for bytes: [UInt8] in [
            [0xFF], [0xC3], [0xE2, 0x82], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
        ] {
            var decoder = KeyDecoder()
            let keys = decoder.feed(bytes + [0x71])
            #expect(keys.last == .character("q"), "\(bytes)")
        }
        var latin = KeyDecoder(isUTF8: false)
        #expect(latin.feed([0xE9, 0x71]) == [.character("q")])
    }

    @Test("the terminal's own sequences come first")
    func ownSequences() {
        let own = KeySequences([(Array("\u{1B}[9z".utf8), .home), (Array("x".utf8), .end)])
        var decoder = KeyDecoder(sequences: own)
        #expect(decoder.feed("\u{1B}[9zx".utf8) == [.home, .character("x")])
    }

    @Test("a paste is one key, whatever is in it")
    func paste() {
        var decoder = KeyDecoder()
        var keys = decoder.feed("\u{1B}[200~q\u{1B}[x\r\u{3}\u{1B}[20".utf8)
        #expect(keys.isEmpty && decoder.isPasting && decoder.wait == .paste)
        keys = decoder.feed("1\u{1B}[201".utf8) + decoder.feed("~q".utf8)
        #expect(keys == [.paste("q\u{1B}[x\r\u{3}\u{1B}[201"), .character("q")])
    }

    @Test("a paste that never ends gives its text, and then keys work again")
    func abandonedPaste() {
        var decoder = KeyDecoder()
        _ = decoder.feed("\u{1B}[200~a".utf8)
        #expect(decoder.elapsed() == [.paste("a")])
        #expect(decoder.feed("q".utf8) == [.character("q")])
    }

    @Test("an endless paste is cut at its limit")
    func longPaste() {
        var decoder = KeyDecoder()
        _ = decoder.feed("\u{1B}[200~".utf8)
        _ = decoder.feed(repeatElement(0x61, count: KeyDecoder.pasteLimit + 10))
        #expect(
            decoder.feed("\u{1B}[201~".utf8) == [.paste(String(repeating: "a", count: KeyDecoder.pasteLimit))]
        )
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
