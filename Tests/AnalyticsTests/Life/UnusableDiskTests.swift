import Analytics
import AnalyticsTesting
import Foundation
import Testing

/// A disk that cannot be used from the first moment on: asked again, and not all day long.
@Suite(.timeLimit(.minutes(10))) struct UnusableDiskTests {
    private func harness(_ fault: FaultyFiles.Fault) throws -> AnalyticsHarness {
        let endpoint = try #require(URL(string: "http://127.0.0.1:9"))
        let harness = AnalyticsHarness(
            configuration: AnalyticsConfiguration(endpoint: endpoint, appVersion: "1"))
        harness.world.files.fault = fault
        return harness
    }

    @Test(arguments: [FaultyFiles.Fault.readOnly, .unreadable])
    func isAskedOnceAMinuteAtMostAndHasEverythingWithinAMinuteOnceItWorks(fault: FaultyFiles.Fault)
        async throws
    {
        let harness = try harness(fault)
        harness.tracker.setConsent(.granted)
        harness.tracker.track("tap", schemaVersion: 1)
        await harness.advance(by: .seconds(600))
        let before = harness.world.files.calls
        await harness.advance(by: .seconds(3_600))
        #expect(harness.world.files.calls - before <= 60 * 6)
        #expect(harness.status.ledger[.buffered] == 1)
        harness.world.files.fault = .none
        await harness.advance(by: .seconds(61))
        #expect(harness.status.ledger[.buffered] == 0)
        #expect(harness.status.kept >= 1)
    }

    @Test func thatIsUnlockedSoonIsTakenWithinASecond() async throws {
        let harness = try harness(.unreadable)
        harness.tracker.setConsent(.granted)
        harness.tracker.track("tap", schemaVersion: 1)
        await harness.advance(by: .seconds(5))
        harness.world.files.fault = .none
        await harness.advance(by: .seconds(1))
        #expect(harness.status.ledger[.waiting] == 1)
    }

    @Test func thatIsLockedAtARelaunchLeavesBooksThatCannotBeComparedAndAreNotWrong() async throws {
        let harness = try harness(.none)
        harness.tracker.setConsent(.granted)
        for _ in 0..<5 { harness.tracker.track("tap", schemaVersion: 1) }
        await harness.settle()
        harness.world.files.fault = .unreadable
        harness.relaunch()
        harness.tracker.setConsent(.granted)
        await harness.settle()
        #expect(harness.audit().findings.isEmpty)
        #expect(!harness.audit().comparesFiles)
        harness.tracker.setConsent(.denied)
        await harness.settle()
        #expect(harness.audit().findings == ["consent is denied, and still on disk: 5 events"])
        harness.world.files.fault = .none
        await harness.advance(by: .seconds(60))
        #expect(harness.audit().findings.isEmpty)
        #expect(harness.audit().comparesFiles)
    }

    @Test func inTheBackgroundTheGateIsNamedThoughNothingWaits() async throws {
        let harness = try harness(.none)
        harness.tracker.setConsent(.granted)
        harness.world.lifecycle.enterBackground()
        await harness.settle()
        #expect(harness.status.flush.gates == [.background(isTimeOver: false)])
        harness.world.lifecycle.enterForeground()
        await harness.settle()
        #expect(harness.status.flush.gates.isEmpty)
    }
}
