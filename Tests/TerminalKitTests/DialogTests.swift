import AnalyticsTerminalKit
import Testing

@Suite("Dialogs and fields")
struct DialogTests {
    @Test("Enter at once never destroys anything")
    func safeDefault() {
        var dialog = Dialog.confirmation(title: "Deny?", body: ["40 events"], confirm: "Erase")
        #expect(dialog.handle(.enter) == .chosen(0))
        #expect(!dialog.choices[0].isDangerous)
        var backwards = Dialog(
            title: "", body: [], choices: [.init("Erase", isDangerous: true), .init("No")])
        #expect(backwards.handle(.enter) == .chosen(1))
        var onlyDangerous = Dialog(title: "", body: [], choices: [.init("Erase", isDangerous: true)])
        #expect(onlyDangerous.handle(.enter) == .open)
        #expect(onlyDangerous.handle(.down) == .open && onlyDangerous.handle(.enter) == .chosen(0))
    }

    @Test(
        "keys do what the dialog says, and pastes do nothing",
        arguments: [
            ([Key.escape], Dialog.Outcome.cancelled), ([.character("y")], .chosen(1)),
            ([.character("n")], .chosen(0)), ([.down, .enter], .chosen(1)),
            ([.down, .up, .enter], .chosen(0)),
            ([.paste("y")], .open), ([.character("q")], .open), ([.tab, .tab, .tab, .enter], .chosen(1)),
        ])
    func keys(keys: [Key], outcome: Dialog.Outcome) {
        var dialog = Dialog.confirmation(title: "Deny?", body: [], confirm: "Erase")
        var last = Dialog.Outcome.open
        for key in keys { last = dialog.handle(key) }
        #expect(last == outcome)
    }

    @Test("the box stands in the middle, marks the safe answer and hides what is under it")
    func box() {
        var canvas = Canvas(size: Size(width: 30, height: 8), capabilities: .plain)
        canvas.fill(canvas.bounds, with: Glyphs.ascii.bar)
        let dialog = Dialog.confirmation(title: "Deny?", body: ["40 events go."], confirm: "Erase")
        canvas.draw(DialogBox(dialog), in: canvas.bounds)
        #expect(
            canvas.rows == [
                "##############################",
                "###+-[ Deny? ]------------+###",
                "###| 40 events go.        |###",
                "###|                      |###",
                "###| > n No               |###",
                "###|   y Erase            |###",
                "###+----------------------+###",
                "##############################",
            ])
    }

    @Test("letters are text in a field, and a pasted line break becomes a space")
    func typing() {
        var field = TextField()
        for key in [Key.character("q"), .character("f"), .paste("a\r\nb\u{1B}[c"), .left, .backspace] {
            let known = field.handle(key)
            #expect(known)
        }
        #expect(field.text == "qfa  bc" && field.cursor == 6)
        let known = field.handle(.enter)
        #expect(!known)
    }

    @Test("editing keys keep the cursor inside the text")
    func editing() {
        var field = TextField("one two", limit: 8)
        let steps: [(Key, String, Int)] = [
            (.control("w"), "one ", 4), (.home, "one ", 0), (.backspace, "one ", 0), (.delete, "ne ", 0),
            (.right, "ne ", 1), (.character("é"), "née ", 2), (.end, "née ", 4), (.right, "née ", 4),
            (.paste("123456789"), "née 1234", 8), (.character("x"), "née 1234", 8), (.control("u"), "", 0),
            (.character("e"), "e", 1), (.character("\u{301}"), "e\u{301}", 1), (.backspace, "", 0),
        ]
        for (key, text, cursor) in steps {
            let known = field.handle(key)
            #expect(known)
            #expect(field.text == text && field.cursor == cursor, "after \(key.label)")
        }
    }

    @Test("the cursor stays in view in a field that is too narrow", arguments: 0...14)
    func narrowField(width: Int) {
        var canvas = Canvas(size: Size(width: width, height: 1))
        canvas.draw(TextFieldRow("/ ", TextField("日本語 abc")), in: canvas.bounds)
        let reversed = canvas.row(0).filter { $0.style.attributes.contains(.reverse) }
        #expect(reversed.count == (width > 2 ? 1 : 0))
    }
}
