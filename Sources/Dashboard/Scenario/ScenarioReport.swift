/// What became of one scenario, as text for people and as JUnit XML for CI.
public struct ScenarioReport: Sendable, Equatable {
    /// The scenario's file.
    public let file: String
    /// One line a step, in order.
    public private(set) var lines: [String] = []
    private var cases: [(name: String, failure: String?)] = []

    /// A report without a step.
    public init(file: String) { self.file = file }

    /// How many expectations were not met, and steps that did not end.
    public var failures: Int { cases.count { $0.failure != nil } }

    /// Adds a step; returns its line.
    @discardableResult public mutating func add(_ played: ScenarioPlayer.Played) -> String {
        let text = Verb.line(played.step.action)
        let isExpectation = if case .expect = played.step.action { true } else { false }
        if isExpectation || played.failure != nil {
            cases.append(("line \(played.step.line): \(text)", played.failure))
        }
        let mark = played.failure == nil ? "    " : "FAIL"
        let number = Words.right("\(played.step.line)", width: 4)
        var line = "\(mark)\(number) \(Self.clock(played.time))  \(text)"
        let outcome = played.failure ?? played.words
        if !outcome.isEmpty { line = Words.left(line, width: 56) + "  \(outcome)" }
        lines.append(line)
        return line
    }

    /// The line that ends a scenario.
    public var summary: String { "\(failures == 0 ? "ok  " : "FAIL") \(outcome)" }

    /// How the scenario went.
    var outcome: String { "\(file): \(cases.count - failures) of \(cases.count) expectations met" }

    /// Days, hours, minutes, seconds and milliseconds since the start.
    private static func clock(_ time: Duration) -> String {
        let milliseconds = Int(SpanText.whole(time))
        let seconds = milliseconds / 1_000
        func two(_ number: Int) -> String { Words.right("\(number)", width: 2, with: "0") }
        let days = seconds / 86_400
        let clock = "\(two(seconds / 3_600 % 24)):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
        let rest = ".\(Words.right("\(milliseconds % 1_000)", width: 3, with: "0"))"
        return Words.right((days > 0 ? "\(days)d " : "") + clock + rest, width: 15)
    }

    /// Every report as one JUnit document: a suite for each scenario, a case for each expectation.
    public static func junit(_ reports: [ScenarioReport]) -> String {
        let suites = reports.map { report in
            let cases = report.cases.map { name, failure in
                let head = #"<testcase classname="\#(escape(report.file))" name="\#(escape(name))" time="0""#
                guard let failure else { return "    \(head)/>" }
                return "    \(head)><failure message=\"\(escape(failure))\"/></testcase>"
            }
            let counts = #"tests="\#(cases.count)" failures="\#(report.failures)""#
            let head = #"  <testsuite name="\#(escape(report.file))" \#(counts)>"#
            return ([head] + cases + ["  </testsuite>"]).joined(separator: "\n")
        }
        return
            (["<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<testsuites>"] + suites + ["</testsuites>", ""])
            .joined(separator: "\n")
    }

    /// Text that can stand in an attribute; what XML cannot carry at all is shown as U+FFFD.
    private static func escape(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case _
            where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
                || scalar.value == 0xFFFE || scalar.value == 0xFFFF:
                result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
    }

    /// Whether everything that either says is the same.
    public static func == (left: Self, right: Self) -> Bool {
        left.file == right.file && left.lines == right.lines
    }
}
