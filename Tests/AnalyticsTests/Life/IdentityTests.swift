import Analytics
import AnalyticsTesting
import Testing

@Suite(.timeLimit(.minutes(10))) struct IdentityTests {
    @Test func eventsBelongToWhoWasSignedInWhenTheyWereTracked() async throws {
        let stage = try Stage()
        await stage.grant()
        let tracker = stage.harness.tracker
        // No pause between the calls: all of them are still in the buffer when the user changes.
        tracker.track(Step(number: 1))
        tracker.identify(userID: "u-1")
        tracker.track(Step(number: 2))
        tracker.identify(userID: "u-2")
        tracker.track("tapped", schemaVersion: 1)
        tracker.screen("Basket")
        await tracker.flush()
        let sent = try #require(stage.server.sent.first)
        #expect(sent.users == [nil, "u-1", "u-2", "u-2"])
        #expect(sent.names == ["step", "step", "tapped", "screen_viewed"])
        #expect(stage.harness.status.isUserPresent)
        stage.expectBalance()
    }

    @Test func aLogOutSharesNothingWithWhatWasBeforeAndChangesNothingThatIsStillInMemory() async throws {
        let stage = try Stage()
        await stage.grant()
        let tracker = stage.harness.tracker
        let before = try #require(stage.harness.status.installID)
        tracker.identify(userID: "u-1")
        tracker.track(Step(number: 1))
        tracker.reset()
        tracker.track(Step(number: 2))
        tracker.reset()
        tracker.track(Step(number: 3))
        await tracker.flush()
        let sent = stage.server.sent
        #expect(sent.map { $0.eventIDs.count } == [1, 1, 1])
        #expect(Set(sent.map(\.installID)).count == 3)
        #expect(Set(sent.flatMap(\.sessions)).count == 3)
        #expect(sent.first?.installID == before)
        #expect(sent.flatMap(\.users) == ["u-1", nil, nil])
        #expect(!stage.harness.status.isUserPresent)
        stage.expectBalance()
    }

    @Test func aSegmentNeverMixesInstallIDs() async throws {
        let stage = try Stage()
        await stage.grant()
        for number in 0..<20 {
            stage.harness.tracker.track(Step(number: number))
            if number % 3 == 0 { stage.harness.tracker.reset() }
            if number % 7 == 0 { await stage.harness.settle() }
        }
        await stage.harness.settle()
        let headers = stage.harness.segmentLines().compactMap(\.lines.first)
        #expect(headers.count == 8)
        #expect(Set(headers.compactMap { $0.split(separator: "\"install\":\"").last?.prefix(32) }).count == 8)
        stage.expectBalance()
    }

    @Test func aLogOutOutlivesTheProcessAndTheOldSessionDoesNotGoOn() async throws {
        let stage = try Stage()
        await stage.grant()
        await stage.track(1)
        let old = try #require(stage.harness.status.session?.id)
        stage.harness.tracker.reset()
        await stage.harness.settle()
        let install = stage.harness.status.installID
        stage.harness.relaunch()
        await stage.grant()
        await stage.track(1)
        #expect(stage.harness.status.installID == install)
        #expect(stage.harness.status.session?.id != old)
        await stage.harness.tracker.flush()
        #expect(Set(stage.server.sent.map(\.installID)).count == 2)
    }

    @Test func aLogOutBeforeTheGrantMakesNothingOnDiskAndANewInstallIDAfterIt() async throws {
        let stage = try Stage()
        await stage.grant()
        await stage.track(1)
        let install = stage.harness.status.installID
        stage.harness.relaunch()
        stage.harness.tracker.reset()
        await stage.harness.settle()
        #expect(stage.harness.status.installID == nil)
        await stage.grant()
        #expect(stage.harness.status.installID != install)
        #expect(stage.harness.status.installID != nil)
    }

    @Test(
        arguments: [
            "", "anna@example.org", "user+1@sub.example.org", "+44 20 7946 0958", "a\u{0}b",
            String(repeating: "x", count: 129),
        ])
    func anIDThatIsNotOpaqueIsRefusedAndCounted(id: String) async throws {
        let stage = try Stage()
        await stage.grant()
        stage.harness.tracker.identify(userID: "u-1")
        stage.harness.tracker.identify(userID: id)
        stage.harness.tracker.track(Step())
        await stage.harness.tracker.flush()
        #expect(stage.harness.status.refusedUserIDs == 1)
        #expect(stage.server.sent.flatMap(\.users) == ["u-1"])
        let words = stage.harness.tracker.journal().filter { $0.kind == .identity }.map(\.detail)
        #expect(words.count == 2)
        #expect(id.isEmpty || !words.contains { $0.contains(id) })
    }

    @Test func withoutConsentNobodyIsIdentifiedAndADenialSignsOut() async throws {
        let stage = try Stage()
        let tracker = stage.harness.tracker
        tracker.identify(userID: "early")
        #expect(!stage.harness.status.isUserPresent)
        #expect(stage.harness.status.refusedUserIDs == 1)
        await stage.grant()
        tracker.identify(userID: "u-1")
        #expect(stage.harness.status.isUserPresent)
        await stage.deny()
        #expect(!stage.harness.status.isUserPresent)
        await stage.grant()
        await stage.track(1)
        await tracker.flush()
        #expect(stage.server.sent.flatMap(\.users) == [nil])
    }

    @Test func aUserIDIsNotRememberedByTheNextLaunch() async throws {
        let stage = try Stage()
        await stage.grant()
        stage.harness.tracker.identify(userID: "u-1")
        await stage.track(1)
        stage.harness.relaunch()
        await stage.grant()
        await stage.track(1)
        await stage.harness.tracker.flush()
        #expect(stage.server.sent.flatMap(\.users) == ["u-1", nil])
    }

    @Test(arguments: 0..<20)
    func aLogOutRightAfterADenialStillSeparatesTheTwo(round: Int) async throws {
        let stage = try Stage()
        await stage.grant()
        let tracker = stage.harness.tracker
        tracker.reset()
        tracker.setConsent(.denied)
        tracker.setConsent(.granted)
        tracker.identify(userID: "u-1")
        tracker.track(Step(number: 1))
        tracker.reset()
        tracker.track(Step(number: 2))
        let outcome = await tracker.flush()
        #expect(stage.server.sent.flatMap(\.users) == ["u-1", nil], "\(outcome) \(tracker.journal())")
        #expect(Set(stage.server.sent.map(\.installID)).count == 2)
        #expect(Set(stage.server.sent.flatMap(\.sessions)).count == 2)
        stage.expectBalance()
    }

    @Test func eventIDsDoNotLinkWhatALogOutSeparates() async throws {
        let stage = try Stage()
        await stage.grant()
        await stage.track(1)
        stage.harness.tracker.reset()
        await stage.track(1)
        await stage.harness.tracker.flush()
        let prefixes = stage.server.sent.flatMap(\.eventIDs).map { $0.prefix { $0 != "-" } }
        #expect(prefixes.count == 2 && Set(prefixes).count == 2)
    }
}
