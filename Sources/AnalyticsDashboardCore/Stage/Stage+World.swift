import Analytics
import AnalyticsTesting
import Foundation

/// One HTTP request, as a function in place of the sockets is given it.
public typealias ServerRequest = AnalyticsHarness.Request
/// One HTTP answer, as that function gives it.
public typealias ServerAnswer = AnalyticsHarness.Answer

/// The worlds that a tracker is put in.
extension Stage {
    /// The tracker's configuration, the same for keys and for scenarios: what one did the other can repeat.
    static func configuration(endpoint: URL, directory: URL?) -> AnalyticsConfiguration {
        var configuration = AnalyticsConfiguration(endpoint: endpoint, appVersion: "dashboard")
        configuration.directory = directory
        configuration.journalCapacity = 2_000
        configuration.sampling.rates["purchase"] = 0.1
        // One install in a hundred would hardly ever be this one.
        configuration.sampling.rates["sdk_health"] = 1
        configuration.remoteConfiguration = endpoint.appendingPathComponent("v1/config")
        return configuration
    }

    /// A server, and how requests get there.
    public struct Server: Sendable {
        let endpoint: URL
        let collector: any CollectorControl
        let answer: (@Sendable (ServerRequest) -> ServerAnswer)?

        /// A server at `endpoint`; with an `answer` requests go to that function and touch no socket.
        public init(
            endpoint: URL, collector: any CollectorControl,
            answer: (@Sendable (ServerRequest) -> ServerAnswer)? = nil
        ) {
            self.endpoint = endpoint
            self.collector = collector
            self.answer = answer
        }
    }

    /// A stage whose clock stands still until a step moves it; without a directory, in a temporary one that goes
    /// with it.
    ///
    /// `server` is given the world's time, for the server's clock and pauses. The world begins at the same moment in
    /// every run, unless it `startsNow`.
    public static func virtual(
        seed: UInt64, directory: URL? = nil, startsNow: Bool = false, samples: [Sample],
        server: (WorldTime) throws -> Server
    ) rethrows -> Stage {
        let time = WorldTime(startsNow: startsNow)
        let server = try server(time)
        var world = AnalyticsHarness.World(
            clock: time.clock, network: server.answer.map { .function($0) } ?? .real, seed: seed)
        world.heldAnswers = time.heldAnswers
        return Stage(
            harness: AnalyticsHarness(
                configuration: configuration(endpoint: server.endpoint, directory: directory), world: world),
            collector: server.collector, samples: samples)
    }
}
