import Analytics
import AnalyticsTesting
import Foundation
import Testing

/// Events are recorded for a destination, and never sent to another.
@Suite(.timeLimit(.minutes(1))) struct DestinationTests {
    private static let first = "https://a.example.com"

    /// Launches of one app in one folder, each with a separate configuration and one server for all.
    private final class Launches {
        let clock = ManualClock()
        let server: ScriptedUploader
        let folder = TemporaryFolder()

        init() { server = ScriptedUploader(clock: clock) }

        func launch(
            _ address: String, key: String? = nil, takesOver: [AnalyticsConfiguration.Destination] = []
        ) async throws -> AnalyticsHarness {
            let endpoint = try #require(URL(string: address))
            var configuration = AnalyticsConfiguration(endpoint: endpoint, appVersion: "1")
            configuration.writeKey = key.map(WriteKey.bearer)
            configuration.takesOver = takesOver
            configuration.directory = URL(fileURLWithPath: folder.path)
            var world = AnalyticsHarness.World(clock: clock, network: .scripted(server))
            world.seed = UInt64.random(in: 1...9_999)
            let harness = AnalyticsHarness(configuration: configuration, world: world)
            harness.tracker.setConsent(.granted)
            await harness.settle()
            return harness
        }

        /// A launch that leaves three events behind.
        func leave(_ address: String, key: String? = nil) async throws {
            let harness = try await launch(address, key: key)
            for _ in 0..<3 { harness.tracker.track(Step()) }
            await harness.settle()
            harness.crash()
        }
    }

    @Test(arguments: [
        ("https://b.example.com", nil), ("http://127.0.0.1:80", nil), ("https://a.example.com:444", nil),
        ("https://a.example.com/v2", nil), (first, "another"),
    ])
    func leftoversOfAnotherDestinationAreNeverSent(address: String, key: String?) async throws {
        let launches = Launches()
        try await launches.leave(Self.first)
        let harness = try await launches.launch(address, key: key)
        harness.tracker.track(Step())
        await harness.tracker.flush()
        await harness.advance(by: .seconds(3_600))
        #expect(launches.server.sent.flatMap(\.eventIDs).count == 1)
        #expect(harness.status.otherDestinations.events == 3 && harness.status.otherDestinations.bytes > 0)
        #expect(harness.status.ledger[.waiting] == 0 && harness.audit().findings.isEmpty)
        // Their own destination's next launch still sends them.
        harness.crash()
        let back = try await launches.launch(Self.first)
        await back.tracker.flush()
        #expect(launches.server.sent.flatMap(\.eventIDs).count == 4)
    }

    @Test(arguments: [
        "https://A.Example.com", "https://a.example.com/", "https://a.example.com:443",
        "HTTPS://a.example.com//",
    ])
    func theSameDestinationWrittenDifferentlySendsItsLeftovers(address: String) async throws {
        let launches = Launches()
        try await launches.leave(Self.first)
        let harness = try await launches.launch(address)
        await harness.tracker.flush()
        #expect(launches.server.sent.flatMap(\.eventIDs).count == 3)
    }

    @Test func allPortsOfALoopbackAddressAreOneDestination() async throws {
        let launches = Launches()
        try await launches.leave("http://127.0.0.1:8080")
        let harness = try await launches.launch("http://127.0.0.1:49152")
        await harness.tracker.flush()
        #expect(launches.server.sent.flatMap(\.eventIDs).count == 3)
    }

    @Test func afterAWrongKeyTheRightOneDeliversWhatItTakesOver() async throws {
        let launches = Launches()
        try await launches.leave(Self.first, key: "wrong")
        let endpoint = try #require(URL(string: Self.first))
        let wrong = AnalyticsConfiguration.Destination(endpoint: endpoint, writeKey: .bearer("wrong"))
        let harness = try await launches.launch(Self.first, key: "right", takesOver: [wrong])
        harness.tracker.track(Step())
        await harness.tracker.flush()
        #expect(launches.server.sent.flatMap(\.eventIDs).count == 4)
        #expect(harness.status.otherDestinations.events == 0 && harness.audit().findings.isEmpty)
    }

    @Test func aDenialErasesEventsOfOtherDestinationsToo() async throws {
        let launches = Launches()
        try await launches.leave(Self.first)
        let harness = try await launches.launch("https://b.example.com")
        harness.tracker.setConsent(.denied)
        await harness.settle()
        #expect(harness.segmentLines().isEmpty)
        #expect(harness.status.ledger[.erased] == 3 && harness.status.otherDestinations.events == 0)
        #expect(harness.audit().findings.isEmpty)
        harness.crash()
        let back = try await launches.launch(Self.first)
        await back.tracker.flush()
        #expect(launches.server.sent.isEmpty)
    }

    @Test func eventsOfOtherDestinationsExpireAndAreCounted() async throws {
        let launches = Launches()
        try await launches.leave(Self.first)
        let harness = try await launches.launch("https://b.example.com")
        await harness.advance(by: .seconds(8 * 86_400))
        harness.tracker.track(Step())
        await harness.settle()
        #expect(harness.status.ledger[.expired] == 3 && harness.status.otherDestinations.events == 0)
        #expect(harness.audit().findings.isEmpty)
    }

    @Test func aBackoffOfOneServerDoesNotHoldUpAnother() async throws {
        let launches = Launches()
        launches.server.script([.unavailable(retryAfter: .seconds(3_600))])
        let harness = try await launches.launch(Self.first)
        harness.tracker.track(Step())
        await harness.tracker.flush()
        harness.crash()
        let other = try await launches.launch("https://b.example.com")
        other.tracker.track(Step())
        #expect(await other.tracker.flush().sent == 1)
    }

    /// A segment and a state as the first release wrote them: no destination, a backoff without an end.
    @Test func filesOfAnEarlyVersionBelongToTheTrackerThatOpensThem() async throws {
        let launches = Launches()
        let app = URL(fileURLWithPath: launches.folder.path).appendingPathComponent("app")
        try FileManager.default.createDirectory(at: app, withIntermediateDirectories: true)
        let samples = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Samples/FirstRelease")
        for name in ["00000041.jsonl", "state.json"] {
            try FileManager.default.copyItem(
                at: samples.appendingPathComponent(name), to: app.appendingPathComponent(name))
        }
        await launches.clock.advance(by: .seconds(1_786_525_200 - 1_767_225_600))
        let harness = try await launches.launch(Self.first)
        #expect(harness.status.nextSequence == 1_044)
        #expect(harness.status.flush.backoff?.failures == 1)
        await harness.advance(by: .seconds(60))
        #expect(launches.server.sent.first?.names == ["checkout_step", "checkout_paid"])
        #expect(harness.status.ledger[.delivered] == 2 && harness.audit().findings.isEmpty)
    }
}

