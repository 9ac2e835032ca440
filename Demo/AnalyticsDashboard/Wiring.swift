import AnalyticsDashboardCore
import AnalyticsIngestServer
import AnalyticsSampleApp
import Foundation

/// The server and the setup that the arguments ask for.
struct Wiring {
    let setup: StageSetup
    private let server: IngestServer?
    private let temporary: URL?

    /// Starts the embedded collector, unless the arguments name another server.
    init(_ arguments: Arguments) throws {
        temporary = arguments.directory == nil ? Self.temporaryDirectory : nil
        let time = WorldTime()
        let endpoint: URL
        let control: any CollectorControl
        if let address = arguments.endpoint {
            server = nil
            endpoint = address
            control = RemoteServer(at: address)
        } else {
            let embedded = IngestServer(
                collector: Collector(
                    writeKey: arguments.writeKey, writeKeyHeader: arguments.writeKeyHeader, now: { time.now }),
                time: ServerTime(time))
            endpoint = try embedded.start()
            embedded.collector.setConfiguration(Data(#"{"enabled": true}"#.utf8))
            server = embedded
            control = LoopbackCollector(collector: embedded.collector, now: { time.now })
        }
        setup = try Self.setup(
            arguments, endpoint: endpoint,
            directory: arguments.directory ?? temporary ?? Self.temporaryDirectory,
            control: control, time: time)
    }

    /// A live stage, or one that a scenario can be played on: with the collector as a function, so that a server that
    /// never answers waits for the scenario's time and not for ours.
    func makeStage(for scenario: Scenario?, seed: UInt64?) throws -> Stage {
        guard let scenario else { return setup.makeStage() }
        return try Stage.virtual(
            seed: scenario.seed ?? seed ?? 1, directory: setup.directory, startsNow: true,
            samples: setup.samples, server: PlayCommand.direct)
    }

    /// Stops the server.
    func stop() { server?.stop() }

    /// Takes a temporary queue away; what cannot be removed is the system's to clear away.
    func cleanUp() {
        if let temporary { try? FileManager.default.removeItem(at: temporary) }
    }

    static func setup(
        _ arguments: Arguments, endpoint: URL, directory: URL, control: any CollectorControl, time: WorldTime
    ) throws -> StageSetup {
        var setup = StageSetup(
            endpoint: endpoint, directory: directory, collector: control, time: time,
            samples: try arguments.events.map(Self.samples) ?? PlayCommand.samples)
        setup.writeKey = arguments.writeKey.map { key in
            arguments.writeKeyHeader.map { .header($0, key) } ?? .bearer(key)
        }
        // Known in any case: a recording must find the same installs inside the sampling rates.
        setup.seed = arguments.seed ?? .random(in: .min ... .max)
        return setup
    }

    private static func samples(in file: URL) throws -> [Stage.Sample] {
        let name = file.relativePath
        let text = try OperatorFile.text(of: name)
        do throws(EventsFile.Fault) {
            return try EventsFile(text, file: name).samples
        } catch {
            throw Arguments.Mistake(text: "\(error)")
        }
    }

    /// A person's use of the sample app, as deeds.
    static func autopilot(seed: UInt64) -> AnyIterator<AutopilotStep> {
        var person = Autopilot(seed: seed)
        return AnyIterator {
            guard let step = person.next() else { return nil }
            let deed: Deed =
                switch step.act {
                case .track(let event): .track(ComposedEvent(event))
                case .background: .background
                case .foreground: .foreground
                }
            return AutopilotStep(after: step.pause, deed)
        }
    }

    static var temporaryDirectory: URL {
        FileManager.default.temporaryDirectory.appendingPathComponent(
            "analytics-dashboard-\(UUID().uuidString)")
    }
}
