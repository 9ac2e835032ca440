import Analytics
import AnalyticsTesting
import Foundation
import Testing

private struct Bought: AnalyticsEvent {
    static let name = "bought"
    static let schemaVersion = 2
    var price: Double
    var properties: [String: PropertyValue] { ["price": .double(price)] }
}

/// What a host's own tests do with the harness, with public API only.
@Suite(.timeLimit(.minutes(10))) struct HostTests {
    private func harness(_ change: (inout AnalyticsHarness.World) -> Void = { _ in }) throws
        -> (AnalyticsHarness, ScriptedUploader)
    {
        let endpoint = try #require(URL(string: "https://events.example.com"))
        let clock = ManualClock()
        let server = ScriptedUploader(clock: clock)
        var world = AnalyticsHarness.World(clock: clock, network: .scripted(server))
        change(&world)
        let configuration = AnalyticsConfiguration(endpoint: endpoint, appVersion: "1")
        return (AnalyticsHarness(configuration: configuration, world: world), server)
    }

    @Test(arguments: [false, true])
    func anEventIsSentAMinuteLaterWhereverTheQueueIsKept(inMemory: Bool) async throws {
        let (harness, server) = try harness { $0.keepsQueueInMemory = inMemory }
        harness.tracker.setConsent(.granted)
        harness.tracker.track(Bought(price: 3))
        await harness.settle()
        #expect(harness.status.ledger[.waiting] == 1)
        #expect(FileManager.default.fileExists(atPath: harness.directory.path) != inMemory)
        await harness.advance(by: .seconds(60))
        #expect(server.sent.map(\.names) == [["bought"]])
        #expect(harness.audit().isBalanced)
    }

    @Test func theSameSeedGivesTheSameRun() async throws {
        var runs: [[ScriptedUploader.Sent]] = []
        for _ in 0..<2 {
            let (harness, server) = try harness { $0.seed = 7 }
            server.script([.unavailable(), .unavailable()])
            harness.tracker.setConsent(.granted)
            for _ in 0..<60 { harness.tracker.track(Bought(price: 1)) }
            await harness.advance(by: .seconds(600))
            runs.append(server.sent)
        }
        #expect(runs[0].count > 3)
        #expect(runs[0] == runs[1])
    }

    @Test func aCrashedTrackerTouchesNothingAndTheNextGoesOn() async throws {
        let (harness, server) = try harness()
        harness.tracker.setConsent(.granted)
        harness.tracker.track(Bought(price: 1))
        await harness.settle()
        let dead = harness.tracker
        harness.relaunch()
        harness.tracker.setConsent(.granted)
        await harness.settle()
        dead.track(Bought(price: 2))
        dead.setConsent(.denied)
        #expect(await dead.flush().stoppedBy == .shutDown)
        #expect(harness.lives == 2)
        await harness.advance(by: .seconds(10))
        #expect(server.sent.map(\.eventIDs.count) == [1])
        #expect(harness.audit().isBalanced)
    }

    @Test func theFolderGoesWithTheHarness() async throws {
        var folder: String?
        do {
            let (harness, _) = try harness()
            harness.tracker.setConsent(.granted)
            harness.tracker.track(Bought(price: 1))
            await harness.settle()
            folder = harness.directory.deletingLastPathComponent().path
            #expect(FileManager.default.fileExists(atPath: try #require(folder)))
        }
        #expect(!FileManager.default.fileExists(atPath: try #require(folder)))
    }
}
