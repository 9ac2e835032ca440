import Analytics
import AnalyticsIngestServer
import AnalyticsTesting
import Foundation
import Testing

private struct Tap: AnalyticsEvent {
    static let name = "tap"
    static let schemaVersion = 1
    var properties: [String: PropertyValue] { ["element": "buy", "price": 3.0] }
}

/// Real files, the real uploader, real sockets on loopback.
@Suite(.timeLimit(.minutes(10))) struct LoopbackTests {
    private struct Rig {
        let server = IngestServer()
        let harness: AnalyticsHarness

        init() throws {
            setenv("no_proxy", "127.0.0.1", 1)
            let endpoint = try server.start()
            let clock = ManualClock(
                start: Date())
            harness = AnalyticsHarness(
                configuration: AnalyticsConfiguration(endpoint: endpoint, appVersion: "1"),
                world: AnalyticsHarness.World(clock: clock, network: .real))
            harness.tracker.setConsent(.granted)
        }

        func expectBalance(_ place: SourceLocation = #_sourceLocation) {
            let snapshot = server.collector.snapshot
            let collected = LedgerAudit.Collected(unique: snapshot.unique, duplicates: snapshot.duplicates)
            #expect(harness.audit(collected: collected).findings.isEmpty, sourceLocation: place)
            #expect(snapshot.missing == 0, sourceLocation: place)
            #expect(snapshot.problems.isEmpty, sourceLocation: place)
        }
    }

    @Test func anEventArrivesOnceAndTheBooksOfBothSidesAgree() async throws {
        let rig = try Rig()
        defer { rig.server.stop() }
        for _ in 0..<120 { rig.harness.tracker.track(Tap()) }
        let outcome = await rig.harness.tracker.flush()
        #expect(outcome == FlushOutcome(sent: 120, stoppedBy: .nothingLeft))
        let events = rig.server.collector.events
        #expect(events.map(\.seq) == Array(1...120))
        #expect(events.first?.props["price"] == .double(3.0))
        rig.expectBalance()
    }

    @Test func afterAnOutageEverythingArrivesOnceAndInOrder() async throws {
        let rig = try Rig()
        defer { rig.server.stop() }
        rig.server.fault = try #require(Fault("503"))
        for _ in 0..<160 { rig.harness.tracker.track(Tap()) }
        await rig.harness.tracker.flush()
        await rig.harness.advance(by: .seconds(300))
        #expect(rig.harness.status.ledger[.waiting] == 160)
        rig.server.fault = .ok
        await rig.harness.advance(by: .seconds(1_800))
        #expect(rig.server.collector.events.map(\.seq) == Array(1...160))
        #expect(rig.server.collector.snapshot.duplicates == 0)
        rig.expectBalance()
    }

    @Test func anAnswerLostAfterStoringMakesADuplicateAndNoSecondEvent() async throws {
        let rig = try Rig()
        defer { rig.server.stop() }
        rig.server.collector.setFault(.storedThenLost, forNext: 1)
        rig.harness.tracker.track(Tap())
        let outcome = await rig.harness.tracker.flush()
        #expect(outcome.sent == 0)
        await rig.harness.advance(by: .seconds(30))
        await rig.harness.settle()
        let snapshot = rig.server.collector.snapshot
        #expect(snapshot.unique == 1)
        #expect(snapshot.duplicates == 1)
        #expect(rig.harness.status.ledger[.delivered] == 1)
        rig.expectBalance()
    }

    @Test(arguments: ["redirect", "portal", "reset", "503", "cut", "huge", "429:1"])
    func anAnswerThatIsNoAcceptanceLosesNothing(word: String) async throws {
        let rig = try Rig()
        defer { rig.server.stop() }
        rig.server.fault = try #require(Fault(word))
        rig.harness.tracker.track(Tap())
        let outcome = await rig.harness.tracker.flush()
        #expect(outcome.sent == 0)
        #expect(rig.harness.status.ledger[.waiting] == 1)
        #expect(rig.server.collector.snapshot.redirectsFollowed == 0)
        rig.server.fault = .ok
        await rig.harness.advance(by: .seconds(60))
        await rig.harness.settle()
        #expect(rig.harness.status.ledger[.delivered] == 1)
        #expect(rig.server.collector.snapshot.unique == 1)
    }

    @Test func aSecondTrackerOnTheSameFolderWaitsAndTakesOver() async throws {
        let server = IngestServer()
        let endpoint = try server.start()
        defer { server.stop() }
        var configuration = AnalyticsConfiguration(endpoint: endpoint, appVersion: "1")
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "shared-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        configuration.directory = folder
        let first = AnalyticsHarness(configuration: configuration)
        first.tracker.setConsent(.granted)
        first.tracker.track(Tap())
        await first.settle()
        let second = AnalyticsHarness(configuration: configuration)
        second.tracker.setConsent(.granted)
        second.tracker.track(Tap())
        await second.settle()
        #expect(second.status.problems.map(\.kind) == [.directoryInUse])
        #expect(second.status.buffer.depth == 1)
        first.crash()
        await second.advance(by: .seconds(2))
        #expect(second.status.problems.isEmpty)
        #expect(second.status.ledger[.waiting] == 2)
        #expect(second.audit().findings.isEmpty)
    }
}