/// Where a tracker's files are.
@Suite struct OwnerFolderTests {
    /// Of a tracker that is made and never used: it creates nothing.
    private func directory(owner: String = "app", in folder: URL? = nil) throws -> String {
        let endpoint = try #require(URL(string: "https://a.example.com"))
        var configuration = AnalyticsConfiguration(endpoint: endpoint, appVersion: "1")
        configuration.owner = owner
        configuration.directory = folder
        return AnalyticsTracker(configuration: configuration).directory
    }

    @Test func twoProgramsOfOneUserShareNoFolder() throws {
        let parts = try directory().split(separator: "/").suffix(3)
        #expect(parts.last == "app" && parts.dropLast().last == "analytics")
        #expect(parts.first.map(String.init) == ProcessInfo.processInfo.processName)
    }

    @Test func ownerNamesThatLookAlikeOnDiskAreToldApart() throws {
        let folder = URL(fileURLWithPath: "/data")
        let names = ["app", "a/b", "a b", "a_b", "", ".", "..", "é", "è", String(repeating: "x", count: 101)]
        let folders = try names.map { try directory(owner: $0, in: folder) }
        #expect(Set(folders).count == names.count)
        #expect(folders.allSatisfy { $0.hasPrefix("/data/") && $0.dropFirst(6).allSatisfy { $0 != "/" } })
        #expect(try directory(owner: "my-widget_2.0", in: folder) == "/data/my-widget_2.0")
    }
}
