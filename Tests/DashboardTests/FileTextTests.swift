import AnalyticsDashboardCore
import Testing

/// Text that an operator's editor wrote: marks, encodings, and characters that it does not show.
@Suite struct FileTextTests {
    private func read(_ text: String) throws -> Scenario {
        try Scenario(text, file: "a.scenario") { _ in true }
    }

    private func complaint(_ read: () throws -> Any) -> String {
        do { return "nothing: \(try read())" } catch { return "\(error)" }
    }

    @Test func aByteOrderMarkIsSkipped() throws {
        let bytes = [0xEF, 0xBB, 0xBF] + Array("flush\n".utf8)
        #expect(try read(FileText.decode(bytes, file: "a")).steps.map(\.action) == [.deed(.flush)])
        let events = [0xEF, 0xBB, 0xBF] + Array(#"[{"name":"a","schemaVersion":1}]"#.utf8)
        #expect(try EventsFile(FileText.decode(events, file: "e"), file: "e").samples.count == 1)
    }

    @Test(
        arguments: [
            ([0x61, 0x0A, 0xC3, 0xA9, 0xFF, 0x62], "a:2:2: byte 0xFF is not UTF-8"),
            ([0xFF], "a:1:1: byte 0xFF is not UTF-8"), ([0x61, 0xE2, 0x82], "a:1:2: byte 0xE2 is not UTF-8"),
            ([0xED, 0xA0, 0x80], "a:1:1: byte 0xED is not UTF-8"),
            ([0xFF, 0xFE, 0x61, 0x00], "a:1:1: the file is UTF-16"),
        ] as [([UInt8], String)])
    func bytesThatAreNotUTF8AreNamedWithTheirPlace(bytes: [UInt8], words: String) {
        #expect(complaint { try FileText.decode(bytes, file: "a") }.hasPrefix(words))
    }

    @Test(arguments: [
        ("\u{200B}flush", "a.scenario:1:1: invisible character U+200B (ZERO WIDTH SPACE)"),
        (
            "flush\n\u{FEFF}# a comment",
            "a.scenario:2:1: invisible character U+FEFF (ZERO WIDTH NO-BREAK SPACE)"
        ),
        ("fire tap\u{200D}", "a.scenario:1:9: invisible character U+200D (ZERO WIDTH JOINER)"),
        ("server\u{2060} 503", "a.scenario:1:7: invisible character U+2060 (WORD JOINER)"),
        ("flush\u{0}", "a.scenario:1:6: invisible character U+0000"),
        ("\u{202E}flush", "a.scenario:1:1: invisible character U+202E (RIGHT-TO-LEFT OVERRIDE)"),
    ])
    func anInvisibleCharacterIsNamedWithItsPlace(text: String, words: String) {
        #expect(complaint { try read(text) }.hasPrefix(words))
    }

    @Test(arguments: [
        "say hello\u{200B}", "# a\u{200B}", "identify \"a\u{200B}b\"",
        "fire tap who=\u{1F468}\u{200D}\u{1F469}",
        "fire tap heart=\u{2764}\u{FE0F}", "identify \"a \\\"\u{200B}\"",
    ])
    func aCharacterThatMayBeMeantStays(line: String) throws {
        #expect(try read(line).steps.count <= 1)
    }

    @Test func plainNamesAnInvisibleCharacterToo() {
        #expect(
            PlainCommand("fl\u{200B}ush")
                == .wrong("Column 3: invisible character U+200B (ZERO WIDTH SPACE): delete it."))
    }

    @Test(arguments: [
        ("[\n \u{200B}{}]", "e:2:2: invisible character U+200B (ZERO WIDTH SPACE)"),
        ("[\u{A0}{}]", "e:1:2: invisible character U+00A0 (NO-BREAK SPACE)"),
        ("[{\"na\u{200B}me\": \"a\"}]", "e:1:6: invisible character U+200B (ZERO WIDTH SPACE)"),
        ("[\n{\"name\": \"a\\ud800b\"}]", #"e:2:12: "\ud800" is half of a surrogate pair"#),
        ("[{\"name\": \"\\udc00\"}]", #"e:1:12: "\udc00" is half of a surrogate pair"#),
        ("[{\"name\": \"\\ud83d\\u0041\"}]", #"e:1:12: "\ud83d" is half of a surrogate pair"#),
    ])
    func whatAnEventsFileCannotShowHasItsPlace(text: String, words: String) {
        #expect(complaint { try EventsFile(text, file: "e") }.hasPrefix(words))
    }

    @Test func aSurrogatePairAndAnEscapedBackslashAreFine() throws {
        let text = #"[{"name": "\ud83d\ude00\\ud800", "schemaVersion": 1}]"#
        #expect(try EventsFile(text, file: "e").samples.first?.name == "😀\\ud800")
    }
}
