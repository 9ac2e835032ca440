import Testing

/// Fences of the dashboard's layers and of the whole package.
extension Rule {
    private static let everything = ["Sources/", "Demo/", "Tests/", "Package.swift"]
    private static let files =
        #"\bFile(Manager|Handle|Wrapper)\b|(?<!func )(?<![\w.])(fopen|open|opendir)\((?!\))"#
    private static let network =
        #"\bURLSession\w*|\bURLRequest\b|\bFoundationNetworking\b|\bNWConnection\b|(?<!func )(?<![\w.])socket\("#
    private static let curses =
        #"\b(CAnalyticsCurses|AnalyticsCursesTerminal)\b|\b(initscr|newterm|endwin|doupdate|wget_wch|stdscr)\b|\bimport\s+ncurses"#

    static let layerRules: [Rule] = [
        Rule(
            name: "AnalyticsTerminalKit names files, the network or ncurses",
            folders: ["Sources/AnalyticsTerminalKit/"],
            banned: [files, network, curses],
            broken: ["FileManager.default", "URLSession.shared", "import CAnalyticsCurses", "newterm(nil)"],
            clean: ["canvas.open(cell)", "let curses = 0", "import struct Foundation.CharacterSet"]),
        Rule(
            name: "AnalyticsDashboardCore names files, sockets or ncurses",
            folders: ["Sources/AnalyticsDashboardCore/"],
            banned: [files, network, curses, #"\bimport\s+(Glibc|Musl|Darwin|Network)\b"#],
            broken: [
                "FileHandle.standardError", "socket(1, 2, 0)", "import AnalyticsCursesTerminal",
                "import Glibc",
            ],
            clean: ["effects.open(pane)", "import AnalyticsTesting", "let socketFault = 1"]),
    ]

    static let packageRules: [Rule] = [
        Rule(
            name: "the SDK can trap",
            folders: ["Sources/Analytics/"],
            banned: [
                #"\btry!"#, #"\bas!"#,
                #"(?<![\w.])(fatalError|preconditionFailure|precondition|assertionFailure|assert)\("#,
            ],
            broken: [
                "try! decode()", "fatalError()", "precondition(n > 0)", "x as! Int", "preconditionFailure()",
            ],
            clean: ["try? decode()", "x as? Int", "board.precondition(1)", "func assertion(n: Int) {}"]),
        Rule(
            name: "the SDK unwraps by force",
            folders: ["Sources/Analytics/"],
            banned: [#"(?<!\btry)(?<!\bas)[\w)\]}>?`]!(?!=)"#],
            broken: ["names.first!", "find()!.name", "list[0]! == 1", "var name: String!"],
            clean: ["a != b", "!isEmpty", "if a!=b {}", "(!a)", "a !== b"]),
        Rule(
            name: "the SDK turns off concurrency checks",
            folders: ["Sources/Analytics/"],
            banned: [#"@unchecked\s+Sendable"#, #"\bnonisolated\(unsafe\)"#, #"@preconcurrency\b"#],
            exempting: #"\bfinal\s+class\s+Locked\b"#,
            broken: ["final class Box: @unchecked Sendable {}", "nonisolated(unsafe) var n = 0"],
            clean: ["final class Box: Sendable {}", "final class Locked<Value>: @unchecked Sendable {}"]),
        Rule(
            name: "the package opens its insides",
            folders: everything,
            banned: [#"\bopen[ \t]+(class|func|var)\b"#, #"@_spi\b"#, #"@testable\b"#, #"@_exported\b"#],
            broken: ["open class A {}", "@_spi(Debug) public func f()", "@testable import Analytics"],
            clean: ["public final class A {}", "case open\nvar n = 0", "segment.open", "let testable = 1"]),
    ]

    static let all = coreRules + layerRules + packageRules
}
