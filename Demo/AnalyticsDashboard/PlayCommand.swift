import AnalyticsDashboardCore
import AnalyticsIngestServer
import Foundation

/// `analytics-dashboard play`: scenarios without a screen.
struct PlayCommand {
    private var files: [String] = []
    private var usesSockets = false
    private var seed: UInt64?
    private var times = 1
    /// Real seconds that a step may take with sockets; nil for as many as usual.
    private var limit: Int?
    private var showsVerbs = false

    init(_ words: [String]) throws {
        var rest = Arguments.split(words)[...]
        func value(of option: String, _ what: String) throws -> String {
            guard let value = rest.popFirst(), !value.isEmpty, !value.hasPrefix("--") else {
                throw Arguments.Mistake(text: "\(option) needs \(what) after it")
            }
            return value
        }
        func number<Number: FixedWidthInteger>(of option: String, from least: Number) throws -> Number {
            let expected = "a whole number, \(least) or more,"
            let text = try value(of: option, expected)
            guard let number = Number(text), number >= least else {
                throw Arguments.Mistake(text: "\(option) needs \(expected) after it, not \(text)")
            }
            return number
        }
        while let word = rest.popFirst() {
            switch word {
            case "--sockets": usesSockets = true
            case "--verbs": showsVerbs = true
            case "--junit": _ = try value(of: word, "a file")
            case "--seed": seed = try number(of: word, from: 0)
            case "--limit": limit = try number(of: word, from: 1)
            case "--repeat": times = try number(of: word, from: 1)
            case _ where word.hasPrefix("-"):
                throw Arguments.Mistake(text: "unknown argument \(word); --help shows the usage")
            default: files.append(word)
            }
        }
        guard !files.isEmpty || showsVerbs else {
            throw Arguments.Mistake(text: "play needs a file; --help shows the usage")
        }
        guard !files.isEmpty || words.count == 1 else {
            throw Arguments.Mistake(
                text: "--verbs without a file plays nothing: no other option goes with it")
        }
        guard limit == nil || usesSockets else {
            throw Arguments.Mistake(text: "--limit needs --sockets: without them no step waits for real time")
        }
    }

    /// Does what the words after `play` ask for; 0, or 1 when an expectation was not met.
    static func run(_ words: [String]) async throws -> Int32 {
        let junit = try JUnitFile(for: words)
        do {
            return try await PlayCommand(words).run(junit)
        } catch {
            try junit?.fail(AnalyticsDashboard.words(for: error))
            throw error
        }
    }

    /// Plays all and prints a line for each step.
    private func run(_ junit: JUnitFile?) async throws -> Int32 {
        if showsVerbs { try say([Verb.manual, ServerWords.manual].joined(separator: "\n"), isOurs: true) }
        // All are read first: a wrong line in the last must not show only after minutes.
        let scenarios = try files.map(Self.read)
        var reports: [ScenarioReport] = []
        var failed = 0
        for scenario in scenarios {
            try say(scenario.file)
            var failure: (any Error)?
            let report = try await play(scenario) { line in
                guard failure == nil else { return }
                do { try say(line) } catch { failure = error }
            }
            if let failure { throw failure }
            try say(report.summary)
            reports.append(report)
            let isSame = try await isSame(scenario, as: report)
            if report.failures > 0 || !isSame { failed += 1 }
        }
        if !reports.isEmpty { try say("\(reports.count - failed) scenarios passed, \(failed) failed") }
        try junit?.finish(reports)
        return failed == 0 ? 0 : 1
    }

    /// Prints a line; files have their say in it, and must not steer a terminal.
    private func say(_ line: String, isOurs: Bool = false) throws {
        try StandardOutput.say(isOurs ? line : PrintedText.safe(line))
    }

    /// Plays again as often as was asked for, until a run says anything else.
    private func isSame(_ scenario: Scenario, as report: ScenarioReport) async throws -> Bool {
        for time in 1..<times where try await play(scenario) != report {
            try say("FAIL \(scenario.file): not the same at run \(time + 1)")
            return false
        }
        return true
    }

    /// Reads a scenario from its file.
    static func read(_ file: String) throws -> Scenario {
        let scenario = try Scenario(OperatorFile.text(of: file), file: file) { LoopbackCollector.knows($0) }
        // A run that does nothing would pass, and nobody would notice that the file has become empty.
        guard !scenario.steps.isEmpty else {
            throw Arguments.Mistake(text: "\(file) has no steps; play --verbs lists what can stand in a file")
        }
        return scenario
    }

    private func play(
        _ scenario: Scenario, tell: (String) -> Void = { _ in }
    ) async throws -> ScenarioReport {
        var server: IngestServer?
        defer { server?.stop() }
        let stage = try Stage.virtual(
            seed: scenario.seed ?? seed ?? 1, samples: Self.samples
        ) { time in
            guard usesSockets else { return try Self.direct(time) }
            let made = IngestServer(collector: Self.collector(time), time: ServerTime(time))
            server = made
            return Stage.Server(
                endpoint: try made.start(),
                collector: LoopbackCollector(collector: made.collector, now: { time.now }))
        }
        var report = ScenarioReport(file: scenario.file)
        let player = ScenarioPlayer(scenario, on: stage, limit: usesSockets ? .seconds(limit ?? 60) : nil)
        await player.play { played in tell(report.add(played)) }
        return report
    }
}
