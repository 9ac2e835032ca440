import Analytics
import AnalyticsTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10))) struct RememberedConsentTests {
    private func stage() throws -> Stage { try Stage { $0.remembersConsent = true } }

    @Test func aYesIsRememberedAndTheFirstEventsOfTheLaunchAreKept() async throws {
        let stage = try stage()
        await stage.grant()
        await stage.track(1)
        stage.harness.relaunch()
        // Tracked before the answer of the last launch can have been read.
        stage.harness.tracker.track(Step(number: 2))
        await stage.harness.settle()
        #expect(stage.harness.status.consent == .granted)
        await stage.harness.tracker.flush()
        #expect(stage.server.sent.flatMap(\.eventIDs).count == 2)
        stage.expectBalance()
    }

    @Test func withoutAnAnswerOnFileNothingIsKeptOrCreated() async throws {
        let stage = try stage()
        stage.harness.tracker.track(Step())
        await stage.harness.settle()
        #expect(stage.harness.status.consent == .unknown)
        #expect(stage.ledger[.noConsent] == 1)
        #expect(!FileManager.default.fileExists(atPath: stage.harness.directory.path))
        await stage.grant()
        await stage.harness.tracker.flush()
        #expect(stage.server.sent.isEmpty)
        stage.expectBalance()
    }

    @Test(arguments: [Consent.denied, .unknown])
    func whatIsNoYesIsRememberedToo(consent: Consent) async throws {
        let stage = try stage()
        await stage.grant()
        await stage.track(1)
        stage.harness.tracker.setConsent(consent)
        await stage.harness.settle()
        stage.harness.relaunch()
        await stage.track(1)
        #expect(stage.harness.status.consent == consent)
        #expect(stage.ledger[.noConsent] == 1)
        await stage.harness.advance(by: .seconds(120))
        #expect(stage.server.sent.isEmpty)
    }

    @Test(arguments: [Consent.denied, .unknown])
    func aWithdrawalThatFindsNoSpaceIsAYesForNobodyAtTheNextLaunch(consent: Consent) async throws {
        let stage = try stage()
        await stage.grant()
        await stage.track(3)
        stage.harness.world.files.fault = .fullAfter(bytes: 0)
        stage.harness.tracker.setConsent(consent)
        await stage.harness.settle()
        stage.harness.relaunch()
        await stage.track(1)
        #expect(stage.harness.status.consent == .unknown)
        stage.harness.world.files.fault = .none
        await stage.harness.advance(by: .seconds(120))
        #expect(stage.server.sent.isEmpty)
        #expect(stage.ledger[.noConsent] == 1)
    }

    @Test func onAReadOnlyDiskADenialKeepsThisProcessClosedAndItSaysSo() async throws {
        let stage = try stage()
        await stage.grant()
        await stage.track(3)
        stage.harness.world.files.fault = .readOnly
        await stage.deny()
        stage.harness.world.files.fault = .none
        await stage.grant()
        await stage.track(2)
        await stage.harness.tracker.flush()
        #expect(stage.server.sent.isEmpty)
        #expect(stage.harness.status.problems.contains { $0.kind == .withdrawalFailed })
    }

    @Test func onAReadOnlyDiskAStaleYesIsNamedUntilItIsTrueAgain() async throws {
        let stage = try stage()
        await stage.grant()
        await stage.track(3)
        stage.harness.world.files.fault = .readOnly
        stage.harness.tracker.setConsent(.unknown)
        await stage.track(1)
        #expect(stage.harness.status.problems.contains { $0.kind == .withdrawalFailed })
        #expect(stage.ledger[.noConsent] == 1)
        stage.harness.world.files.fault = .none
        await stage.grant()
        #expect(stage.harness.status.problems.isEmpty)
        stage.harness.relaunch()
        await stage.track(1)
        #expect(stage.harness.status.consent == .granted)
    }

    @Test func aYesThatCameBackIsRememberedAgain() async throws {
        let stage = try stage()
        await stage.grant()
        stage.harness.tracker.setConsent(.unknown)
        await stage.harness.settle()
        await stage.grant()
        stage.harness.relaunch()
        await stage.track(1)
        #expect(stage.harness.status.consent == .granted)
    }

    @Test func theHostsOwnWordComesBeforeWhatIsRemembered() async throws {
        let stage = try stage()
        await stage.grant()
        await stage.track(1)
        stage.harness.relaunch()
        stage.harness.tracker.setConsent(.denied)
        await stage.track(1)
        #expect(stage.harness.status.consent == .denied)
        #expect(stage.harness.segmentLines().isEmpty)
        stage.expectBalance()
    }

    @Test func aFileThatCannotBeReadNowIsAskedAgainAndEventsWait() async throws {
        let stage = try stage()
        await stage.grant()
        await stage.track(1)
        stage.harness.world.files.fault = .unreadable
        stage.harness.relaunch()
        await stage.track(2)
        #expect(stage.harness.status.consent == .unknown)
        #expect(stage.ledger[.buffered] == 2)
        stage.harness.world.files.fault = .none
        await stage.harness.advance(by: .seconds(2))
        #expect(stage.harness.status.consent == .granted)
        await stage.harness.tracker.flush()
        #expect(stage.server.sent.flatMap(\.eventIDs).count == 3)
    }

    @Test func byDefaultNothingIsRemembered() async throws {
        let stage = try Stage()
        await stage.grant()
        await stage.track(1)
        stage.harness.relaunch()
        await stage.track(1)
        #expect(stage.harness.status.consent == .unknown)
        #expect(stage.ledger[.noConsent] == 1)
    }

    @Test func aHostWhoseFirstWordIsUnknownTakesTheYesBack() async throws {
        let stage = try stage()
        await stage.grant()
        await stage.track(1)
        stage.harness.relaunch()
        stage.harness.tracker.setConsent(.unknown)
        await stage.harness.settle()
        stage.harness.relaunch()
        await stage.track(1)
        #expect(stage.harness.status.consent == .unknown)
        #expect(stage.ledger[.noConsent] == 1)
    }

    @Test(arguments: [Consent.unknown, .denied, .granted])
    func whatCameBeforeTheHostsWordIsNobodysEvenAfterALaterYes(word: Consent) async throws {
        let stage = try stage()
        await stage.grant()
        await stage.deny()
        stage.harness.relaunch()
        let tracker = stage.harness.tracker
        tracker.identify(userID: "u-9")
        tracker.track(Step(number: 1))
        tracker.setConsent(word)
        #expect(!stage.harness.status.isUserPresent)
        #expect(stage.ledger[.buffered] == 0)
        tracker.setConsent(.granted)
        tracker.track(Step(number: 2))
        await tracker.flush()
        #expect(stage.server.sent.flatMap(\.users) == [nil])
        #expect(stage.ledger[.noConsent] == 1)
        stage.expectBalance()
    }

    @Test(arguments: [Consent.unknown, .denied])
    func aWithdrawalThatMeetsAnotherTrackerIsCarriedOutOnceThatOneIsGone(word: Consent) async throws {
        let stage = try stage()
        await stage.grant()
        await stage.track(3)
        stage.harness.crash()
        let other = try OtherTracker(in: stage.harness.directory)
        stage.harness.relaunch()
        stage.harness.tracker.setConsent(word)
        await stage.harness.settle()
        #expect(stage.harness.status.problems.contains { $0.kind == .directoryInUse })
        #expect(stage.harness.audit().hasInstallID)
        other.release()
        await stage.harness.advance(by: .seconds(2))
        #expect(stage.harness.status.problems.isEmpty)
        if word == .denied {
            #expect(stage.harness.segmentLines().isEmpty && !stage.harness.audit().hasInstallID)
        }
        stage.harness.relaunch()
        await stage.track(1)
        #expect(stage.harness.status.consent != .granted)
        await stage.harness.advance(by: .seconds(600))
        #expect(stage.server.sent.isEmpty)
    }

    @Test func aWaitingTrackerDoesNotTurnAnothersNoIntoTheYesThatItReadBefore() async throws {
        let stage = try stage()
        await stage.grant()
        await stage.track(1)
        stage.harness.crash()
        let other = try OtherTracker(in: stage.harness.directory)
        stage.harness.relaunch()
        await stage.track(2)
        #expect(stage.harness.status.consent == .granted)
        // The other one is told no.
        let file = stage.harness.directory.appendingPathComponent("state.json")
        let text = try String(contentsOf: file, encoding: .utf8)
        let denied = text.replacingOccurrences(of: #""consent":"granted""#, with: #""consent":"denied""#)
        #expect(denied != text)
        try denied.write(to: file, atomically: true, encoding: .utf8)
        other.release()
        await stage.harness.advance(by: .seconds(2))
        #expect(stage.harness.status.consent == .denied)
        #expect(stage.ledger[.noConsent] == 2)
        await stage.harness.advance(by: .seconds(600))
        #expect(stage.server.sent.isEmpty)
        stage.expectBalance()
    }

    @Test func aYesOfALaunchThatRememberedIsTakenBackByOneThatDoesNot() async throws {
        let stage = try stage()
        await stage.grant()
        await stage.track(1)
        stage.harness.crash()
        var configuration = AnalyticsConfiguration(
            endpoint: try #require(URL(string: "http://127.0.0.1:9")), appVersion: "1")
        configuration.directory = stage.harness.directory.deletingLastPathComponent()
        let plain = AnalyticsHarness(configuration: configuration)
        plain.tracker.setConsent(.unknown)
        await plain.settle()
        plain.crash()
        stage.harness.relaunch()
        await stage.track(1)
        #expect(stage.harness.status.consent == .unknown)
    }
}
