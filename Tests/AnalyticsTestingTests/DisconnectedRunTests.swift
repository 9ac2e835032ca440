import Analytics
import AnalyticsTesting
import Foundation
import Testing

/// A crashed tracker can touch nothing, the network included, from before `crash()` has returned.
@Suite(.timeLimit(.minutes(10))) struct DisconnectedRunTests {
    private enum Wire: CaseIterable { case scripted, function }

    private func configuration() throws -> AnalyticsConfiguration {
        let endpoint = try #require(URL(string: "https://events.example.com"))
        var configuration = AnalyticsConfiguration(endpoint: endpoint, appVersion: "1")
        configuration.remoteConfiguration = endpoint.appendingPathComponent("v1/config")
        return configuration
    }

    /// Crashes while the answer to a send is on its way, after which the configuration is asked for.
    @Test(arguments: 0..<300) func aCrashedTrackerNeverAsksForTheRemoteConfiguration(run: Int) async throws {
        let clock = ManualClock()
        let server = ScriptedUploader(clock: clock)
        let harness = AnalyticsHarness(
            configuration: try configuration(),
            world: AnalyticsHarness.World(clock: clock, network: .scripted(server)))
        let remote = try #require(harness.world.remote)
        harness.tracker.setConsent(.granted)
        harness.tracker.track("tap", schemaVersion: 1, properties: [:])
        server.isHeld = true
        _ = await harness.flushAndSettle()
        #expect(server.inFlight == 1)
        server.isHeld = false
        // Here and there, so that the crash meets each step of what follows.
        for _ in 0..<(run % 30) { await Task.yield() }
        harness.crash()
        let (sent, asked) = (server.sent.count, remote.questions.count)
        let dead = harness.tracker
        await harness.settle()
        await harness.advance(by: .seconds(7_200))
        _ = await dead.flush()
        #expect(server.sent.count == sent)
        #expect(remote.questions.count == asked)
        #expect(clock.sleepers == 0)
    }

    @Test(arguments: 0..<100) func aCrashedTrackerSendsNoRequestOverATransport(run: Int) async throws {
        let requests = Locked<[String]>([])
        let harness = AnalyticsHarness(
            configuration: try configuration(),
            world: AnalyticsHarness.World(
                network: .function { request in
                    requests.withLock { $0.append(request.path) }
                    return .init(status: 200, delay: .seconds(1))
                }))
        harness.tracker.setConsent(.granted)
        for _ in 0..<120 { harness.tracker.track("tap", schemaVersion: 1, properties: [:]) }
        _ = await harness.flushAndSettle()
        #expect(requests.withLock(\.count) == 1)
        let advance = Task { await harness.advance(by: .seconds(1)) }
        for _ in 0..<(run % 30) { await Task.yield() }
        harness.crash()
        await advance.value
        await harness.settle()
        // At most one was on its way to the server when the process ended.
        let count = requests.withLock(\.count)
        await harness.advance(by: .seconds(7_200))
        #expect(requests.withLock(\.count) == count)
        #expect(harness.world.clock.sleepers == 0)
    }

    @Test func aCrashedTrackerTakesNoBackgroundTime() async throws {
        let harness = AnalyticsHarness(configuration: try configuration())
        harness.tracker.setConsent(.granted)
        harness.tracker.track("tap", schemaVersion: 1, properties: [:])
        await harness.settle()
        harness.relaunch()
        harness.tracker.setConsent(.granted)
        await harness.settle()
        harness.world.lifecycle.enterBackground()
        await harness.settle()
        #expect(harness.world.lifecycle.assertionsBegun == 1)
        #expect(harness.world.lifecycle.assertionsHeld == 0)
    }

    /// A process that dies before a deletion is dead for the network too: the next batch stays.
    @Test func dyingBeforeADeletionSendsNothingMore() async throws {
        let clock = ManualClock()
        let server = ScriptedUploader(clock: clock)
        let harness = AnalyticsHarness(
            configuration: try configuration(),
            world: AnalyticsHarness.World(clock: clock, network: .scripted(server)))
        harness.tracker.setConsent(.granted)
        for _ in 0..<40 { harness.tracker.track("tap", schemaVersion: 1, properties: [:]) }
        await harness.settle()
        server.otherwise = .unavailable()
        _ = await harness.flushAndSettle()
        for _ in 0..<40 { harness.tracker.track("tap", schemaVersion: 1, properties: [:]) }
        await harness.settle()
        server.otherwise = .accepted
        await harness.advance(by: .seconds(30))
        #expect(await harness.relaunch(after: .beforeDeleting) == .betweenTwoLines)
        #expect(server.sent.map(\.eventIDs.count) == [40, 40, 40])
    }
}
