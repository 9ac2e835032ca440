import Analytics
import AnalyticsTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10))) struct RemoteConfigurationTests {
    private func stage() throws -> Stage {
        let address = URL(string: "http://127.0.0.1:9/v1/config")
        return try Stage { $0.remoteConfiguration = address }
    }

    /// Sends one event, after which the document is asked for.
    private func send(_ stage: Stage) async {
        await stage.track(1)
        await stage.harness.tracker.flush()
        await stage.harness.settle()
    }

    @Test func itIsAskedForAfterASendHourlyAtMostAndWithTheTagOfWhatIsInForce() async throws {
        let stage = try stage()
        stage.remote.service = .document(#"{"enabled": true}"#, tag: "\"v1\"")
        await stage.grant()
        await stage.harness.advance(by: .seconds(60))
        #expect(stage.remote.questions.isEmpty)
        await send(stage)
        await send(stage)
        #expect(stage.remote.questions.map(\.tag) == [nil])
        await stage.harness.advance(by: .seconds(3_599))
        await send(stage)
        #expect(stage.remote.questions.count == 1)
        await stage.harness.advance(by: .seconds(2))
        #expect(stage.remote.questions.count == 1)
        await send(stage)
        #expect(stage.remote.questions.map(\.tag) == [nil, "\"v1\""])
        #expect(stage.harness.status.remote?.lastAnswer == "not modified")
    }

    @Test func switchedOffNothingIsRecordedOrSentAndLeftoversWait() async throws {
        let stage = try stage()
        stage.remote.service = .document(#"{"enabled": false}"#, tag: nil)
        await stage.grant()
        await send(stage)
        #expect(stage.harness.status.remote?.isEnabled == false)
        await stage.track(3)
        #expect(stage.ledger[.switchedOff] == 3)
        let outcome = await stage.harness.tracker.flush()
        #expect(outcome.stoppedBy == .held(.switchedOff))
        #expect(stage.server.sent.count == 1)
        stage.expectBalance()
    }

    @Test func aFleetThatIsOffAsksAtLaunchAndHourlyAcrossLaunchesAndComesBack() async throws {
        let stage = try stage()
        stage.remote.service = .document(#"{"enabled": false}"#, tag: "off")
        await stage.grant()
        await stage.track(2)
        stage.server.isHeld = false
        await send(stage)
        #expect(stage.remote.questions.count == 1)
        stage.harness.relaunch()
        await stage.grant()
        await stage.track(1)
        #expect(stage.ledger[.switchedOff] == 1)
        await stage.harness.advance(by: .seconds(3_590))
        #expect(stage.remote.questions.count == 1)
        await stage.harness.advance(by: .seconds(20))
        #expect(stage.remote.questions.count == 2)
        stage.harness.crash()
        await stage.harness.advance(by: .seconds(3_601))
        stage.harness.relaunch()
        await stage.grant()
        // At once: there is nothing else to do at launch that the request could delay.
        #expect(stage.remote.questions.count == 3)
        stage.remote.service = .document(#"{"enabled": true}"#, tag: "on")
        await stage.harness.advance(by: .seconds(3_601))
        #expect(stage.remote.questions.map(\.tag) == [nil, "off", "off", "off"])
        #expect(stage.harness.status.remote?.isEnabled == true)
        await stage.track(1)
        #expect(stage.ledger[.switchedOff] == 0)
        #expect(stage.ledger[.waiting] == 1)
    }

    @Test func leftoversOfAFleetThatWasOffAreSentWhenItIsOnAgain() async throws {
        let stage = try stage()
        await stage.grant()
        await send(stage)
        stage.server.otherwise = .unavailable()
        await stage.track(4)
        await stage.harness.tracker.flush()
        stage.server.otherwise = .accepted
        stage.remote.service = .document(#"{"enabled": false}"#, tag: nil)
        await stage.harness.advance(by: .seconds(3_700))
        await send(stage)
        await stage.harness.advance(by: .seconds(3_700))
        let sent = stage.server.sent.count
        #expect(stage.harness.status.remote?.isEnabled == false)
        stage.remote.service = .document(#"{"enabled": true}"#, tag: nil)
        await stage.harness.advance(by: .seconds(3_700))
        #expect(stage.harness.status.remote?.isEnabled == true)
        #expect(stage.server.sent.count >= sent)
        #expect(stage.ledger[.waiting] == 0)
        stage.expectBalance()
    }

    @Test(arguments: [
        #"{"error": "not found"}"#, #"{"enabled": null}"#, "{}", #"{"sampling": {"defaultRate": 0.5}}"#,
        #"{"enabled": "true"}"#, #"{"enabled": 1}"#, #"{"ENABLED": true}"#,
    ])
    func onlyAnExplicitTrueSwitchesOnAgain(text: String) async throws {
        let stage = try stage()
        stage.remote.service = .document(#"{"enabled": false}"#, tag: nil)
        await stage.grant()
        await send(stage)
        #expect(stage.harness.status.remote?.isEnabled == false)
        stage.remote.service = .document(text, tag: nil)
        await stage.harness.advance(by: .seconds(3_700))
        #expect(stage.remote.questions.count == 2)
        #expect(stage.harness.status.remote?.isEnabled == false)
        // Neither does a relaunch, whatever was persisted.
        stage.harness.relaunch()
        await stage.grant()
        await stage.track(1)
        #expect(stage.harness.status.remote?.isEnabled == false)
        stage.remote.service = .document(#"{"enabled": true}"#, tag: nil)
        await stage.harness.advance(by: .seconds(3_700))
        #expect(stage.harness.status.remote?.isEnabled == true)
    }

    @Test func inTheBackgroundAndWithoutConsentNothingIsAsked() async throws {
        let stage = try stage()
        stage.remote.service = .document(#"{"enabled": false}"#, tag: nil)
        await stage.grant()
        await send(stage)
        #expect(stage.remote.questions.count == 1)
        stage.harness.world.lifecycle.enterBackground()
        await stage.harness.advance(by: .seconds(7_200))
        #expect(stage.remote.questions.count == 1)
        stage.harness.tracker.setConsent(.unknown)
        stage.harness.world.lifecycle.enterForeground()
        await stage.harness.advance(by: .seconds(7_200))
        #expect(stage.remote.questions.count == 1)
        await stage.grant()
        #expect(stage.remote.questions.count == 2)
    }

    @Test(
        arguments: [
            "", "no JSON", "[]", "null", #"{"enabled": 1}"#, #"{"enabled": "yes"}"#, #"{"sampling": []}"#,
            #"{"sampling": {"defaultRate": 10}}"#, #"{"sampling": {"rates": {"step": -1}}}"#,
            #"{"limits": {"maxEventBytes": 0}}"#, #"{"enabled": false"#, "{}", #"{"error": "not found"}"#,
            #"{"enabled": null}"#, #"{"sampling": {}, "limits": null}"#,
        ])
    func aBrokenDocumentChangesNothing(text: String) async throws {
        let stage = try stage()
        stage.remote.service = .document(#"{"sampling": {"rates": {"other": 0.5}}}"#, tag: "v1")
        await stage.grant()
        await send(stage)
        stage.remote.service = .document(text, tag: "v2")
        await stage.harness.advance(by: .seconds(3_700))
        await send(stage)
        #expect(stage.remote.questions.count == 2)
        #expect(stage.harness.status.remote?.lastAnswer?.hasPrefix("not usable, nothing changes") == true)
        #expect(stage.harness.status.remote?.isEnabled == true)
        await stage.harness.advance(by: .seconds(3_700))
        await send(stage)
        #expect(stage.remote.questions.last?.tag == "v1")
        #expect(stage.ledger[.delivered] == 3)
    }

    @Test func samplingAndLimitsComeIntoForceAtOnceAndAreKeptForTheNextLaunch() async throws {
        let stage = try stage()
        stage.remote.service = .document(#"{"sampling": {"rates": {"step": 0}}, "future": 1}"#, tag: nil)
        await stage.grant()
        await send(stage)
        await stage.track(1)
        #expect(stage.ledger[.sampledOut] == 1)
        stage.harness.relaunch()
        await stage.grant()
        await stage.track(1)
        #expect(stage.ledger[.sampledOut] == 1)
    }

    @Test func aDenialForgetsTheTagWhichCouldNameTheInstall() async throws {
        let stage = try stage()
        stage.remote.service = .document(#"{"enabled": true}"#, tag: "you-are-4711")
        await stage.grant()
        await send(stage)
        await stage.deny()
        await stage.grant()
        await stage.harness.advance(by: .seconds(3_700))
        await send(stage)
        stage.harness.relaunch()
        await stage.grant()
        await send(stage)
        #expect(stage.remote.questions.count == 2, "hourly at most, across launches too")
        await stage.harness.advance(by: .seconds(3_700))
        await send(stage)
        #expect(stage.remote.questions.map(\.tag) == [nil, nil, "you-are-4711"])
    }

    @Test func anAddressThatIsNotSafeIsNotAsked() async throws {
        let stage = try Stage { $0.remoteConfiguration = URL(string: "http://config.example.org/c.json") }
        await stage.grant()
        await send(stage)
        #expect(stage.remote.questions.isEmpty)
        #expect(stage.harness.status.corrections.contains { $0.hasPrefix("remoteConfiguration is http") })
    }

    @Test func leftoversOfAFleetThatIsOffExpireInARunningProcess() async throws {
        let stage = try stage()
        stage.remote.service = .document(#"{"enabled": false}"#, tag: nil)
        await stage.grant()
        stage.server.script([.accepted, .unavailable()])
        await stage.track(100)
        await stage.harness.advance(by: .seconds(11))
        #expect(stage.harness.status.remote?.isEnabled == false)
        #expect(stage.ledger[.waiting] == 50)
        await stage.harness.advance(by: .seconds(8 * 86_400))
        #expect(stage.ledger[.waiting] == 0 && stage.ledger[.expired] == 50)
        stage.expectBalance()
    }
}
