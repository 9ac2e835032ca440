import AnalyticsDashboardCore
import AnalyticsIngestServer
import AnalyticsSampleApp
import Foundation

/// What scenarios are played with, also on screen.
extension PlayCommand {
    /// A collector on the world's time, that serves a configuration.
    static func collector(_ time: WorldTime) -> Collector {
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
