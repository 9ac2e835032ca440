import Analytics
import AnalyticsDashboardCore
import AnalyticsTesting
import Foundation
import Testing

/// Stages to play on, with a server that is no more than a function.
enum Stages {
    /// A server that accepts all, or answers with the status that was chosen.
    final class Server: CollectorControl, Sendable {
        private let state = Locked((status: 200, summary: CollectorSummary()))

        var summary: CollectorSummary { state.withLock(\.summary) }
        var arrivals: [String] { [] }
        var faults: [FaultChoice] { ["200", "503"].compactMap(fault) }

        func fault(named word: String) -> FaultChoice? {
            Int(word).map { _ in FaultChoice(word: word, name: word) }
        }

        func choose(_ fault: FaultChoice) { state.withLock { $0.status = Int(fault.word) ?? 200 } }
        func serve(configuration: String) -> Bool { true }
        func onChange(_ body: @escaping @Sendable () -> Void) {}

        func answer(_ request: ServerRequest) -> ServerAnswer {
            guard request.method == "POST" else { return ServerAnswer(status: 404) }
            let status = state.withLock { state -> Int in
                state.summary.requests[state.status, default: 0] += 1
                return state.status
            }
            return ServerAnswer(status: status, body: Array("{}".utf8))
        }
    }

    /// A stage on which nothing has happened yet.
    static func fresh(
        seed: UInt64 = 1,
        samples: [Stage.Sample] = [Stage.Sample(label: "tap", name: "tap") { $0.track(Tap()) }]
    ) throws -> Stage {
        let endpoint = try #require(URL(string: "http://127.0.0.1"))
        let server = Server()
        return Stage.virtual(
            seed: seed, samples: samples
        ) {
            _ in
            Stage.Server(endpoint: endpoint, collector: server, answer: server.answer)
        }
    }

    /// Plays `text` on a fresh stage; what was said of it, and the stage as it was left.
    static func play(_ text: String, seed: UInt64 = 1) async throws -> (ScenarioReport, Stage) {
        let scenario = try Scenario(text, file: "a.scenario") { Int($0) != nil }
        let stage = try fresh(seed: scenario.seed ?? seed)
        var report = ScenarioReport(file: scenario.file)
        await ScenarioPlayer(scenario, on: stage).play { report.add($0) }
        return (report, stage)
    }
}

struct Tap: AnalyticsEvent {
    static let name = "tap"
    static let schemaVersion = 1
    var properties: [String: PropertyValue] { ["element": "buy"] }
}
