import AnalyticsIngestServer

/// The words for what the server can do, for who has to type one.
enum ServerWords {
    /// All of them in one line.
    static let line = Fault.allCases.map(\.word).joined(separator: ", ")

    /// All of them with what the server then does, a line each, under a heading.
    static var manual: String {
        let rows = Fault.allCases.map { fault in
            let word = fault.word.padding(toLength: max(18, fault.word.count), withPad: " ", startingAt: 0)
            return "  \(word)\(fault.summary)"
        }
        return
            ([
                "", "What the server can do, after server and after collect --fault; numbers may be others:",
                "",
            ]
            + rows).joined(separator: "\n")
    }

    /// All of them in lines that a usage text has room for.
    static func lines(indentedBy columns: Int) -> String {
        let words = Fault.allCases.map(\.word)
        let half = (words.count + 1) / 2
        let lines = [words.prefix(half), words.dropFirst(half)].map { $0.joined(separator: ", ") }
        return lines.joined(separator: ",\n" + String(repeating: " ", count: columns))
    }
}
