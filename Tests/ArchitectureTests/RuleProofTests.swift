import Testing

/// A fence that never fails proves nothing: every rule is fed sources that break it, and sources that come close.
@Suite("Every rule is seen to bite")
struct RuleProofTests {
    private func source(_ rule: Rule, _ code: String) -> SourceFile {
        let folder = rule.folders[0]
        return SourceFile(path: "\(folder)Sample.swift", text: "// A sample.\n\n\(code)\n\nlet end = 0\n")
    }

    @Test("A broken source is reported with its line", arguments: Rule.all)
    func broken(_ rule: Rule) {
        for code in rule.broken {
            let breaches = rule.breaches(in: source(rule, code))
            #expect(breaches.map(\.line) == [3], "\(code)")
            #expect(
                breaches.allSatisfy { $0.description.contains("Sample.swift:3: \(rule.name)") }, "\(code)")
        }
        #expect(!rule.broken.isEmpty)
    }

    @Test("A clean source passes", arguments: Rule.all)
    func clean(_ rule: Rule) {
        for code in rule.clean {
            #expect(rule.breaches(in: source(rule, code)).isEmpty, "\(code)")
        }
        #expect(!rule.clean.isEmpty)
    }

    @Test("What breaks a rule in code is harmless in a comment or a string", arguments: Rule.all)
    func quoted(_ rule: Rule) {
        for code in rule.broken where !code.contains("\"") {
            for quoted in [
                "/// \(code)", "/* \(code)\n*/", "let text = \"\(code)\"", "let text = #\"\(code)\"#",
            ] {
                #expect(rule.breaches(in: source(rule, quoted)).isEmpty, "\(quoted)")
            }
        }
    }

    @Test("A rule leaves other folders alone", arguments: Rule.all)
    func elsewhere(_ rule: Rule) {
        for code in rule.broken {
            #expect(
                rule.breaches(in: SourceFile(path: "Elsewhere/Sample.swift", text: code)).isEmpty, "\(code)")
        }
    }

    @Test(
        "An import against the arrows is reported with its line",
        arguments: [
            ("Sources/Analytics/IO/A.swift", "import AnalyticsTesting"),
            ("Sources/AnalyticsTerminalKit/A.swift", "public import Dispatch"),
            ("Sources/AnalyticsDashboardCore/A.swift", "import struct AnalyticsIngestServer.Arrival"),
            ("Sources/AnalyticsDashboardCore/A.swift", "import CAnalyticsZlib"),
            ("Sources/AnalyticsCursesTerminal/A.swift", "@preconcurrency import AnalyticsDashboardCore"),
            ("Demo/AnalyticsSampleApp/A.swift", "import AnalyticsDashboardCore"),
            ("Demo/AnalyticsIngestServer/A.swift", "@_implementationOnly import Analytics"),
        ])
    func arrow(path: String, code: String) {
        let breaches = Arrows.breaches(in: SourceFile(path: path, text: "// One.\n// Two.\n\(code)\n"))
        #expect(breaches.map(\.line) == [3])
    }

    @Test(
        "An import along the arrows passes",
        arguments: [
            ("Sources/Analytics/IO/A.swift", "internal import CAnalyticsZlib"),
            ("Sources/AnalyticsDashboardCore/A.swift", "import Analytics\nimport struct Foundation.Date"),
            ("Demo/AnalyticsDashboard/A.swift", "import AnalyticsDashboardCore // import Analytics"),
            ("Tests/EndToEndTests/A.swift", "import AnalyticsIngestServer"),
        ])
    func alongArrow(path: String, code: String) {
        #expect(Arrows.breaches(in: SourceFile(path: path, text: code)).isEmpty)
    }

    @Test("A folder that is no target of the design is reported")
    func unknownTarget() {
        #expect(Arrows.breaches(in: SourceFile(path: "Sources/Helpers/A.swift", text: "")).map(\.line) == [1])
    }

    @Test("A manifest with another arrow is told apart")
    func manifestArrow() {
        let manifest = """
            .target(name: "A"), .target(name: "B", dependencies: ["A", "C"], path: "B"),
            .testTarget(name: "T", dependencies: ["B"])
            """
        #expect(Arrows.stated(in: manifest) == ["A": [], "B": ["A", "C"]])
    }

    @Test("The limit on a file's length is met at its last line", arguments: [(350, nil), (351, 351)])
    func length(lines: Int, breach: Int?) {
        let file = SourceFile(path: "Demo/run", text: String(repeating: "x\n", count: lines))
        #expect(Repository.tooLong(file)?.line == breach)
    }
}
