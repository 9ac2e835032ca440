/// Which modules a target may import: the arrows of the design, all one way.
struct Arrows: Sendable {
    /// Modules of this package that the target depends on.
    let inside: Set<String>
    /// Modules of the toolchain and the system.
    let outside: Set<String>

    private static let c: Set = ["Glibc", "Musl", "Darwin"]
    private static let apple: Set = ["UIKit", "Network", "os", "OSLog"]

    static let table: [String: Arrows] = [
        "CAnalyticsZlib": Arrows(inside: [], outside: []),
        "CAnalyticsCurl": Arrows(inside: [], outside: []),
        "Analytics": Arrows(
            inside: ["CAnalyticsZlib", "CAnalyticsCurl"],
            outside: c.union(apple).union(["Foundation", "FoundationNetworking", "Dispatch"])),
        "AnalyticsTesting": Arrows(
            inside: ["Analytics"], outside: ["Foundation", "FoundationNetworking", "Dispatch"]),
        "AnalyticsTerminalKit": Arrows(inside: [], outside: ["Foundation"]),
        "CAnalyticsCurses": Arrows(inside: [], outside: []),
        "AnalyticsCursesTerminal": Arrows(
            inside: ["AnalyticsTerminalKit", "CAnalyticsCurses"],
            outside: c.union(["Foundation", "Dispatch"])),
        "AnalyticsDashboardCore": Arrows(
            inside: ["AnalyticsTerminalKit", "AnalyticsTesting", "Analytics"], outside: ["Foundation"]),
        "AnalyticsIngestServer": Arrows(
            inside: ["CAnalyticsZlib"], outside: c.union(["Foundation", "Dispatch"])),
        "AnalyticsSampleApp": Arrows(inside: ["Analytics"], outside: ["Foundation"]),
        "AnalyticsDashboard": Arrows(
            inside: [
                "AnalyticsCursesTerminal", "AnalyticsDashboardCore", "AnalyticsIngestServer",
                "AnalyticsSampleApp",
            ],
            outside: c.union(["Foundation", "Dispatch"])),
        "AnalyticsPolicyProbe": Arrows(inside: ["Analytics"], outside: []),
        "AnalyticsVictim": Arrows(inside: ["Analytics"], outside: ["Foundation"]),
        "AnalyticsBenchmarks": Arrows(
            inside: [
                "Analytics", "AnalyticsTesting", "CAnalyticsZlib", "AnalyticsDashboardCore",
                "AnalyticsIngestServer", "AnalyticsTerminalKit",
            ],
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
