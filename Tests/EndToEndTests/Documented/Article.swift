import Foundation
import Testing

/// An article of the documentation, as its readers see it.
struct Article {
    let text: String

    init(_ name: String) throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let place = root.appending(path: "Sources/Analytics/Analytics.docc/\(name).md")
        text = try String(contentsOf: place, encoding: .utf8)
    }

    /// The block that follows the mark `<!-- sample: NAME -->`.
    func sample(_ name: String) throws -> String {
        let mark = try #require(text.range(of: "<!-- sample: \(name) -->\n```"))
        let rest = text[mark.upperBound...]
        let start = try #require(rest.firstIndex(of: "\n"))
        let end = try #require(rest.range(of: "\n```"))
        return String(rest[rest.index(after: start)..<end.lowerBound]) + "\n"
    }

    /// The same block as a JSON object.
    func object(_ name: String) throws -> [String: Any] { try Self.object(sample(name)) }

    static func object(_ text: some StringProtocol) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    /// The rows of the table below a heading, cells trimmed, without head and rule.
    func table(below heading: String) throws -> [[String]] {
        let mark = try #require(text.range(of: "\n\(heading)\n"))
        let lines = text[mark.upperBound...].split(separator: "\n", omittingEmptySubsequences: false)
        let rows = lines.drop { !$0.hasPrefix("|") }.prefix { $0.hasPrefix("|") }.dropFirst(2)
        return rows.map { row in
            row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }
}

extension [String: Any] {
    /// Every path of keys that leads to a value; an empty object and a list are values.
    func paths(below start: String = "") -> Set<String> {
        reduce(into: []) { paths, entry in
            let path = start.isEmpty ? entry.key : "\(start).\(entry.key)"
            if let inner = entry.value as? [String: Any], !inner.isEmpty {
                paths.formUnion(inner.paths(below: path))
            } else {
                paths.insert(path)
            }
        }
    }
}
