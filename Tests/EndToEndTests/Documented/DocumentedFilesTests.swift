import Analytics
import AnalyticsTesting
import Foundation
import Testing

/// The files that the documentation shows are those that the tracker reads and writes.
@Suite("Documented files", .timeLimit(.minutes(10)))
struct DocumentedFilesTests {
    private let article: Article
    private let server: ScriptedUploader
    private let clock: ManualClock
    private let directory = FileManager.default.temporaryDirectory
        .appendingPathComponent("documented-\(UUID().uuidString)")

    init() throws {
        article = try Article("WireAndFileFormats")
        // Moments after the last event of the sample.
        clock = ManualClock(start: Date(timeIntervalSince1970: 1_786_525_200))
        server = ScriptedUploader(clock: clock)
    }

    private func harness() throws -> AnalyticsHarness {
        let endpoint = try #require(URL(string: "https://events.example.com"))
        var configuration = AnalyticsConfiguration(endpoint: endpoint, appVersion: "4.2")
        configuration.directory = directory
        return AnalyticsHarness(
            configuration: configuration,
            world: AnalyticsHarness.World(clock: clock, network: .scripted(server)))
    }

    private func remove() { try? FileManager.default.removeItem(at: directory) }

    @Test("An earlier launch that left them is gone on with")
    func reading() async throws {
        defer { remove() }
        let folder = directory.appendingPathComponent("app")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (name, sample) in [("00000041.jsonl", "segment"), ("state.json", "state")] {
            try Data(article.sample(sample).utf8).write(to: folder.appendingPathComponent(name))
        }
        let harness = try harness()
        harness.tracker.setConsent(.granted)
        await harness.settle()
        #expect(harness.status.nextSequence == 1_044)
        #expect(harness.status.session?.id == "s_7d21c09be4f3")
        #expect(harness.status.flush.backoff?.failures == 1)

        await harness.advance(by: .seconds(60))
        let sent = try #require(server.sent.first)
        #expect(server.sent.count == 1)
        #expect(sent.batchID == "4f1c9a02b7d3e865-41")
        #expect(sent.names == ["checkout_step", "checkout_paid"])
        #expect(sent.users == [nil, "a-17"])
        #expect(harness.status.ledger[.delivered] == 2)
        #expect(harness.audit().findings.isEmpty)
    }

    @Test("What is written has the same fields")
    func writing() async throws {
        defer { remove() }
        let harness = try harness()
        harness.tracker.setConsent(.granted)
        harness.tracker.track("checkout_step", schemaVersion: 2, properties: ["step": 2, "is_last": false])
        harness.tracker.identify(userID: "a-17")
        harness.tracker.track("checkout_paid", schemaVersion: 1, properties: ["price": 3.0])
        await harness.settle()

        let sample = try article.sample("segment").split(separator: "\n")
        let segment = try #require(harness.segmentLines().first)
        #expect(segment.name == "00000001.jsonl")
        #expect(segment.lines.count == sample.count)
        for (written, shown) in zip(segment.lines, sample) {
            #expect(try Article.object(written).paths() == Article.object(shown).paths())
        }
        let file = harness.directory.appendingPathComponent("state.json")
        let state = try Article.object(String(contentsOf: file, encoding: .utf8)).paths()
        #expect(state.isSubset(of: try article.object("state").paths()))
        #expect(state.isSuperset(of: ["format", "grantID", "installID", "nextSegment", "nextSequence"]))
    }
}
