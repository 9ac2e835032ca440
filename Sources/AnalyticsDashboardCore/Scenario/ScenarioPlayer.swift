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
    private let pace: Double?
    private let limit: Duration?

    /// A player; with a `pace` it leaves people time to read and look, 1 for as long as that usually takes, and
    /// the clock may run by itself; without one it goes as fast as it can, and only steps move the clock.
    ///
    /// With a `limit` of real time a step that does not end, as when a real server never answers a clock that
    /// stands still, fails the scenario.
    public init(_ scenario: Scenario, on stage: Stage, pace: Double? = nil, limit: Duration? = nil) {
        self.scenario = scenario
        self.stage = stage
        self.pace = pace.map { min(max($0, 0.1), 100) }
        self.limit = limit
    }

    /// Plays until the end, the first step over the limit, or the cancellation of the caller's task. `before` is
    /// called ahead of each step and `after` behind it; a failed expectation does not end the run.
    public func play(
        isolation: isolated (any Actor)? = #isolation,
        before: (Scenario.Step) async -> Void = { _ in }, after: (Played) async -> Void
    ) async {
        var sessions: Set<String> = []
        for step in scenario.steps {
            await before(step)
            await pause(Self.timeToRead(step))
            guard !Task.isCancelled else { return }
            let result = await result(of: step, sessions: sessions.count)
            if let session = stage.harness.status.session?.id { sessions.insert(session) }
            let played = Played(
                step: step, time: stage.harness.world.clock.elapsed, words: result?.words ?? "",
                failure: result == nil ? "did not end in time" : result?.failure)
            await after(played)
            guard result != nil else { return }
            await pause(Self.timeToSee(played))
        }
    }

    /// Nil when the limit came first.
    private func result(of step: Scenario.Step, sessions: Int) async -> (words: String, failure: String?)? {
        switch step.action {
        case .say, .seed: return ("", nil)
        case .expect(let expectation):
            let failure = expectation.failure(in: Findings(stage, sessions: sessions))
            return (failure == nil ? "ok" : "", failure)
        case .deed(.speed) where pace == nil: return ("Only on screen.", nil)
        case .deed(.advance(let span)) where pace != nil: return (await pass(span), nil)
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

    /// Time goes by in a few jumps, so that people see countdowns go down.
    private func pass(_ span: Duration) async -> String {
        let jumps = 8
        for jump in 1...jumps where !Task.isCancelled {
            let done = span / jumps * (jump - 1)
            _ = await stage.perform(.advance(jump == jumps ? span - done : span / jumps))
            await pause(.milliseconds(150))
        }
        return "\(Words.length(span)) went by."
    }

    private func pause(_ span: Duration) async {
        guard let pace else { return }
        // Cut short by whoever stops the play.
        try? await Task.sleep(for: span / pace, clock: .continuous)
    }

    private static func timeToRead(_ step: Scenario.Step) -> Duration {
        switch step.action {
        case .say(let text): .milliseconds(1_200 + 50 * text.count)
        case .deed: .milliseconds(700)
        case .expect, .seed: .zero
        }
    }

    private static func timeToSee(_ played: Played) -> Duration {
        if played.failure != nil { return .seconds(4) }
        switch played.step.action {
        case .deed: return .milliseconds(900)
        case .expect: return .milliseconds(350)
        case .say, .seed: return .zero
        }
    }
}
