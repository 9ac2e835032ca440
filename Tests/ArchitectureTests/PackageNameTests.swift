import Testing

/// A host can have targets and types of any everyday name beside this package.
@Suite("Names are unique in a host's package graph")
struct PackageNameTests {
    @Test("Every target that is not a test carries this package's prefix")
    func everyTargetCarriesThePrefix() throws {
        let manifest = try Repository.file("Package.swift").text
        #expect(Arrows.stated(in: manifest).count > 5)
        #expect(PackageNames.unprefixedTargets(in: manifest) == [])
    }

    @Test("A target without the prefix is found, one of tests is not")
    func aTargetWithoutThePrefixIsFound() {
        let manifest = """
            .target(name: "Analytics"), .target(name: "CAnalyticsZlib"), .target(name: "TerminalKit"),
            .executableTarget(name: "Victim", dependencies: ["Analytics"]), .testTarget(name: "EndToEndTests")
            """
        #expect(PackageNames.unprefixedTargets(in: manifest) == ["TerminalKit", "Victim"])
    }

    @Test("No public name at top level is an everyday one", arguments: ["Analytics", "AnalyticsTesting"])
    func noPublicTopLevelNameIsEveryday(module: String) throws {
        let names = PackageNames.topLevel(inAPI: try Repository.file("Tests/API/\(module).txt").text)
        #expect(names.count > 5)
        #expect(names.filter(PackageNames.isEveryday) == [])
    }

    @Test("An everyday name at top level is found, a nested one is not")
    func anEverydayTopLevelNameIsFound() {
        let text = """
            Account  enum Account
            Audit: Sendable
            Consent  enum Consent
            HTTPClient  struct HTTPClient
            JournalEntry  struct JournalEntry
            Ledger.Account  enum Account
            NetworkCondition  enum NetworkCondition
            makeTracker()  func makeTracker()
            report()  func report()
            """
        let names = PackageNames.topLevel(inAPI: text)
        #expect(
            names == [
                "Account", "Consent", "HTTPClient", "JournalEntry", "NetworkCondition", "makeTracker",
                "report",
            ])
        #expect(
            names.filter(PackageNames.isEveryday) == ["Account", "HTTPClient", "NetworkCondition", "report"])
    }
}
