import Analytics
import AnalyticsTesting

/// One kind of line: how it is read, how it is written, what it is for.
public struct Verb: Sendable {
    typealias Complaint = LineReader.Complaint

    /// The line's first word.
    public let word: String
    /// What comes after it.
    public let usage: String
    /// What it does, for the help.
    public let help: String
    /// A line that can be read.
    public let example: String
    let read: @Sendable (inout LineReader) throws(LineReader.Complaint) -> Scenario.Action
    /// What comes after the word; nil when the action is another verb's.
    let write: @Sendable (Scenario.Action) -> String?

    init(
        _ word: String, _ usage: String, _ help: String, example: String,
        read: @escaping @Sendable (inout LineReader) throws(LineReader.Complaint) -> Scenario.Action,
        write: @escaping @Sendable (Scenario.Action) -> String?
    ) {
        self.word = word
        self.usage = usage
        self.help = help
        self.example = example
        self.read = read
        self.write = write
    }

    /// A verb whose argument is one of a few words.
    init<Value: Equatable & Sendable>(
        _ word: String, _ help: String, choices: [(word: String, value: Value)],
        deed: @escaping @Sendable (Value) -> Deed, value: @escaping @Sendable (Deed) -> Value?
    ) {
        self.init(
            word, choices.map(\.word).joined(separator: "|"), help, example: "\(word) \(choices[0].word)",
            read: { line throws(LineReader.Complaint) in .deed(deed(try line.choice(choices))) },
            write: { action in
                guard case .deed(let deed) = action, let wanted = value(deed) else { return nil }
                return choices.first { $0.value == wanted }?.word
            })
    }

    /// A verb without arguments.
    init(_ word: String, _ help: String, deed: Deed) {
        self.init(
            word, "", help, example: word, read: { _ throws(LineReader.Complaint) in .deed(deed) },
            write: { $0 == .deed(deed) ? "" : nil })
    }

    /// Reads one line as one of the table's verbs.
    static func read(_ line: inout LineReader) throws(LineReader.Complaint) -> Scenario.Action {
        let verb = try line.choice(table.map { ($0.word, $0) })
        let action = try verb.read(&line)
        try line.end()
        return action
    }

    /// The line that `read` takes for the same action.
    public static func line(_ action: Scenario.Action) -> String {
        for verb in table {
            guard let rest = verb.write(action) else { continue }
            return rest.isEmpty ? verb.word : "\(verb.word) \(rest)"
        }
        return "# \(action)"
    }

    /// The line of a deed, for a recording.
    public static func line(_ deed: Deed) -> String { line(.deed(deed)) }

    /// Every verb with what it does, and every name that can be expected.
    public static var manual: String {
        let verbs = table.map { "  \(Words.left("\($0.word) \($0.usage)", width: 46))  \($0.help)" }
        let measures = Measure.table.map { ($0.name, $0.help) } + [Measure.family]
        let names = measures.map { "  \(Words.left($0.0, width: 14))  \($0.1)" }
        return
            ([
                "One verb a line; lines that begin with # are comments. A name with blanks goes in quotes.",
                "",
            ] + verbs + ["", "What can be expected, with = != < <= > >= (words only with = and !=):", ""]
            + names)
            .joined(separator: "\n")
    }
}
