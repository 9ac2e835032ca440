import AppleFoundation
import Foundation
import Network

/// Reads conditions into a list.
final class ConditionLog: Sendable {
    private let log: Locked<[DeviceConditions]>
    private let task: Task<Void, Never>

    init(_ monitor: any ConditionMonitor) {
        let log = Locked<[DeviceConditions]>([])
        self.log = log
        let stream = monitor.conditions()
        task = Task {
            for await conditions in stream { log.withLock { $0.append(conditions) } }
        }
    }

    var seen: [DeviceConditions] { log.withLock { $0 } }

    func leave() async {
        task.cancel()
        await task.value
    }
}

extension Simulated {
    @MainActor static let conditionChecks: [Check] = [
        (
            "the first conditions wait for the first path and know the battery",
            {
                SimulatedPower.shared.isLow = true
                let log = ConditionLog(SystemConditions())
                SimulatedPower.shared.isLow = false
                SimulatedPower.shared.isLow = true
                // Turns enough for a guess to be read, were there one.
                for _ in 0..<200 { await Task.yield() }
                try expect(log.seen.isEmpty, "guessed \(log.seen)")
                SimulatedPaths.shared.change(to: .unsatisfied)
                try await eventually("first") { !log.seen.isEmpty }
                try expect(log.seen == [DeviceConditions(network: .offline, isLowPower: true)], "\(log.seen)")
            }
        ),
        (
            "offline, Low Data Mode and a sleeping VPN are told apart",
            {
                let log = ConditionLog(SystemConditions())
                let steps: [(NWPath.Status, Bool, DeviceConditions.Network)] = [
                    (.unsatisfied, false, .offline), (.unsatisfied, true, .offline),
                    (.satisfied, true, .constrained), (.requiresConnection, false, .normal),
                    (.satisfied, false, .normal),
                ]
                for (number, step) in steps.enumerated() {
                    SimulatedPaths.shared.change(to: step.0, isConstrained: step.1)
                    try await eventually("step \(number)") { log.seen.count == number + 1 }
                    try expect(log.seen.last?.network == step.2, "step \(number): \(log.seen)")
                }
            }
        ),
        (
            "Low Power Mode is told when it is switched",
            {
                let log = ConditionLog(SystemConditions())
                SimulatedPaths.shared.change(to: .satisfied)
                try await eventually("first") { log.seen.last?.isLowPower == false }
                SimulatedPower.shared.isLow = true
                try await eventually("on") { log.seen.last?.isLowPower == true }
                SimulatedPower.shared.isLow = false
                try await eventually("off") { log.seen.last?.isLowPower == false }
            }
        ),
        (
            "nobody watches the path after the follower has gone",
            {
                let log = ConditionLog(SystemConditions())
                try expect(SimulatedPaths.shared.isWatched, "not watched")
                await log.leave()
                try expect(!SimulatedPaths.shared.isWatched, "still watched")
            }
        ),
    ]
}
