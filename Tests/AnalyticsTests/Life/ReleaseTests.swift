import Analytics
import AnalyticsTesting
import Foundation
import Testing

/// A host that lets go of its tracker, whatever that is doing.
@Suite(.timeLimit(.minutes(10))) struct ReleaseTests {
    /// What outlives the tracker: its folder, the server, the clock.
    private final class Surroundings: Sendable {
        let clock = ManualClock()
        let server: ScriptedUploader
        let directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("release-\(UUID().uuidString)")

        init() { server = ScriptedUploader(clock: clock) }

        deinit {
            // A leftover in the temporary directory is the system's to clear away.
            try? FileManager.default.removeItem(at: directory)
        }

        func launch() throws -> AnalyticsTracker {
            let endpoint = try #require(URL(string: "http://127.0.0.1:9"))
            var configuration = AnalyticsConfiguration(endpoint: endpoint, appVersion: "1")
            configuration.directory = directory
            let tracker = AnalyticsTracker(
                configuration: configuration,
                environment: TrackerEnvironment(
                    clock: clock, random: SystemRandom(), files: PosixFiles(),
                    transport: SystemTransport(), uploader: server,
                    lifecycle: ManualLifecycleMonitor(clock: clock),
                    conditions: ManualConditions(clock: clock), work: clock.work))
            tracker.setConsent(.granted)
            return tracker
        }

        /// A tracker that has the folder: the one before lets go of it a moment after its own end.
        func relaunch() async throws -> AnalyticsTracker {
            let tracker = try launch()
            while tracker.status.installID == nil { await clock.advance(by: .seconds(1)) }
            return tracker
        }
    }

    @Test(arguments: 0..<20)
    func releasedMidSendItGivesTheRequestUpAndKeepsTheEvents(round: Int) async throws {
        let around = Surroundings()
        around.server.isHeld = true
        var tracker: AnalyticsTracker? = try around.launch()
        for number in 0..<10 { tracker?.track(Step(number: number)) }
        await around.clock.work.untilIdle()
        await around.clock.advance(by: .seconds(60))
        #expect(around.server.inFlight == 1)
        weak let released = tracker
        tracker = nil
        #expect(released == nil)
        while around.server.inFlight > 0 { await Task.yield() }

        around.server.isHeld = false
        let next = try await around.relaunch()
        #expect(await next.flush().sent == 10)
        #expect(next.status.ledger.isBalanced)
        let sent = around.server.sent
        #expect(Set(sent.map(\.batchID)).count == 1)
        #expect(Set(sent.flatMap(\.eventIDs)).count == 10)
    }

    @Test(arguments: 0..<20)
    func releasedWithWorkOnEveryThreadItLosesNothingThatWasOnDisk(round: Int) async throws {
        let around = Surroundings()
        try await useFromEverywhere(around.launch())
        let next = try await around.relaunch()
        next.track(Step())
        await next.flush()
        let status = next.status
        #expect(status.ledger.isBalanced)
        #expect(status.ledger[.waiting] == 0)
        #expect(status.ledger[.delivered] == status.ledger.recovered + 1)
        #expect(around.server.mostInFlight == 1)
    }

    /// Whichever task ends last lets go of it.
    private func useFromEverywhere(_ tracker: AnalyticsTracker) async {
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<3 {
                group.addTask { for number in 0..<60 { tracker.track(Step(number: number)) } }
            }
            group.addTask { await tracker.flush() }
            group.addTask { for _ in 0..<20 { #expect(tracker.status.ledger.isBalanced) } }
            group.addTask { for consent in [Consent.unknown, .granted] { tracker.setConsent(consent) } }
        }
    }
}
