/// Something that must be so at this point of a scenario.
public struct Expectation: Sendable, Equatable {
    /// How what is found is compared with what is expected.
    public enum Comparison: String, Sendable, CaseIterable {
        case equal = "="
        case unequal = "!="
        case less = "<"
        case atMost = "<="
        case more = ">"
        case atLeast = ">="

        func holds<Value: Comparable>(_ found: Value, _ wanted: Value) -> Bool {
            switch self {
            case .equal: found == wanted
            case .unequal: found != wanted
            case .less: found < wanted
            case .atMost: found <= wanted
            case .more: found > wanted
            case .atLeast: found >= wanted
            }
        }
    }

    /// What is looked at, such as `waiting`.
    public let name: String
    /// How it is compared.
    public let comparison: Comparison
    /// With what, as it is written.
    public let value: String

    /// Such as `waiting = 60`.
    public var text: String { "\(name) \(comparison.rawValue) \(LineReader.quote(value))" }

    /// An expectation that the table knows is met exactly when there is that number.
    init(_ name: String, equals number: Int) {
        self.name = name
        comparison = .equal
        value = "\(number)"
    }

    init(_ line: inout LineReader) throws(LineReader.Complaint) {
        let names = "a name such as flush, waiting, delivered or books; --verbs lists them"
        name = try line.word(names)
        guard let measure = Measure.named(name) else {
            throw LineReader.Complaint(word: name, expected: names)
        }
        switch measure.kind {
        case .number:
            comparison = try line.choice(Comparison.allCases.map { ($0.rawValue, $0) })
            let number: Int = try line.number(-1_000_000_000_000...1_000_000_000_000)
            value = "\(number)"
        case .word(let words, _):
            comparison = try line.choice([Comparison.equal, .unequal].map { ($0.rawValue, $0) })
            value = try line.choice(words.map { ($0, $0) })
        }
    }

    /// What is wrong, with what was expected and what was found; nil when it is as expected.
    func failure(in findings: Findings) -> String? {
        guard let measure = Measure.named(name) else { return "expected \(text), which nothing measures" }
        let (holds, found): (Bool, String)
        switch measure.kind {
        case .number(let read):
            let number = read(findings)
            (holds, found) = (Int(value).map { comparison.holds(number, $0) } ?? false, "\(number)")
        case .word(_, let read):
            found = read(findings)
            holds = comparison.holds(found, value)
        }
        guard !holds else { return nil }
        let why = measure.why?(findings) ?? ""
        return "expected \(text), found \(found)" + (why.isEmpty ? "" : ": \(why)")
    }
}
