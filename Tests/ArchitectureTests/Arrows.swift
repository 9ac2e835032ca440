/// Which modules a target may import: the arrows of the design, all one way.
struct Arrows: Sendable {
    /// Modules of this package that the target depends on.
    let inside: Set<String>
    /// Modules of the toolchain and the system.
    let outside: Set<String>

    private static let c: Set = ["Glibc", "Musl", "Darwin"]
    private static let apple: Set = ["UIKit", "Network", "os", "OSLog"]

    static let table: [String: Arrows] = [
        "CZlib": Arrows(inside: [], outside: []),
        "Analytics": Arrows(
            inside: ["CZlib"],
            outside: c.union(apple).union(["Foundation", "FoundationNetworking", "Dispatch"])),
        "AnalyticsTesting": Arrows(
            inside: ["Analytics"], outside: ["Foundation", "FoundationNetworking", "Dispatch"]),
        "TerminalKit": Arrows(inside: [], outside: ["Foundation"]),
        "CNcurses": Arrows(inside: [], outside: []),
        "CursesTerminal": Arrows(
            inside: ["TerminalKit", "CNcurses"], outside: c.union(["Foundation", "Dispatch"])),
        "Dashboard": Arrows(
            inside: ["TerminalKit", "AnalyticsTesting", "Analytics"], outside: ["Foundation"]),
        "IngestServer": Arrows(inside: ["CZlib"], outside: c.union(["Foundation", "Dispatch"])),
        "SampleApp": Arrows(inside: ["Analytics"], outside: ["Foundation"]),
        "AnalyticsDashboard": Arrows(
            inside: ["CursesTerminal", "Dashboard", "IngestServer", "SampleApp"],
            outside: c.union(["Foundation", "Dispatch"])),
        "Victim": Arrows(inside: ["Analytics"], outside: ["Foundation"]),
        "AnalyticsBenchmarks": Arrows(
            inside: ["Analytics", "AnalyticsTesting", "CZlib", "Dashboard", "IngestServer", "TerminalKit"],
            outside: c.union(["Foundation", "FoundationNetworking", "Dispatch"])),
    ]

    static func breaches(in file: SourceFile) -> [Breach] {
        guard file.path.hasSuffix(".swift"), file.path.hasPrefix("Sources/") || file.path.hasPrefix("Demo/")
        else {
            return []
        }
        guard let arrows = table[file.target] else {
            return [Breach(path: file.path, line: 1, reason: "\(file.target) is not a target of the design")]
        }
        let allowed = arrows.inside.union(arrows.outside)
        return file.imports.filter { !allowed.contains($0.module) }.map {
            Breach(path: file.path, line: $0.line, reason: "\(file.target) must not import \($0.module)")
        }
    }

    /// The dependencies that a manifest states, by target, tests left out.
    static func stated(in manifest: String) -> [String: Set<String>] {
        // The lexer would blank the names, so comments stay: they hold no target declarations.
        let declaration =
            #"\.(?:executableTarget|target)\(\s*name:\s*"(\w+)"(?:,\s*dependencies:\s*\[([^\]]*)\])?"#
        let found = SourceFile(path: "manifest", text: manifest).matches(of: declaration)
        return Dictionary(
            found.map { groups, _ in (groups[1], Set(groups[2].split { !$0.isLetter }.map(String.init))) },
            uniquingKeysWith: { first, second in first.union(second) })
    }
}
