import Foundation

/// One file of the package: its path from the package's root, its text, and its code without comments and strings.
struct SourceFile: Sendable {
    let path: String
    let text: String
    let code: String

    init(path: String, text: String) {
        self.path = path
        self.text = text
        code = path.hasSuffix(".swift") ? SwiftLexer.code(of: text) : text
    }

    var lineCount: Int {
        text.split(separator: "\n", omittingEmptySubsequences: false).count - (text.hasSuffix("\n") ? 1 : 0)
    }

    /// The target that owns the file, by its folder: `Sources/Analytics/Core/X.swift` belongs to `Analytics`.
    var target: String {
        let parts = path.split(separator: "/")
        return parts.count > 2 ? String(parts[1]) : ""
    }

    /// The modules that the file imports, each with the line and whether it names one symbol only.
    var imports: [(module: String, line: Int, isNarrow: Bool)] {
        let kinds = "struct|class|enum|protocol|func|var|let|typealias|actor"
        let pattern =
            #"^[ \t]*(?:@\w+(?:\([^)]*\))?[ \t]+)*(?:\w+[ \t]+)?import[ \t]+(?:(\#(kinds))[ \t]+)?(\w+)"#
        return matches(of: pattern).map { groups, line in (groups[2], line, !groups[1].isEmpty) }
    }

    /// Every match in the code: its groups (0 is the whole) and the line on which it begins.
    func matches(of pattern: String) -> [(groups: [String], line: Int)] {
        guard let expression = try? NSRegularExpression(pattern: pattern, options: .anchorsMatchLines) else {
            // A pattern that does not compile must not pass for one that finds nothing.
            return [(groups: ["the pattern \(pattern) does not compile"], line: 0)]
        }
        let whole = code as NSString
        let found = expression.matches(in: code, range: NSRange(location: 0, length: whole.length))
        return found.map { match in
            let groups = (0..<match.numberOfRanges).map { index -> String in
                let range = match.range(at: index)
                return range.location == NSNotFound ? "" : whole.substring(with: range)
            }
            let before = whole.substring(to: match.range.location)
            return (groups, before.utf8.count(where: { $0 == UInt8(ascii: "\n") }) + 1)
        }
    }
}

/// A rule that was broken, and where.
struct Breach: Equatable, CustomStringConvertible {
    let path: String
    let line: Int
    let reason: String

    var description: String { "\(path):\(line): \(reason)" }
}
