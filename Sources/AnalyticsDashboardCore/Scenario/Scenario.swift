/// A scripted run: what is said, done and expected, one step a line.
public struct Scenario: Sendable, Equatable {
    /// The file that it was read from, as the operator named it.
    public let file: String
    /// The steps in order.
    public let steps: [Step]

    /// One line.
    public struct Step: Sendable, Equatable {
        /// The line's number in the file, from 1.
        public let line: Int
        /// What the line asks for.
        public let action: Action
    }

    /// What a line can ask for.
    public enum Action: Sendable, Equatable {
        /// A caption for who watches.
        case say(String)
        /// Makes identifiers and jitter, so also which sampled events this install records.
        case seed(UInt64)
        case deed(Deed)
        case expect(Expectation)
    }

    /// The seed that the scenario asks for, if it does.
    public var seed: UInt64? {
        if case .seed(let seed) = steps.first?.action { return seed }
        return nil
    }

    /// Reads a scenario; throws the first line that is wrong.
    ///
    /// `isServerWord` says which behaviours the server knows.
    public init(
        _ text: String, file: String, isServerWord: (String) -> Bool
    ) throws(ScenarioFault) {
        var steps: [Step] = []
        // A pasted file may have CR LF at its line ends, which is one character to Swift.
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .enumerated()
        {
            do throws(LineReader.Complaint) {
                var reader = try LineReader.visible(line)
                guard !reader.isOver, !reader.isComment else { continue }
                let action = try Verb.read(&reader)
                if case .deed(.server(let word)) = action, !isServerWord(word) {
                    throw LineReader.Complaint(
                        word: word,
                        expected:
                            "a behaviour of the server, such as 503 or 429:30; play --verbs lists them all")
                }
                if case .seed = action, !steps.isEmpty {
                    throw LineReader.Complaint(word: "seed", expected: "the seed before every other step")
                }
                steps.append(Step(line: index + 1, action: action))
            } catch {
                throw ScenarioFault(file: file, line: index + 1, complaint: error)
            }
        }
        self.file = file
        self.steps = steps
    }

    /// How many of the steps are expectations.
    public var expectations: Int {
        steps.count { step in
            if case .expect = step.action { return true }
            return false
        }
    }
}

/// A line of a scenario that cannot be read.
public struct ScenarioFault: Error, Equatable, CustomStringConvertible {
    /// The file, as the operator named it.
    public let file: String
    /// The line's number, from 1.
    public let line: Int
    /// The word that is wrong; nil where the line ends too early.
    public let word: String?
    /// What should stand there.
    public let expected: String
    /// A character that nobody sees, when that is what is wrong.
    let invisible: InvisibleCharacter?

    init(file: String, line: Int, complaint: LineReader.Complaint) {
        self.file = file
        self.line = line
        word = complaint.word
        expected = complaint.expected
        invisible = complaint.invisible
    }

    /// Such as `a.scenario:4: "lte": expected one of normal, constrained, offline`.
    ///
    /// Or, for a character that cannot be seen, `a.scenario:4:7: invisible character U+200B (ZERO WIDTH SPACE): ...`.
    public var description: String {
        if let invisible { return "\(file):\(line):\(invisible.column): \(invisible)" }
        let word = word.map { "\"\(LineReader.Complaint.short($0))\"" } ?? "the line ends"
        return "\(file):\(line): \(word): expected \(expected)"
    }
}
