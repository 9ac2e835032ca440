import Testing

/// One fence: what code in some folders must not name.
struct Rule: Sendable, CustomTestStringConvertible {
    let name: String
    /// Path prefixes that the rule covers.
    let folders: [String]
    /// Regular expressions over code; comments and string literals are blank.
    let banned: [String]
    /// Code that, found anywhere in a file, exempts the file.
    var exempting: String?
    /// Code that breaks the rule on its third line, and code close by that keeps it.
    let broken: [String]
    let clean: [String]

    var testDescription: String { name }

    func breaches(in file: SourceFile) -> [Breach] {
        guard file.path.hasSuffix(".swift"), folders.contains(where: file.path.hasPrefix) else { return [] }
        if let exempting, !file.matches(of: exempting).isEmpty { return [] }
        let found = banned.flatMap { file.matches(of: $0) }
        return found.map { Breach(path: file.path, line: $0.line, reason: "\(name): \($0.groups[0])") }
    }
}
