import Analytics
import AnalyticsTesting
import Foundation
import Testing

/// The harness reads the folder that its tracker uses, whatever the owner is called.
@Suite("The harness and its tracker use one folder", .timeLimit(.minutes(1)))
struct HarnessFolderTests {
    private static let owners = ["my app/1", "..", "", "büro", "app", String(repeating: "x", count: 300)]

    /// Two folders deep in one of this test's own, so that no owner name, `..` included, leads out of it.
    private let base = FileManager.default.temporaryDirectory
        .appendingPathComponent("analytics-harness-folder-\(UUID().uuidString)")

    private func harness(owner: String) async throws -> AnalyticsHarness {
        let endpoint = try #require(URL(string: "https://events.example.com"))
        var configuration = AnalyticsConfiguration(endpoint: endpoint, appVersion: "1")
        configuration.owner = owner
        configuration.directory = base.appendingPathComponent("outer/inner")
        let clock = ManualClock()
        let server = ScriptedUploader(clock: clock)
        server.otherwise = .unavailable()
        let harness = AnalyticsHarness(
            configuration: configuration,
            world: AnalyticsHarness.World(clock: clock, network: .scripted(server)))
        harness.tracker.setConsent(.granted)
        harness.tracker.track("opened", schemaVersion: 1)
        await harness.settle()
        return harness
    }

    @Test(
        "Segment lines, audit and directory are those of a tracker whose owner name was corrected",
        arguments: owners)
    func readsTheFolderOfTheTracker(owner: String) async throws {
        defer { try? FileManager.default.removeItem(at: base) }
        let harness = try await harness(owner: owner)
        #expect(harness.segmentLines().map(\.lines.count) == [2])
        #expect(FileManager.default.fileExists(atPath: harness.directory.appendingPathComponent("lock").path))
        let audit = harness.audit()
        #expect(audit.linesOnDisk == 1)
        #expect(audit.findings.isEmpty)
    }

    @Test("A torn last line and a deleted folder are those of the tracker", arguments: owners)
    func damagesTheFolderOfTheTracker(owner: String) async throws {
        defer { try? FileManager.default.removeItem(at: base) }
        let harness = try await harness(owner: owner)
        // Before anything is deleted: the folder is one inside the configured directory, and not that or one above.
        let inner = base.appendingPathComponent("outer/inner").standardizedFileURL.path
        try #require(harness.directory.standardizedFileURL.path.hasPrefix(inner + "/"))
        #expect(await harness.relaunch(after: .tearingLastLine) == .asMeant)
        harness.tracker.setConsent(.granted)
        await harness.settle()
        #expect(harness.status.ledger[.corrupt] == 1)
        try harness.deleteDirectory()
        #expect(harness.segmentLines().isEmpty)
    }
}
