import AnalyticsTerminalKit
import Testing

@Suite("Panes and rows")
struct PaneTests {
    @Test("neighbouring panes share their lines, in whatever order they are drawn", arguments: [false, true])
    func sharedLines(reversed: Bool) {
        var canvas = Canvas(size: Size(width: 24, height: 5), capabilities: .plain)
        let rows = canvas.bounds.rows([.fixed(3), .flexible()], overlap: 1)
        let lower = rows[1].columns([.fixed(12), .flexible()], overlap: 1)
        let panes = [(Pane("Top"), rows[0]), (Pane("L"), lower[0]), (Pane("R", trailing: "x"), lower[1])]
        for (pane, rect) in reversed ? panes.reversed() : panes { canvas.draw(pane, in: rect) }
        #expect(
            canvas.rows == [
                "+-[ Top ]--------------+",
                "|                      |",
                "+-[ L ]----+-[ R ]-----+",
                "|          |           |",
                "+----------+-----------+",
            ])
    }

    @Test("Unicode lines join with the right corners")
    func unicodeLines() {
        var canvas = Canvas(size: Size(width: 7, height: 5))
        for row in canvas.bounds.rows([.fixed(3), .flexible()], overlap: 1) {
            for cell in row.columns([.fixed(4), .flexible()], overlap: 1) { canvas.draw(Pane(""), in: cell) }
        }
        #expect(canvas.rows == ["┌──┬──┐", "│  │  │", "├──┼──┤", "│  │  │", "└──┴──┘"])
    }

    @Test("titles give way from the right: first the remark, then the subtitle")
    func titles() {
        let pane = Pane("Segments 3", subtitle: "33 KB", trailing: "filter: x")
        let expected = [
            50: "+-[ Segments 3 ]--[ 33 KB ]-------[ filter: x ]-+",
            30: "+-[ Segments 3 ]--[ 33 KB ]--+", 26: "+-[ Segments 3 ]---------+",
            12: "+-[ Se.. ]-+", 6: "+----+",
        ]
        for (width, row) in expected {
            var canvas = Canvas(size: Size(width: width, height: 2), capabilities: .plain)
            canvas.draw(pane, in: canvas.bounds)
            #expect(canvas.rows[0] == row || width == 50 && canvas.rows[0].hasSuffix("[ filter: x ]-+"))
            #expect(canvas.rows[0].count == width)
        }
    }

    @Test("the focused pane is marked without colour")
    func focus() {
        var canvas = Canvas(size: Size(width: 20, height: 3))
        canvas.draw(Pane("Drops", isFocused: true), in: canvas.bounds)
        #expect(canvas[Point(x: 4, y: 0)]?.style.attributes.contains(.reverse) == true)
    }

    @Test("values stand in one column")
    func keyValues() {
        var canvas = Canvas(size: Size(width: 16, height: 2), capabilities: .plain)
        let rows = KeyValueRows([
            .init("cause", ["HTTP ", Span("503", .bad)]), .init("last ok", "12:03:58 late"),
        ])
        canvas.draw(rows, in: canvas.bounds)
        #expect(canvas.rows == ["cause   HTTP 503", "last ok 12:03:.."])
        #expect(canvas[Point(x: 13, y: 0)]?.style.role == .bad)
    }

    @Test("the footer shows as many keys as fit, and help always", arguments: 0...60)
    func footer(width: Int) {
        let hints = [("1-9", "fire"), ("B", "burst"), ("c", "consent")].map { Footer.Hint($0.0, $0.1) }
        let footer = Footer(hints, pinned: .init("?", "help"))
        let shown = footer.fitting(width: width)
        let text = shown.map { "\($0.key) \($0.label)" }.joined(separator: "  ")
        #expect(text.count <= width)
        if width >= 6 { #expect(shown.last?.key == "?") }
        if width >= 36 { #expect(shown.count == 4) }
        var canvas = Canvas(size: Size(width: width, height: 1))
        canvas.draw(footer, in: canvas.bounds)
        #expect(canvas.rows == [text + blanks(width - text.count)])
    }
}
