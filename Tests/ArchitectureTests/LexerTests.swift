import Testing

@Suite("Only code counts as code")
struct LexerTests {
    @Test(
        "Comments and strings are blank, all else stays in its place",
        arguments: [
            ("a // b\nc", "a     \nc"),
            ("a /* b /* c */ d */ e", "a                   e"),
            ("a /* b\nc */ d", "a     \n     d"),
            (#"f("x") + g"#, #"f(   ) + g"#),
            (#"f("x\"y") + g"#, #"f(      ) + g"#),
            (##"f(#"x"y"#) + g"##, ##"f(       ) + g"##),
            (#"f("// x") + g"#, #"f(      ) + g"#),
            (#"f("a\(b)c") + g"#, #"f(    b   ) + g"#),
            (#"f("a\(b(c, "d"))e") + g"#, #"f(    b(c,    )   ) + g"#),
            (##"f(#"a\(b)c\#(d)"#) + g"##, ##"f(           d   ) + g"##),
            ("f(\"\"\"\n x \"y\" z\n \"\"\") + g", "f(   \n        \n    ) + g"),
            ("f(\"\") + g", "f(  ) + g"),
            ("let r = /a\"b/\nlet s = 1", "let r = /a   \nlet s = 1"),
            ("#if DEBUG\n#endif", "#if DEBUG\n#endif"),
            ("a /* never closed", "a                "),
            ("a \"never closed", "a              "),
            ("", ""),
        ])
    func blanked(text: String, code: String) {
        #expect(SwiftLexer.code(of: text) == code)
    }

    @Test("A breach after an emoji or a long comment still has its line")
    func lines() {
        let file = SourceFile(path: "A.swift", text: "/* \u{1F600}\n\n*/ let s = \"\u{1F600}\"\nbad()\n")
        #expect(file.matches(of: #"bad\("#).map(\.line) == [4])
    }
}
