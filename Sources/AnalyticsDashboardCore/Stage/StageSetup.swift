import Analytics
import AnalyticsTesting
import Foundation

/// What a live stage is made of: the wishes of a command line.
public struct StageSetup: Sendable {
    /// Where batches go.
    public var endpoint: URL
    /// Where the queue is kept.
    public var directory: URL
    /// The server behind `endpoint`.
    public var collector: any CollectorControl
    /// The clock of tracker and server.
    public var time: WorldTime
    /// What can be fired by name, key 1 first.
    public var samples: [Stage.Sample]
    /// Sent with each batch, when given.
    public var writeKey: WriteKey?
    /// Makes identifiers, jitter and the autopilot the same in every run; nil for the system's randomness.
    public var seed: UInt64?

    /// A setup without a write key and without a seed.
    public init(
        endpoint: URL, directory: URL, collector: any CollectorControl, time: WorldTime = WorldTime(),
        samples: [Stage.Sample]
    ) {
        self.time = time
        self.endpoint = endpoint
        self.directory = directory
        self.collector = collector
        self.samples = samples
    }

    /// Makes the stage: a real tracker, real files, real requests, on a clock that runs; touches nothing before
    /// consent.
    public func makeStage() -> Stage {
        time.clock.run(atSpeed: 1)
        var world = AnalyticsHarness.World(clock: time.clock, network: .real, seed: seed)
        world.heldAnswers = time.heldAnswers
        return stage(in: world)
    }

    /// Makes a stage on which time stands still and no request is made: to look at what is there.
    func makeStillStage() -> Stage {
        stage(in: AnalyticsHarness.World(clock: time.clock, seed: seed))
    }

    private func stage(in world: AnalyticsHarness.World) -> Stage {
        let configuration = configuration
        return Stage(
            harness: AnalyticsHarness(configuration: configuration, world: world), collector: collector,
            samples: samples,
            lab: PolicyLab(
                limits: configuration.events, sampling: configuration.sampling,
                scrubbing: configuration.scrubbing))
    }

    private var configuration: AnalyticsConfiguration {
        var configuration = Stage.configuration(endpoint: endpoint, directory: directory)
        configuration.measuresCalls = true
        configuration.writeKey = writeKey
        return configuration
    }
}
