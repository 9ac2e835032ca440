import Analytics
import AnalyticsDashboardCore
import AnalyticsTerminalKit
import AnalyticsTesting
import Foundation
import Testing

/// What is done at the keys, written down and played again.
@MainActor @Suite(.timeLimit(.minutes(10))) struct RecordingTests {
    /// A dashboard whose time the test moves, and the recordings that it was given to keep.
    @MainActor private final class Desk {
        let stage: Stage
        private(set) var host: DashboardHost?
        var kept: [String: String] = [:]

        init(seed: UInt64) throws {
            stage = try Stages.fresh(seed: seed)
            host = DashboardHost(
                stage: stage, save: { _ in "" },
                keep: { [weak self] name, text in
                    self?.kept[name] = text
                    return name
                }, request: { _ in })
        }

        /// Types keys, each followed by what it brings about; `>` lets 700 ms pass, `~` twenty minutes.
        func type(_ keys: String) async {
            for key in keys {
                switch key {
                case ">": await stage.harness.advance(by: .milliseconds(700))
                case "~": await stage.harness.advance(by: .seconds(1_200))
                default:
                    host?.press(key == "\n" ? .enter : .character(key))
                    // What takes time says so, and says something else at its end.
                    while let words = host?.model.message,
                        words.hasSuffix("...") || words.hasSuffix("started.")
                            || words.hasPrefix("Burst started")
                    {
                        await Task.yield()
                    }
                    await stage.harness.settle()
                }
            }
        }
    }

    @Test(arguments: [
        "rcg1>1>1~", "r1cg11>sb1f>sa1~", "rcg11>cdy1>cg1~", "rcg>1bT>b1~", "rcg11>xay~1>xby~",
        "r>cg1>i\n1>o1>f~",
        "r>cg1>nc1>na>1~", "rcg1>df1>da1>-1~",
    ])
    func aRecordingFromTheBeginningLeavesTheSameLedgerWhenItIsPlayed(keys: String) async throws {
        let desk = try Desk(seed: 7)
        await desk.type(keys)
        #expect(desk.host?.model.isRecording == true)
        await desk.type("r\n")
        #expect(desk.host?.model.isRecording == false)
        let text = try #require(desk.kept["recording.scenario"])
        #expect(text.contains("\nseed 7\n"))
        let (report, stage) = try await Stages.play(text, seed: 99)
        #expect(report.failures == 0, "\(text)\n\(report.lines.joined(separator: "\n"))")
        let (left, again) = (desk.stage.harness, stage.harness)
        #expect(again.status.ledger == left.status.ledger)
        #expect(again.earlierLives.map(\.ledger) == left.earlierLives.map(\.ledger))
        #expect(again.world.clock.elapsed == left.world.clock.elapsed)
    }

    @Test(arguments: ["rcg1Ba>Bb~", "rcgB8c>1~"])
    func aRecordingWithABurstOverTheBufferPromisesOnlyWhatWasTracked(keys: String) async throws {
        let desk = try Desk(seed: 7)
        await desk.type(keys + "r\n")
        let text = try #require(desk.kept["recording.scenario"])
        #expect(text.contains("# A burst over the buffer pushes out as many as the machine is slow."))
        let (report, stage) = try await Stages.play(text, seed: 99)
        #expect(report.failures == 0, "\(text)")
        #expect(stage.harness.status.ledger.tracked == desk.stage.harness.status.ledger.tracked)
    }

    @Test func oneFromTheMiddleBeginsWithWhatWasSetUpAndPromisesNothing() async throws {
        let desk = try Desk(seed: 7)
        await desk.type("cg>sb1ncr1>r\n")
        let text = try #require(desk.kept["recording.scenario"])
        let steps = try Scenario(text, file: "r") { _ in true }.steps.map(\.action)
        #expect(
            steps == [
                .seed(7), .deed(.consent(.granted)), .deed(.server("503")), .deed(.network(.offline)),
                .deed(.advance(.milliseconds(700))), .deed(.fire("tap", count: 1)),
                .deed(.advance(.milliseconds(700))),
            ])
        #expect(text.contains("# Found at the end: tracked = 2"))
    }

    @Test func escapeAtTheQuestionForANameGoesOnRecording() async throws {
        let desk = try Desk(seed: 7)
        await desk.type("rr")
        desk.host?.press(.escape)
        await desk.type("cg1r\n")
        #expect(desk.kept["recording.scenario"]?.contains("fire tap") == true)
    }

    @Test func whileAScenarioPlaysAKeyStopsItAndDoesNothingElse() async throws {
        let desk = try Desk(seed: 7)
        let scenario = try Scenario("say Hello\nconsent grant", file: "dir/a.scenario") { _ in true }
        let host = try #require(desk.host)
        host.play(scenario, pace: 0.1)
        while host.model.playback == nil { await Task.yield() }
        let screen = Screen.draw(host.model, size: Size(width: 80, height: 24)).rows
        #expect(screen[22].hasPrefix(" Hello"))
        #expect(screen[23].hasPrefix("PLAYING 1/2"))
        #expect(screen[23].hasSuffix("any key takes over"))
        host.press(.character("1"))
        while host.model.playback != nil { await Task.yield() }
        #expect(host.model.message == "Stopped a.scenario. The keys are yours.")
        #expect(host.model.status.ledger.tracked == 0)
        #expect(desk.stage.harness.world.clock.speed == 1)
        desk.stage.harness.world.clock.run(atSpeed: 0)
    }

    @Test func aLongCaptionIsShownWholeOnANarrowScreen() async throws {
        let desk = try Desk(seed: 7)
        let caption =
            "A caption that is much longer than sixty columns is shown to its very end, on as many rows."
        let scenario = try Scenario("say \(caption)", file: "a.scenario") { _ in true }
        let host = try #require(desk.host)
        host.play(scenario, pace: 0.1)
        while host.model.message != caption { await Task.yield() }
        let screen = Screen.draw(host.model, size: Size(width: 60, height: 16)).rows
        let shown = screen[13...14].map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(shown.joined(separator: " ") == caption)
        host.press(.escape)
        while host.model.playback != nil { await Task.yield() }
        desk.stage.harness.world.clock.run(atSpeed: 0)
    }

    @Test func aScenarioToItsEndSaysHowItWentAndWhatWasMissedFirst() async throws {
        let desk = try Desk(seed: 7)
        let scenario = try Scenario(
            "consent grant\nfire tap\nadvance 1m\nexpect delivered = 1\nexpect waiting = 1", file: "a"
        ) { _ in true }
        let host = try #require(desk.host)
        host.play(scenario, pace: 100)
        let words = "FAILED a: 1 of 2 expectations met; line 5: expected waiting = 1, found 0."
        while host.model.message != words { await Task.yield() }
        #expect(host.model.playback == nil)
        desk.stage.harness.world.clock.run(atSpeed: 0)
    }
}
