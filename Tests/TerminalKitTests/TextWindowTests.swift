import AnalyticsTerminalKit
import Testing

/// What a field costs, counted: the characters that drawing looks at.
@Suite struct TextWindowTests {
    /// Characters that count how often they are read.
    private struct Counted: RandomAccessCollection {
        final class Count { var reads = 0 }
        let characters: [Character]
        let count_ = Count()
        var startIndex: Int { 0 }
        var endIndex: Int { characters.count }
        subscript(index: Int) -> Character {
            count_.reads += 1
            return characters[index]
        }
    }

    private func reads(length: Int, cursor: Int, width: Int = 80, of character: Character = "a") -> Int {
        let text = Counted(characters: Array(repeating: character, count: length))
        _ = TextWindow(of: text, cursor: cursor, width: width, unicode: true)
        return text.count_.reads
    }

    @Test(arguments: ["a", "日", "e\u{301}", "\u{200B}"] as [Character])
    func drawingReadsWhatIsShownHoweverLongTheTextIs(character: Character) {
        for cursor in [0.0, 0.5, 1.0] {
            let short = reads(length: 2_000, cursor: Int(2_000 * cursor), of: character)
            let long = reads(length: 200_000, cursor: Int(200_000 * cursor), of: character)
            #expect(long == short)
            #expect(long <= 80 * 16)
        }
    }

    @Test func theCursorIsAlwaysInView() {
        let text = Array("0123456789")
        for cursor in 0...10 {
            let window = TextWindow(of: text, cursor: cursor, width: 4, unicode: true)
            #expect(window.head.count + window.cursorWidth <= 4)
            #expect(String(text[..<cursor]).hasSuffix(window.head))
            #expect(String(text[cursor...]).hasPrefix(window.tail) || window.tail.isEmpty)
        }
        let narrow = TextWindow(of: Array("日本"), cursor: 2, width: 1, unicode: true)
        #expect(narrow.head.isEmpty && narrow.tail.isEmpty)
    }
}
