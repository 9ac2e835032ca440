import Analytics
import AnalyticsTesting
import Foundation

/// Plays a scenario on a stage, step by step.
public struct ScenarioPlayer: Sendable {
    /// How a step went.
    public struct Played: Sendable {
        /// The step.
        public let step: Scenario.Step
        /// How far the clock had gone when it ended.
        public let time: Duration
        /// What was done, in words; empty where there is nothing to add.
        public let words: String
        /// What was expected and what was found instead; nil when all is well.
        public let failure: String?
    }

    private let scenario: Scenario
    private let stage: Stage
    private let isOnScreen: Bool
    private let limit: Duration?

    /// A player; on a screen the clock may run by itself, elsewhere only steps move it.
    ///
    /// With a `limit` of real time a step that does not end, as when a real server never answers a clock that stands
    /// still, fails the scenario.
    public init(_ scenario: Scenario, on stage: Stage, isOnScreen: Bool = false, limit: Duration? = nil) {
        self.scenario = scenario
        self.stage = stage
        self.isOnScreen = isOnScreen
        self.limit = limit
    }

    /// Plays until the end, the first step over the limit, or the cancellation of the caller's task. `before` is called
    /// ahead of each step and `after` behind it; a failed expectation does not end the run.
    public func play(
        before: (Scenario.Step) async -> Void = { _ in }, after: (Played) async -> Void
    ) async {
        var sessions: Set<String> = []
        for step in scenario.steps {
            await before(step)
            guard !Task.isCancelled else { return }
            let result = await result(of: step, sessions: sessions.count)
            if let session = stage.harness.status.session?.id { sessions.insert(session) }
            let played = Played(
                step: step, time: stage.harness.world.clock.elapsed, words: result?.words ?? "",
                failure: result == nil ? "did not end in time" : result?.failure)
            await after(played)
            guard result != nil else { return }
        }
    }

    /// Nil when the limit came first.
    private func result(of step: Scenario.Step, sessions: Int) async -> (words: String, failure: String?)? {
        switch step.action {
        case .say, .seed: return ("", nil)
        case .expect(let expectation):
            let failure = expectation.failure(in: Findings(stage, sessions: sessions))
            return (failure == nil ? "ok" : "", failure)
        case .deed(.speed) where !isOnScreen: return ("Only on screen.", nil)
        case .deed(let deed): return await perform(deed).map { ($0, nil) }
        }
    }

    private func perform(_ deed: Deed) async -> String? {
        guard let limit else { return await stage.perform(deed) }
        // Whichever comes first; a step that hangs cannot be called off, only left behind.
        let (ends, bell) = AsyncStream<String?>.makeStream()
        let work = Task { [stage] in bell.yield(await stage.perform(deed)) }
        let watch = Task {
            do { try await Task.sleep(for: limit, clock: .continuous) } catch { return }
            bell.yield(nil)
        }
        defer { watch.cancel() }
        for await end in ends { return end }
        work.cancel()
        return nil
    }
}
