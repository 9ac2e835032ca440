import Testing

/// The package as it stands keeps every fence.
@Suite("The sources keep their fences")
struct FenceTests {
    /// One issue for each breach, placed at the line that breaks the rule.
    private func expectNone(_ breaches: [Breach]) {
        for breach in breaches {
            Issue.record(
                "\(breach)",
                sourceLocation: SourceLocation(
                    fileID: breach.path.contains("/") ? breach.path : "./\(breach.path)",
                    filePath: Repository.root.appending(path: breach.path).path, line: breach.line, column: 1)
            )
        }
    }

    @Test("No source breaks a rule", arguments: Rule.all)
    func rule(_ rule: Rule) throws {
        let sources = try Repository.sources()
        #expect(sources.contains { file in rule.folders.contains(where: file.path.hasPrefix) })
        expectNone(sources.flatMap(rule.breaches))
    }

    @Test("Imports follow the arrows of the design")
    func imports() throws {
        expectNone(try Repository.sources().flatMap(Arrows.breaches))
    }

    @Test("The manifest states the same arrows")
    func manifest() throws {
        let stated = Arrows.stated(in: try Repository.file("Package.swift").text)
        #expect(stated == Arrows.table.mapValues(\.inside))
    }

    @Test("No file holds two ideas: none is longer than the limit")
    func lengths() throws {
        expectNone(try Repository.sources().compactMap(Repository.tooLong))
    }
}
