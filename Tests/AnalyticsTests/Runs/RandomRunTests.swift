import Analytics
import AnalyticsTesting
import Testing

/// Random sequences of launches: relaunches inside every kind of wait, files that are damaged between any two steps, wall
/// clocks that move. A sequence that fails is shortened as far as it still fails, and printed as a scenario.
///
/// `ANALYTICS_TEST_DEEP=1` plays thousands more. To repeat one: its seed is in the failure.
@Suite(.timeLimit(.minutes(10))) struct RandomRunTests {
    private static let batches = 0..<UInt64(Depth.isDeep ? 400 : 20)
    private static let perBatch: UInt64 = 50
    private static let length = 25

    @Test("No sequence of runs loses, leaks, repeats or silences anything", arguments: batches)
    func sequences(batch: UInt64) async throws {
        for seed in batch * Self.perBatch..<(batch + 1) * Self.perBatch {
            var random = SeededGenerator(seed: seed)
            let steps = [.consent(.granted)] + (0..<Self.length).map { _ in RunStep.random(&random) }
            let faults = try await Self.faults(of: steps, seed: seed)
            guard faults.isEmpty else {
                let shortest = try await Self.shortest(steps, seed: seed)
                let last = try await Self.faults(of: shortest, seed: seed)
                Issue.record("seed \(seed): \(last.isEmpty ? faults : last)\n\(Self.scenario(shortest))")
                return
            }
        }
    }

    /// The machine bites: a sequence that must fail does, and is shortened to what makes it fail.
    @Test func aFailingSequenceIsShortenedToWhatMakesItFail() async throws {
        var random = SeededGenerator(seed: 7)
        let noise = (0..<20).map { _ in RunStep.random(&random) }
        let steps = noise + [.advance(4_242)] + noise
        let shortest = await Self.shortest(steps) {
            $0.contains(.advance(4_242)) && $0.contains { $0 == .flush }
        }
        #expect(shortest.count == 2 && shortest.contains(.advance(4_242)) && shortest.contains(.flush))
    }

    /// Plays the steps in a world of their own; the first faults end it.
    private static func faults(of steps: [RunStep], seed: UInt64) async throws -> [String] {
        let world = try RunWorld(seed: seed)
        for step in steps {
            let faults = await world.carryOut(step)
            if !faults.isEmpty { return faults.map { "after \(step): \($0)" } }
        }
        return await world.end()
    }

    private static func shortest(_ steps: [RunStep], seed: UInt64) async throws -> [RunStep] {
        await shortest(steps) { steps in
            guard let faults = try? await faults(of: steps, seed: seed) else { return false }
            return !faults.isEmpty
        }
    }

    /// Takes out as much as can be taken out while `fails` still holds: halves first, then single steps.
    private static func shortest(
        _ steps: [RunStep], while fails: ([RunStep]) async -> Bool
    ) async -> [RunStep] {
        var steps = steps
        var size = max(1, steps.count / 2)
        while true {
            var hasShrunk = false
            var start = 0
            while start < steps.count {
                var fewer = steps
                fewer.removeSubrange(start..<min(steps.count, start + size))
                if await fails(fewer) {
                    steps = fewer
                    hasShrunk = true
                } else {
                    start += size
                }
            }
            if size == 1, !hasShrunk { return steps }
            size = max(1, size / 2)
        }
    }

    private static func scenario(_ steps: [RunStep]) -> String {
        steps.map(\.scenarioLine).joined(separator: "\n")
    }
}
