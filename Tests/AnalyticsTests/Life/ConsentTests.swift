import Analytics
import AnalyticsTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10))) struct ConsentTests {
    @Test func aDenialErasesDiskInstallIDAndSession() async throws {
        let stage = try Stage()
        await stage.grant()
        await stage.track(60)
        let before = try #require(stage.harness.status.installID)
        await stage.deny()
        #expect(stage.ledger[.erased] == 60)
        #expect(stage.harness.segmentLines().isEmpty)
        #expect(stage.harness.status.installID == nil)
        #expect(stage.harness.status.session == nil)
        #expect(!stage.harness.audit().hasInstallID)
        stage.expectBalance()
        await stage.grant()
        #expect(stage.harness.status.installID != before)
        await stage.harness.advance(by: .seconds(3_600))
        #expect(stage.server.sent.isEmpty)
    }

    @Test func anEventBeforeADenialNeverLeavesEvenWhenConsentComesBackAtOnce() async throws {
        let stage = try Stage()
        await stage.grant()
        let tracker = stage.harness.tracker
        tracker.track(Step(number: 1))
        tracker.setConsent(.denied)
        tracker.setConsent(.granted)
        tracker.track(Step(number: 2))
        await tracker.flush()
        #expect(stage.server.sent.flatMap(\.eventIDs).count == 1)
        #expect(stage.ledger[.erased] == 1)
        stage.expectBalance()
    }

    @Test func aSendInFlightIsCancelledByADenial() async throws {
        let stage = try Stage()
        await stage.grant()
        await stage.track(1)
        let flush = await stage.startHeldFlush()
        await stage.deny()
        #expect(await flush.value.stoppedBy == .held(.noConsent(.denied)))
        await stage.harness.settle()
        #expect(stage.server.inFlight == 0)
        #expect(stage.ledger[.erased] == 1)
        await stage.harness.advance(by: .seconds(7_200))
        #expect(stage.server.sent.count == 1)
        stage.expectBalance()
    }

    @Test func nothingFromBeforeADenialLeavesAfterACrash() async throws {
        let stage = try Stage()
        await stage.grant()
        await stage.track(5)
        await stage.deny()
        stage.harness.relaunch()
        await stage.grant()
        await stage.harness.advance(by: .seconds(3_600))
        #expect(stage.server.sent.isEmpty)
        stage.expectBalance()
    }

    @Test func unknownErasesNothingAndSendsNothing() async throws {
        let stage = try Stage()
        await stage.grant()
        await stage.track(2)
        stage.harness.tracker.setConsent(.unknown)
        await stage.harness.advance(by: .seconds(3_600))
        #expect(stage.server.sent.isEmpty)
        #expect(stage.ledger[.waiting] == 2)
        await stage.grant()
        await stage.harness.settle()
        #expect(stage.ledger[.delivered] == 2)
    }
}
