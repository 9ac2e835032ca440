import Analytics
import AnalyticsDashboardCore
import AnalyticsTesting
import Foundation
import Testing

/// What a scenario's line may say, and what is said of one that is wrong.
@Suite struct ScenarioTextTests {
    private static let deeds: [Deed] =
        [
            .fire("tap", count: 1), .fire("tap", count: 60), .fire("Order Completed", count: 2),
            .fire("", count: 0),
            .fire("x3", count: 1), .fire("\u{1B}[31m \"quoted\"\\\n\u{2028}", count: 1),
            .fire("#1", count: 1),
            .track(ComposedEvent(name: "tap", schemaVersion: 2)),
            .track(
                ComposedEvent(
                    name: "Order Completed",
                    properties: ["a=b": "x y", "n": 3, "d": 3.0, "ok": true, "t": "true", "": "\"\n"])),
            .burst(Burst(events: 1_500, threads: 1)), .burst(Burst(events: 20_000, threads: 8)),
            .background, .foreground, .expireBackground, .flush, .server("429:30"),
            .server("retry-after:next week"),
            .power(isLow: true), .power(isLow: false), .disk(.normal), .disk(.full(after: 0)),
            .disk(.full(after: 200)), .disk(.readOnly), .disk(.locked), .disk(.deleted), .serve(.on),
            .serve(.off),
            .serve(.sampling(0.1)), .serve(.sampling(1)), .serve(.sampling(1e-5)), .serve(.broken),
            .speed(60),
            .advance(.milliseconds(1_500)), .advance(.seconds(10)), .advance(.seconds(60)), .advance(.zero),
            .advance(.seconds(7 * 86_400)), .wallBack(.seconds(3_600)), .identify("user-4711"),
            .identify("two words"), .logOut,
        ] + Consent.allCases.map(Deed.consent) + DeviceConditions.Network.allCases.map(Deed.network)
        + AnalyticsHarness.Death.allCases.map(Deed.crash)

    private func read(_ text: String) throws -> Scenario {
        try Scenario(text, file: "a.scenario") { $0 != "banana" }
    }

    @Test(arguments: deeds) func whatIsDoneCanBeWrittenDownAndReadBack(deed: Deed) throws {
        let line = Verb.line(deed)
        #expect(try read(line).steps.map(\.action) == [.deed(deed)], "\(line)")
    }

    @Test(arguments: Verb.table.map(\.example)) func everyExampleIsALineThatIsWrittenTheSameWay(
        example: String
    ) throws {
        let step = try #require(try read(example).steps.first)
        #expect(Verb.line(step.action).hasPrefix(example))
        #expect(Verb.manual.contains(example.prefix { $0 != " " }))
    }

    @Test func everythingThatCanBeExpectedIsInTheManualAndReadBack() throws {
        for measure in Measure.table {
            #expect(Verb.manual.contains("  \(measure.name) "))
            let words = ["0", "idle", "open", "granted", "foreground", "none", "no", "ok"]
            let lines = words.compactMap { try? read("expect \(measure.name) = \($0)") }
            let action = try #require(lines.first?.steps.first?.action, "\(measure.name)")
            #expect(try read(Verb.line(action)).steps.first?.action == action)
        }
    }

    @Test func commentsBlankLinesAndBlanksAroundWordsMeanNothing() throws {
        let scenario = try read("# a comment\r\n\r\n   say   Hello,  #1!  \r\n\tfire\ttap\tx3\r\n")
        #expect(scenario.steps.map(\.line) == [3, 4])
        #expect(scenario.steps.map(\.action) == [.say("Hello,  #1!"), .deed(.fire("tap", count: 3))])
    }

    @Test(arguments: [
        ("launch", "a.scenario:2: \"launch\": expected one of say, seed, expect, fire"),
        ("network lte", "a.scenario:2: \"lte\": expected one of normal, constrained, offline"),
        ("network", "a.scenario:2: the line ends: expected one of normal, constrained, offline"),
        ("fire tap 3", "a.scenario:2: \"3\": expected xN, a whole number from 0 to 1000000"),
        ("fire", "a.scenario:2: the line ends: expected an event's name"),
        ("flush now", "a.scenario:2: \"now\": expected the end of the line"),
        ("advance 10", "a.scenario:2: \"10\": expected a span with its unit"),
        ("advance -5s", "a.scenario:2: \"-5s\": expected a span with its unit"),
        ("advance 99999999999999999d", "expected a span with its unit"),
        ("server banana", "a.scenario:2: \"banana\": expected a behaviour of the server"),
        ("wall forward 1h", "a.scenario:2: \"forward\": expected back"),
        ("switch sample 10", "a.scenario:2: \"10\": expected a rate from 0 to 1"),
        ("burst 10 theads 2", "a.scenario:2: \"theads\": expected threads"),
        ("expect wating = 1", "a.scenario:2: \"wating\": expected a name such as flush"),
        ("expect waiting == 1", "a.scenario:2: \"==\": expected one of =, !=, <, <=, >, >="),
        ("expect waiting = many", "a.scenario:2: \"many\": expected N, a whole number"),
        ("expect flush < idle", "a.scenario:2: \"<\": expected one of =, !="),
        ("expect flush = asleep", "a.scenario:2: \"asleep\": expected one of idle, waiting, sending"),
        ("expect requests-99 = 1", "a.scenario:2: \"requests-99\": expected a name"),
        ("identify \"open", "expected a closing quote"),
        ("seed 7", "a.scenario:2: \"seed\": expected the seed before every other step"),
    ])
    func aWrongLineNamesTheFileTheLineTheWordAndWhatWasExpected(line: String, words: String) {
        #expect {
            try read("flush\n\(line)\nbanana")
        } throws: { error in
            "\(error)".contains(words)
        }
    }

    @Test func theSeedIsReadFromTheFirstStep() throws {
        #expect(try read("\n# seeded\nseed 18446744073709551615\nflush").seed == .max)
        #expect(try read("flush").seed == nil)
    }
}
