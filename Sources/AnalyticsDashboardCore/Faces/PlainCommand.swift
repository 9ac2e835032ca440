/// A line that the plain face is told: a scenario's deed, or one of a few questions.
public enum PlainCommand: Sendable, Equatable {
    case deed(Deed)
    /// A sentence to be said.
    case say(String)
    case audit
    /// How everything stands.
    case state
    case snapshot
    case autopilot
    case help
    case quit
    case nothing
    /// Not understood, and why.
    case wrong(String)

    private static let questions: [(word: String, command: PlainCommand, help: String)] = [
        ("audit", .audit, "compare ledger, files and collector"),
        ("state", .state, "say how everything stands"),
        ("snapshot", .snapshot, "write text and JSON to a file"),
        ("autopilot", .autopilot, "let the autopilot drive; again to stop it"),
        ("help", .help, "say what can be asked"), ("quit", .quit, "end the dashboard"),
    ]

    /// Reads one line: the words of scenarios, and the questions.
    public init(_ line: String) {
        if let found = InvisibleCharacter.first(in: line) {
            self = .wrong("Column \(found.column): \(found).")
            return
        }
        var reader = LineReader(line[...])
        guard !reader.isOver, !reader.isComment else {
            self = .nothing
            return
        }
        let question = Self.questions.first { $0.word == reader.next }
        guard question != nil || Verb.table.contains(where: { $0.word == reader.next }) else {
            self = .wrong(
                "\"\(LineReader.Complaint.short(reader.next ?? ""))\": expected one of \(Self.words.joined(separator: ", ")); help explains them."
            )
            return
        }
        do throws(LineReader.Complaint) {
            if let question {
                _ = try reader.word("")
                try reader.end()
                self = question.command
                return
            }
            switch try Verb.read(&reader) {
            case .deed(let deed): self = .deed(deed)
            case .say(let text): self = .say(text)
            case .seed: self = .wrong("The seed is chosen at the start, with --seed.")
            case .expect: self = .wrong("Expectations are for play.")
            }
        } catch {
            let word = error.word.map { "\"\(LineReader.Complaint.short($0))\"" } ?? "The line ends"
            self = .wrong("\(word): expected \(error.expected). The word help says what can be asked.")
        }
    }

    /// What scenarios know and a live tracker does not.
    private static let verbs = Verb.table.filter { !["seed", "expect"].contains($0.word) }

    /// Everything that a line can begin with.
    private static var words: [String] { verbs.map(\.word) + questions.map(\.word) }

    /// What can be said, a line each.
    public static var manual: [String] {
        let verbs = verbs.map { "\($0.word)\($0.usage.isEmpty ? "" : " ")\($0.usage): \($0.help)." }
        return verbs + questions.map { "\($0.word): \($0.help)." }
    }
}
