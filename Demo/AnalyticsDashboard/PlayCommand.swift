import Dashboard
import Foundation
import IngestServer
import SampleApp

/// `analytics-dashboard play`: scenarios without a screen.
struct PlayCommand {
    private var files: [String] = []
    private var usesSockets = false
    private var junit: String?
    private var seed: UInt64?
    private var times = 1
    /// Real seconds that a step may take with sockets.
    private var limit = 60
    private var showsVerbs = false

    init(_ words: [String]) throws {
        var rest = Arguments.split(words)[...]
        func value(of option: String, _ what: String) throws -> String {
            guard let value = rest.popFirst(), !value.isEmpty else {
                throw Arguments.Mistake(text: "\(option) needs \(what) after it")
            }
            return value
        }
        func number<Number: FixedWidthInteger>(of option: String) throws -> Number {
            let text = try value(of: option, "a whole number")
            guard let number = Number(text), number >= 0 else {
                throw Arguments.Mistake(text: "\(option) needs a whole number after it, not \(text)")
            }
            return number
        }
        while let word = rest.popFirst() {
            switch word {
            case "--sockets": usesSockets = true
            case "--verbs": showsVerbs = true
            case "--junit": junit = try value(of: word, "a file")
            case "--seed": seed = try number(of: word)
            case "--limit": limit = max(1, try number(of: word))
            case "--repeat": times = max(1, try number(of: word))
            case _ where word.hasPrefix("-"):
                throw Arguments.Mistake(text: "unknown argument \(word); --help shows the usage")
            default: files.append(word)
            }
        }
        guard !files.isEmpty || showsVerbs else {
            throw Arguments.Mistake(text: "play needs a file; --help shows the usage")
        }
    }

    /// Plays all and prints a line for each step; 0, or 1 when an expectation was not met.
    func run() async throws -> Int32 {
        if showsVerbs { print(Verb.manual) }
        // All are read first: a wrong line in the last must not show only after minutes.
        let scenarios = try files.map(Self.read)
        var reports: [ScenarioReport] = []
        var failed = 0
        for scenario in scenarios {
            print(scenario.file)
            let report = try await play(scenario) { print($0) }
            print(report.summary)
            reports.append(report)
            let isSame = try await isSame(scenario, as: report)
            if report.failures > 0 || !isSame { failed += 1 }
        }
        if let junit { try write(reports, to: junit) }
        guard !reports.isEmpty else { return 0 }
        print("\(reports.count - failed) scenarios passed, \(failed) failed")
        return failed == 0 ? 0 : 1
    }

    /// Plays again as often as was asked for, until a run says anything else.
    private func isSame(_ scenario: Scenario, as report: ScenarioReport) async throws -> Bool {
        for time in 1..<times where try await play(scenario) != report {
            print("FAIL \(scenario.file): not the same at run \(time + 1)")
            return false
        }
        return true
    }

    private func write(_ reports: [ScenarioReport], to file: String) throws {
        do {
            try Data(ScenarioReport.junit(reports).utf8).write(to: URL(fileURLWithPath: file))
        } catch {
            throw Arguments.Mistake(text: "\(file) cannot be written")
        }
    }

    /// Reads a scenario from its file.
    static func read(_ file: String) throws -> Scenario {
        guard let data = FileManager.default.contents(atPath: file) else {
            throw Arguments.Mistake(text: "\(file) cannot be read")
        }
        return try Scenario(String(decoding: data, as: UTF8.self), file: file) {
            LoopbackCollector.knows($0)
        }
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
        let player = ScenarioPlayer(scenario, on: stage, limit: usesSockets ? .seconds(limit) : nil)
        await player.play { played in tell(report.add(played)) }
        return report
    }

    /// A collector on the world's time, that serves a configuration.
    private static func collector(_ time: WorldTime) -> Collector {
        let collector = Collector(now: { time.now })
        collector.setConfiguration(Data(#"{"enabled": true}"#.utf8))
        return collector
    }

    /// The collector as a function; the address is one that nothing is ever sent to.
    static func direct(_ time: WorldTime) throws -> Stage.Server {
        guard let nowhere = URL(string: "http://127.0.0.1") else {
            throw Arguments.Mistake(text: "no loopback address")
        }
        let collector = collector(time)
        return Stage.Server(
            endpoint: nowhere, collector: LoopbackCollector(collector: collector, now: { time.now })
        ) {
            collector.answer(directly: $0)
        }
    }

    /// The sample events as the stage fires them.
    static let samples = SampleEvents.all.map {
        Stage.Sample(label: $0.label, name: $0.name, event: ComposedEvent($0.event), fire: $0.fire)
    }
}
