import Analytics
import AnalyticsDashboardCore
import Foundation
import Testing

/// Scenarios played without a screen.
@Suite(.timeLimit(.minutes(10))) struct ScenarioPlayTests {
    @Test func anExpectationThatIsNotMetSaysWhatWasExpectedAndWhatWasFound() async throws {
        let (report, _) = try await Stages.play(
            """
            consent grant
            fire tap x3
            expect waiting = 3
            expect waiting >= 4
            expect flush = backing-off
            expect gate = no-consent
            """)
        #expect(report.failures == 3)
        #expect(report.summary == "FAIL a.scenario: 1 of 4 expectations met")
        #expect(report.lines[2].hasSuffix("ok"))
        #expect(report.lines[3].hasPrefix("FAIL   4 "))
        #expect(report.lines[3].hasSuffix("expected waiting >= 4, found 3"))
        #expect(report.lines[4].hasSuffix("expected flush = backing-off, found waiting"))
        #expect(report.lines[5].hasSuffix("expected gate = no-consent, found open"))
    }

    @Test func anHourOfFailuresDoesNotSilenceAnAppThatIsUsedFiveMinutesAtATime() async throws {
        let outage = ["consent grant", "server 503"] + Array(repeating: "fire tap x5\nadvance 5m", count: 12)
        let runs = Array(repeating: "crash\nconsent grant\nadvance 5m\nflush", count: 48)
        let expected = [
            "expect waiting = 0", "expect dropped = 0", "expect buffered = 0",
        ]
        let (report, _) = try await Stages.play(
            (outage + ["server 200"] + runs + expected).joined(separator: "\n"))
        #expect(report.failures == 0, "\(report.lines.suffix(8).joined(separator: "\n"))")
    }

    @Test func theReportForCIHasACaseForEachExpectationAndIsWellFormed() async throws {
        let (report, _) = try await Stages.play("expect tracked < 1\nexpect delivered > 0")
        let text = ScenarioReport.junit([report, ScenarioReport(file: "<&\">\u{1B}")])
        #expect(text.contains(#"<testsuite name="a.scenario" tests="2" failures="1">"#))
        #expect(text.contains(#"name="line 1: expect tracked &lt; 1"/>"#))
        #expect(text.contains(#"<failure message="expected delivered &gt; 0, found 0"/>"#))
        #expect(text.contains(#"<testsuite name="&lt;&amp;&quot;&gt;\#u{FFFD}" tests="1" failures="0""#))
        // Real time would differ from run to run.
        #expect(!text.contains("time="))
    }

    @Test func aScenarioThatExpectsNothingIsOneCaseForCIAndSaysSo() async throws {
        let (report, _) = try await Stages.play("consent grant\nflush")
        #expect(report.summary == "ok   a.scenario: every step played, nothing expected")
        let text = ScenarioReport.junit([report])
        #expect(text.contains(#"<testsuite name="a.scenario" tests="1" failures="0">"#))
        #expect(text.contains(#"<testcase classname="a.scenario" name="every step"/>"#))
    }

    /// Twenty times, while all cores are busy with something else.
    @Test func underLoadEveryRunSaysTheSame() async throws {
        let script = """
            consent grant
            advance 10s
            burst 1500 threads 4
            server 503
            fire tap x120
            background
            time-out
            foreground
            advance 5m
            crash torn
            fire checkout x70
            server 200
            advance 30m
            logout
            fire tap
            crash
            advance 5m
            expect waiting = 0
            expect books = ok
            """
        let load = (0..<2).map { _ in
            Thread {
                var sum = 0.0
                while !Thread.current.isCancelled { sum += Double.random(in: 0...1) }
                _ = sum
            }
        }
        for thread in load { thread.start() }
        defer { for thread in load { thread.cancel() } }
        let (first, stage) = try await Stages.play(script)
        let ledger = stage.harness.status.ledger
        for run in 2...20 {
            let (report, stage) = try await Stages.play(script)
            #expect(report.lines == first.lines, "run \(run)")
            #expect(stage.harness.status.ledger == ledger, "run \(run)")
        }
    }

    @Test func timeThatPassesIsTheSameWhateverTheSpeedAsksFor() async throws {
        let (report, stage) = try await Stages.play("speed 60\nadvance 90s")
        #expect(stage.harness.world.clock.speed == 0)
        #expect(stage.harness.world.clock.elapsed == .seconds(90))
        #expect(report.lines[0].hasSuffix("Only on screen."))
    }

    @Test func aStepThatHangsForRealIsGivenUpAtTheLimitAndSaysSo() async throws {
        let endpoint = try #require(URL(string: "http://127.0.0.1"))
        let (server, gate) = (Stages.Server(), DispatchSemaphore(value: 0))
        defer { gate.signal() }
        let stage = Stage.virtual(seed: 1, samples: []) { _ in
            Stage.Server(endpoint: endpoint, collector: server) { _ in
                gate.wait()
                return ServerAnswer(status: 200)
            }
        }
        let text = "consent grant\nfire tap\nflush\nsay not reached"
        let scenario = try Scenario(text, file: "hang") { _ in true }
        var report = ScenarioReport(file: "hang")
        let player = ScenarioPlayer(scenario, on: stage, limit: .milliseconds(200))
        await player.play { report.add($0) }
        #expect(report.failures == 1)
        #expect(report.lines.last?.contains("did not end in time") == true)
    }

    @Test func aFlushThatWaitsForAnAnswerDoesNotHoldTheScenarioUp() async throws {
        let endpoint = try #require(URL(string: "http://127.0.0.1"))
        let server = Stages.Server()
        let stage = Stage.virtual(seed: 1, samples: []) { _ in
            Stage.Server(endpoint: endpoint, collector: server) { _ in
                ServerAnswer(status: 200, delay: .seconds(20))
            }
        }
        let scenario = try Scenario(
            """
            consent grant
            fire tap
            flush
            expect in-flight = 1
            advance 19s
            expect in-flight = 1
            advance 1s
            expect delivered = 1
            """, file: "slow"
        ) { _ in true }
        var report = ScenarioReport(file: "slow")
        await ScenarioPlayer(scenario, on: stage).play { report.add($0) }
        #expect(report.failures == 0, "\(report.lines)")
    }
}
