import Analytics
import AnalyticsDashboardCore
import AnalyticsTerminalKit
import AnalyticsTesting
import Foundation
import Testing

/// A dashboard that is the same in every run: a tracker on a clock moved by hand, a scripted server, a fixed seed.
struct Scene {
    let harness: AnalyticsHarness
    let server: ScriptedUploader
    var model: Model
    private var seen = 0

    init() throws {
        let endpoint = try #require(URL(string: "http://127.0.0.1:9"))
        var configuration = AnalyticsConfiguration(endpoint: endpoint, appVersion: "1")
        configuration.journalCapacity = 2_000
        configuration.sampling.rates["purchase"] = 0
        configuration.remoteConfiguration = endpoint.appendingPathComponent("v1/config")
        let clock = ManualClock()
        server = ScriptedUploader(clock: clock)
        harness = AnalyticsHarness(
            configuration: configuration,
            world: AnalyticsHarness.World(clock: clock, network: .scripted(server), seed: 7))
        model = Model(
            status: harness.status,
            faults: [
                FaultChoice(word: "200", name: "200, works"), FaultChoice(word: "503", name: "503, busy"),
            ],
            samples: ["screen_viewed", "tap"])
    }

    mutating func grant() async {
        harness.tracker.setConsent(.granted)
        await look()
    }

    mutating func fire(_ count: Int, _ name: String = "screen_viewed") async {
        for number in 0..<count {
            harness.tracker.track(name, schemaVersion: 1, properties: ["number": .int(number)])
            // One take each: how many events a take has is the scheduler's, and the journal tells it.
            await harness.settle()
        }
        await look()
    }

    mutating func flush() async {
        await harness.tracker.flush()
        await look()
    }

    mutating func advance(by span: Duration) async {
        await harness.advance(by: span)
        await look()
    }

    /// Takes in what there is to see, as the host does.
    mutating func look() async {
        await harness.settle()
        var collector = CollectorSummary()
        collector.unique = harness.status.ledger[.delivered]
        collector.requests = server.sent.isEmpty ? [:] : [200: server.sent.count]
        let entries = harness.tracker.journal(after: seen)
        seen = entries.last?.id ?? seen
        _ = model.update(.refreshed(Refresh(status: harness.status, journal: entries, collector: collector)))
    }

    /// Presses keys: characters as they are.
    mutating func press(_ characters: String) { press(characters.map(Key.character)) }

    mutating func press(_ keys: [Key]) {
        for key in keys {
            for effect in model.update(.key(key)) {
                if model.look(effect, in: harness) { continue }
                if effect == .audit { _ = model.update(.audited(harness.audit(), isAsked: true)) }
            }
        }
    }
}

extension Model {
    /// Looks up what an effect asks to see; false when it asks for something else.
    mutating func look(_ effect: Effect, in harness: AnalyticsHarness) -> Bool {
        switch effect {
        case .readArrivals: _ = update(.arrivals([]))
        case .readHistory(let entry): _ = update(.history(harness.history(of: entry)))
        case .readSegments:
            _ = update(.segments(harness.segmentLines().map { SegmentText(name: $0.name, lines: $0.lines) }))
        default: return false
        }
        return true
    }
}
