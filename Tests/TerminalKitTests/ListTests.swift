import AnalyticsTerminalKit
import Testing

@Suite("Lists")
struct ListTests {
    @Test("the selection is always in view, whatever is pressed", arguments: 0...12)
    func alwaysInView(count: Int) {
        let keys: [Key] = [.down, .end, .up, .pageUp, .pageDown, .home, .down, .down, .end, .pageUp]
        for height in 0...6 {
            var state = ListState()
            for key in keys {
                let known = state.handle(key, count: count, height: height)
                #expect(known)
                #expect(state.selection >= 0 && state.selection <= max(count - 1, 0))
                #expect(state.offset <= state.selection && state.selection < state.offset + max(height, 1))
                if count >= height { #expect(state.offset + max(height, 1) <= max(count, 1)) }
            }
        }
    }

    @Test("scrolling moves as little as it can")
    func scrolling() {
        var state = ListState()
        state.select(5, count: 20)
        state.scroll(count: 20, height: 4)
        #expect(state.offset == 2)
        state.move(by: -2, count: 20)
        state.scroll(count: 20, height: 4)
        #expect(state.offset == 2)
        state.scroll(count: 4, height: 4)
        #expect(state.offset == 0 && state.selection == 3)
    }

    @Test(
        "keys that are not the list's are left to the caller", arguments: [Key.enter, .character("q"), .left])
    func otherKeys(key: Key) {
        var state = ListState(selection: 2)
        let known = state.handle(key, count: 5, height: 3)
        #expect(!known)
        #expect(state == ListState(selection: 2))
    }

    @Test("the selected row has a pointer and reverse video, and numbers line up")
    func table() {
        var canvas = Canvas(size: Size(width: 20, height: 4), capabilities: .plain)
        let columns = [Table.Column("id", .flexible()), .init("size", .fixed(6), .trailing)]
        var asked: [Int] = []
        let table = Table(columns, count: 1_000, state: ListState(selection: 500)) { index in
            asked.append(index)
            return ["row \(index)", "\(index * 2)"]
        }
        canvas.draw(table, in: canvas.bounds)
        #expect(
            canvas.rows == [
                "  id            size", "  row 498        996", "  row 499        998",
                "> row 500       1000",
            ])
        #expect(canvas[Point(x: 10, y: 3)]?.style.attributes.contains(.reverse) == true)
        #expect(asked == [498, 499, 500])
    }

    @Test("wide text in a cell leaves the next column in place")
    func wideCells() {
        var canvas = Canvas(size: Size(width: 12, height: 2))
        let table = Table([.init("", .fixed(5)), .init("", .fixed(5))], count: 2, showsHeader: false) {
            [["日本語", "abcdefg"][$0] == "日本語" ? "日本語" : "abcdefg", "x"]
        }
        canvas.draw(table, in: canvas.bounds)
        #expect(canvas.rows == ["日本… x     ", "abcd… x     "])
    }
}
