import AnalyticsTerminalKit
import Testing

@Suite("Canvas")
struct CanvasTests {
    static let sizes = (0...12).flatMap { height in (0...30).map { Size(width: $0, height: height) } }

    @Test("text at any place on any size never leaves the canvas or changes its size", arguments: sizes)
    func clipping(size: Size) {
        for y in -2...size.height + 1 {
            for x in -4...size.width + 1 {
                var canvas = Canvas(size: size)
                let used = canvas.write("a日b👩‍👩‍👧c", at: Point(x: x, y: y), style: .good)
                #expect(used >= 0 && used <= 7)
                expectWhole(canvas)
            }
        }
    }

    @Test("every widget draws at every size", arguments: sizes)
    func widgets(size: Size) {
        for capabilities in [Capabilities.full, .plain] {
            var canvas = Canvas(size: size, capabilities: capabilities)
            drawEverything(on: &canvas, in: Rect(size))
            drawEverything(
                on: &canvas, in: Rect(x: -3, y: -2, width: size.width + 9, height: size.height + 5))
            expectWhole(canvas)
            if !capabilities.unicode {
                #expect(canvas.rows.joined().utf8.allSatisfy { $0 >= 0x20 && $0 <= 0x7E })
            }
        }
    }

    @Test("a wide character is shown whole or not at all", arguments: 0...9)
    func wideAtTheEdge(width: Int) {
        var canvas = Canvas(size: Size(width: 10, height: 1))
        let used = canvas.write("日本語日本", at: .zero, width: width)
        #expect(used == width / 2 * 2)
        #expect(canvas.rows == [String("日本語日本".prefix(width / 2)) + blanks(10 - used)])
    }

    @Test("overwriting half of a wide character blanks the other half", arguments: [0, 1, 2, 3, 4])
    func overwriteHalf(x: Int) {
        var canvas = Canvas(size: Size(width: 6, height: 1))
        canvas.write("日本語", at: .zero)
        canvas.write("x", at: Point(x: x, y: 0))
        expectWhole(canvas)
        #expect(canvas.rows[0].contains("x"))
    }

    @Test("filling over half of a wide character blanks the other half")
    func fillHalf() {
        var canvas = Canvas(size: Size(width: 6, height: 1))
        canvas.write("日本語", at: .zero)
        canvas.fill(Rect(x: 1, y: 0, width: 4, height: 1), with: Glyphs.unicode.bar)
        #expect(canvas.rows == [" ████ "])
        expectWhole(canvas)
    }

    @Test("a region cannot be drawn out of, and nests")
    func regions() {
        var canvas = Canvas(size: Size(width: 8, height: 3))
        canvas.within(Rect(x: 2, y: 1, width: 4, height: 1)) { region in
            #expect(region.size == Size(width: 4, height: 1))
            region.write("abcdefgh", at: Point(x: -1, y: 0))
            region.write("no", at: Point(x: 0, y: 1))
            region.within(Rect(x: 3, y: 0, width: 5, height: 5)) { $0.write("XYZ", at: .zero) }
        }
        #expect(canvas.rows == blankRows(1, 8) + ["  bcdX  "] + blankRows(1, 8))
        #expect(canvas.size == Size(width: 8, height: 3))
    }

    @Test("a text too long for its place ends in an ellipsis")
    func ellipsis() {
        var canvas = Canvas(size: Size(width: 5, height: 2))
        canvas.write("abcdefgh", at: .zero, overflow: .ellipsis)
        canvas.write("abcde", at: Point(x: 0, y: 1), overflow: .ellipsis)
        #expect(canvas.rows == ["abcd…", "abcde"])
        var ascii = Canvas(size: Size(width: 6, height: 1), capabilities: .plain)
        ascii.write("7f3a91abc", at: .zero, overflow: .ellipsis)
        #expect(ascii.rows == ["7f3a.."])
    }

    @Test("text stands at the side that it was asked to")
    func alignment() {
        var canvas = Canvas(size: Size(width: 7, height: 3))
        canvas.write("日x", in: Rect(x: 0, y: 0, width: 7, height: 1), align: .trailing)
        canvas.write("abc", in: Rect(x: 0, y: 1, width: 7, height: 1), align: .center)
        canvas.write("abc", in: Rect(x: 1, y: 2, width: 2, height: 1), align: .trailing)
        #expect(canvas.rows == ["    日x", "  abc  ", " a…    "])
    }

    @Test("equal drawings are equal, and a changed style is a change")
    func equality() {
        var one = Canvas(size: Size(width: 4, height: 1))
        var two = one
        one.write("ab", at: .zero)
        two.within(two.bounds) { $0.write("ab", at: .zero) }
        #expect(one == two)
        two.emphasize(Rect(x: 0, y: 0, width: 1, height: 1), .reverse)
        #expect(one != two)
    }

    @Test("impossible sizes and places are brought into range")
    func extremes() {
        var canvas = Canvas(size: Size(width: .max, height: -5))
        #expect(canvas.size == Size(width: Canvas.maximumSide, height: 0))
        canvas = Canvas(size: Size(width: 3, height: 1))
        canvas.write("abc", at: Point(x: .max, y: .min), width: .max)
        canvas.fill(Rect(x: .min, y: .min, width: .max, height: .max), with: Glyphs.unicode.bar)
        canvas.write("abc", at: .zero, width: -3)
        #expect(canvas.rows == ["   "])
    }
}

/// Fails when a row has another number of columns than the canvas, or half a wide symbol.
func expectWhole(_ canvas: Canvas) {
    for y in 0..<canvas.extent.height {
        var columns = 0
        for cell in canvas.row(y) {
            if cell.symbol.width > 0 {
                #expect(columns <= canvas.extent.width)
                columns += Int(cell.symbol.width)
            }
        }
        #expect(columns == canvas.extent.width, "row \(y): \(canvas.rows[y])")
    }
}

func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }

func blankRows(_ count: Int, _ width: Int) -> [String] { Array(repeating: blanks(width), count: count) }

func drawEverything(on canvas: inout Canvas, in rect: Rect) {
    canvas.draw(Pane("日本 title", subtitle: "33 KB", trailing: "filter: é", isFocused: true), in: rect)
    let inner = Pane.content(of: rect)
    canvas.draw(Gauge(value: 3, limit: 7), in: inner)
    canvas.draw(LabelledSparkline("events/s", Sparkline([0, 1, 1_000, 3])), in: inner)
    canvas.draw(Sparkline([5, 1, 9]), in: inner)
    canvas.draw(BarRow("noConsent", value: 40, limit: 78), in: inner)
    canvas.draw(KeyValueRows([.init("key", "value"), .init("日", "本")]), in: inner)
    let columns = [Table.Column("id", .fixed(8)), .init("size", .flexible(minimum: 4), .trailing)]
    let table = Table(columns, count: 40, state: ListState(selection: 20)) { ["\($0)", "日本\u{1B}"] }
    canvas.draw(table, in: inner)
    canvas.draw(WrappedText("some words 日本語日本語 and more\nlines", offset: 1), in: inner)
    canvas.draw(TextFieldRow("filter: ", TextField("日本語 text")), in: inner)
    canvas.draw(Footer([.init("q", "quit"), .init("日", "本")], pinned: .init("?", "help")), in: inner)
    canvas.draw(DialogBox(.confirmation(title: "Deny?", body: ["40 events"], confirm: "Erase")), in: rect)
}
