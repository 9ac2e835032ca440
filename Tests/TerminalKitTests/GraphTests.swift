import AnalyticsTerminalKit
import Testing

@Suite("Graphs and gauges")
struct GraphTests {
    @Test("after a spike of 1,000 the ones can still be seen", arguments: [Capabilities.full, .plain])
    func spike(capabilities: Capabilities) {
        var canvas = Canvas(size: Size(width: 6, height: 1), capabilities: capabilities)
        let graph = Sparkline([0, 1, 1, 1_000, 1, 0])
        canvas.draw(graph, in: canvas.bounds)
        let row = Array(canvas.rows[0])
        #expect(row[0] == " " && row[5] == " ")
        #expect(row[1] != " " && row[1] == row[4] && row[1] != row[3])
        #expect(graph.scale.label == "1,000")
    }

    @Test("zero stands at nothing, more is never lower, and the top is full", arguments: [1, 7, 8, 40])
    func monotone(levels: Int) {
        let scale = SparkScale(top: 1_000)
        var last = 0
        for value in 0...1_000 {
            let level = scale.level(of: value, levels: levels)
            #expect(level >= last && level <= levels)
            #expect((level == 0) == (value == 0))
            last = level
        }
        #expect(last == levels && scale.level(of: .max, levels: levels) == levels)
        #expect(scale.level(of: -3, levels: levels) == 0)
    }

    @Test(
        "the scale holds still while values wander",
        arguments: zip(
            [-1, 0, 1, 2, 3, 41, 50, 51, 1_000, 1_001], [1, 1, 1, 2, 5, 50, 50, 100, 1_000, 2_000]))
    func steady(value: Int, top: Int) {
        #expect(SparkScale(top: value).top == top)
    }

    @Test("the largest number has a scale too")
    func largest() {
        #expect(SparkScale(top: .max).top == .max)
        #expect(SparkScale(top: .max).level(of: 1, levels: 8) == 1)
    }

    @Test("a graph is labelled with now, the maximum and its scale")
    func labels() {
        var canvas = Canvas(size: Size(width: 60, height: 1), capabilities: .plain)
        canvas.draw(LabelledSparkline("events/s", Sparkline([3, 41, 12])), in: canvas.bounds)
        #expect(canvas.rows[0].hasPrefix("events/s "))
        #expect(canvas.rows[0].hasSuffix("  now 12  max 41  scale 50"))
    }

    @Test("a taller graph stacks full cells under the top one")
    func tall() {
        var canvas = Canvas(size: Size(width: 2, height: 3), capabilities: .plain)
        canvas.draw(Sparkline([1_000, 1]), in: canvas.bounds)
        #expect(canvas.rows[0] == "# " && canvas.rows[1] == "# ")
        #expect(canvas.rows[2].first == "#" && canvas.rows[2].last != " ")
    }

    @Test("a gauge shows anything above zero, and is full only at the limit")
    func gauge() {
        let table: [(value: Double, limit: Double, marks: Int)] = [
            (0, 1_000, 0), (-4, 10, 0), (1, 1_000, 1), (3, 1_000, 1), (500, 1_000, 5), (999, 1_000, 9),
            (1_000, 1_000, 10), (2_000, 1_000, 10), (1, 0, 10), (0, 0, 0), (.nan, 5, 0), (.infinity, 5, 10),
            (5, .infinity, 1),
        ]
        for row in table {
            #expect(Gauge.marks(value: row.value, limit: row.limit, cells: 10) == row.marks, "\(row)")
        }
        #expect(Gauge.marks(value: 1, limit: 2, cells: 0) == 0)
        var canvas = Canvas(size: Size(width: 12, height: 1), capabilities: .plain)
        canvas.draw(Gauge(value: 3, limit: 1_000), in: canvas.bounds)
        #expect(canvas.rows == ["[=.........]"])
    }

    @Test("a bar row keeps its number when room is short")
    func barRow() {
        var canvas = Canvas(size: Size(width: 30, height: 2), capabilities: .plain)
        canvas.draw(BarRow("noConsent", value: 40, limit: 40), in: Rect(x: 0, y: 0, width: 30, height: 1))
        canvas.draw(BarRow("noConsent", value: 40, limit: 40), in: Rect(x: 0, y: 1, width: 6, height: 1))
        #expect(canvas.rows[0] == "noConsent       40  ##########")
        #expect(canvas.rows[1].hasPrefix("   40 "))
    }
}
