/// What became of one scenario, as text for people and as JUnit XML for CI.
public struct ScenarioReport: Sendable, Equatable {
    /// The scenario's file.
    public let file: String
    /// One line a step, in order.
    public private(set) var lines: [String] = []
    /// The expectations, and steps that did not end.
    private(set) var cases: [(line: Int, text: String, failure: String?)] = []

    /// A report without a step.
    public init(file: String) { self.file = file }

    /// How many expectations were not met, and steps that did not end.
    public var failures: Int { cases.count { $0.failure != nil } }

    /// Adds a step; returns its line.
    @discardableResult public mutating func add(_ played: ScenarioPlayer.Played) -> String {
        let text = Verb.line(played.step.action)
        let isExpectation = if case .expect = played.step.action { true } else { false }
        if isExpectation || played.failure != nil {
            cases.append((played.step.line, text, played.failure))
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
    public var summary: String { "\(failures == 0 ? "ok  " : "FAIL") \(file): \(counts)" }

    /// How the scenario went, for a single line: it names the first expectation that was not met, which a report of
    /// all steps has shown already.
    var outcome: String {
        guard let missed = cases.first(where: { $0.failure != nil }), let failure = missed.failure else {
            return "\(file): \(counts)"
        }
        return "FAILED \(file): \(counts); line \(missed.line): \(failure)"
    }

    private var counts: String {
        guard !cases.isEmpty else { return "every step played, nothing expected" }
        return "\(cases.count - failures) of \(cases.count) expectations met"
    }

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

    /// Whether everything that either says is the same.
    public static func == (left: Self, right: Self) -> Bool {
        left.file == right.file && left.lines == right.lines
    }
}
