import Analytics
import AnalyticsTesting
import Testing

/// A name that the policy refuses.
private struct Misnamed: AnalyticsEvent {
    static let name = "no\u{7}name"
    static let schemaVersion = 1
    var properties: [String: PropertyValue] { [:] }
}

@Suite(.timeLimit(.minutes(10))) struct HealthTests {
    private func stage(rate: Double? = 1) throws -> Stage {
        try Stage { $0.sampling.rates["sdk_health"] = rate }
    }

    private func reports(_ stage: Stage) -> [String] {
        stage.harness.segmentLines().flatMap(\.lines).filter { $0.contains("\"name\":\"sdk_health\"") }
    }

    /// Something goes wrong, and is reported with the next event a minute later.
    private func reportOnce(_ stage: Stage) async {
        await stage.grant()
        stage.harness.tracker.track(Misnamed())
        await stage.harness.advance(by: .seconds(61))
        await stage.track(1)
        #expect(reports(stage).count == 1)
    }

    @Test func whatWentWrongIsReportedOnceAnHourAtMost() async throws {
        let stage = try stage()
        await stage.grant()
        stage.harness.tracker.track(Misnamed())
        await stage.track(1)
        #expect(reports(stage).isEmpty)
        await stage.harness.advance(by: .seconds(61))
        await stage.track(1)
        #expect(reports(stage).count == 1)
        #expect(reports(stage).first?.contains("\"dropped_invalid\":1") == true)
        stage.harness.tracker.track(Misnamed())
        stage.harness.tracker.track(Misnamed())
        stage.server.isHeld = true
        await stage.harness.advance(by: .seconds(3_590))
        await stage.track(1)
        #expect(stage.harness.tracker.journal().filter { $0.name == "sdk_health" }.count == 1)
        await stage.harness.advance(by: .seconds(20))
        await stage.track(1)
        #expect(reports(stage).last?.contains("\"dropped_invalid\":2") == true)
        #expect(stage.harness.tracker.journal().filter { $0.name == "sdk_health" }.count == 2)
        stage.expectBalance()
    }

    @Test func nothingIsReportedWhenNothingWentWrong() async throws {
        let stage = try stage()
        await stage.grant()
        for _ in 0..<5 {
            await stage.harness.advance(by: .seconds(3_700))
            await stage.track(1)
        }
        #expect(stage.harness.tracker.journal().allSatisfy { $0.name != "sdk_health" })
        #expect(stage.ledger.tracked == 5)
    }

    @Test func aReportIsNeverTheCauseOfTheNext() async throws {
        let stage = try stage()
        await reportOnce(stage)
        // It waits alone with one other event while the server is away for hours.
        stage.server.otherwise = .unavailable()
        await stage.harness.advance(by: .seconds(4 * 3_600))
        #expect(stage.harness.status.ledger.tracked == 3)
        stage.expectBalance()
    }

    @Test func theHourCountsAcrossLaunches() async throws {
        let stage = try stage()
        await stage.grant()
        stage.harness.tracker.track(Misnamed())
        await stage.harness.advance(by: .seconds(61))
        await stage.track(1)
        stage.harness.relaunch()
        await stage.grant()
        stage.harness.tracker.track(Misnamed())
        await stage.harness.advance(by: .seconds(1_800))
        await stage.track(1)
        #expect(stage.harness.tracker.journal().allSatisfy { $0.name != "sdk_health" })
        await stage.harness.advance(by: .seconds(1_900))
        await stage.track(1)
        #expect(stage.harness.tracker.journal().filter { $0.name == "sdk_health" }.count == 1)
    }

    @Test func oneInstallInAHundredReportsByDefaultAndARateOfZeroIsNobody() {
        let rules = SamplingRules(defaultRate: 1)
        #expect(rules.rule(for: "sdk_health").rate == 0.01)
        #expect(SamplingRules(rates: ["sdk_health": 0]).rule(for: "sdk_health").rate == 0)
    }

    @Test func whatHappenedWithoutConsentIsNotInIt() async throws {
        let stage = try stage()
        await stage.track(7)
        await stage.grant()
        await stage.track(2)
        await stage.deny()
        await stage.track(5)
        await stage.grant()
        await stage.harness.advance(by: .seconds(61))
        stage.harness.tracker.track(Misnamed())
        await stage.track(1)
        let report = try #require(reports(stage).first)
        #expect(!report.contains("noConsent") && !report.contains("erased"))
        #expect(report.contains("\"dropped_invalid\":1"))
    }

    @Test func aReportThatTheServerRejectsIsNotReported() async throws {
        let stage = try stage()
        await reportOnce(stage)
        stage.server.script([.rejecting([1: "unknown event"])])
        await stage.harness.tracker.flush()
        #expect(stage.ledger[.rejected] == 1)
        for _ in 0..<3 {
            await stage.harness.advance(by: .seconds(3_700))
            await stage.track(1)
        }
        #expect(stage.harness.tracker.journal().filter { $0.name == "sdk_health" }.count == 1)
    }

    @Test func noReportIsMadeOnceConsentIsGone() async throws {
        let stage = try stage()
        await stage.grant()
        stage.harness.tracker.track(Misnamed())
        await stage.harness.advance(by: .seconds(61))
        stage.harness.tracker.track("tapped", schemaVersion: 1)
        stage.harness.tracker.setConsent(.unknown)
        await stage.harness.settle()
        #expect(reports(stage).isEmpty)
    }

    @Test func aNewInstallDoesNotTellTheCountsOfTheOldOne() async throws {
        let stage = try stage()
        await stage.grant()
        stage.harness.tracker.track(Misnamed())
        await stage.harness.advance(by: .seconds(61))
        await stage.deny()
        await stage.grant()
        await stage.harness.advance(by: .seconds(3_700))
        await stage.track(1)
        #expect(reports(stage).isEmpty)
    }
}
