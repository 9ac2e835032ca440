import Analytics
import AnalyticsTesting
import Foundation

/// Carries out steps on a real tracker beside a model of what must and must not happen.
final class RunWorld {
    private let stage: Stage
    private var model = RunModel()

    init(seed: UInt64) throws {
        let address = URL(string: "http://127.0.0.1:9/v1/config")
        stage = try Stage { configuration in
            configuration.flush.count = 8
            configuration.queue.bufferCapacity = 100
            configuration.remoteConfiguration = address
            configuration.sampling.rates["sdk_health"] = 0
        }
        stage.remote.service = .document(#"{"enabled": true}"#, tag: nil)
    }

    private var harness: AnalyticsHarness { stage.harness }

    /// Carries out one step; returns what is wrong after it.
    func carryOut(_ step: RunStep) async -> [String] {
        model.willCarryOut(step, harness.status, now: harness.world.clock.wall, onDisk: idsOnDisk, stage)
        switch step {
        case .track(let count):
            for number in 0..<count { harness.tracker.track(Step(number: number)) }
        case .flush: _ = await harness.flushAndSettle()
        case .consent(let consent): harness.tracker.setConsent(consent)
        case .background: harness.world.lifecycle.enterBackground()
        case .foreground: harness.world.lifecycle.enterForeground()
        case .relaunch(let pause):
            harness.crash()
            await harness.advance(by: .seconds(pause))
            harness.relaunch()
        case .advance(let seconds): await harness.advance(by: .seconds(seconds))
        case .wall(let seconds): harness.world.clock.setWall(back: .seconds(seconds))
        case .server(let answer): stage.server.otherwise = answer
        case .remote(let isEnabled):
            stage.remote.service = .document(#"{"enabled": \#(isEnabled)}"#, tag: nil)
        case .network(let network): harness.world.conditions.present = DeviceConditions(network: network)
        case .disk(let fault): harness.world.files.fault = fault
        case .damage(let damage, let file): self.damage(damage, file)
        }
        await harness.settle()
        return model.didCarryOut(step, harness.status, now: harness.world.clock.wall, stage)
    }

    /// Everything works again: what waits is delivered, and the ledger agrees with files and server.
    func end() async -> [String] {
        harness.world.files.fault = .none
        stage.server.otherwise = .accepted
        stage.remote.service = .document(#"{"enabled": true}"#, tag: nil)
        harness.world.conditions.present = DeviceConditions()
        harness.world.lifecycle.enterForeground()
        harness.tracker.setConsent(.granted)
        // Longer than any wait that is believed, and than an hour between two requests for the configuration.
        for _ in 0..<4 {
            await harness.advance(by: .seconds(30 * 3_600))
            _ = await harness.flushAndSettle()
        }
        guard !model.hasFailedToWithdraw else { return [] }
        var faults = harness.audit().findings
        let ledger = stage.ledger
        if ledger[.waiting] + ledger[.inFlight] + ledger[.buffered] + ledger[.inHand] > 0 {
            faults.append("something still waits: \(ledger), \(harness.status.flush.gates)")
        }
        // A discarded batch is named until another one is accepted, and there may be none.
        let problems = harness.status.problems.filter { $0.kind != .batchDiscarded }
        if !problems.isEmpty { faults.append("still a problem: \(problems)") }
        return faults + model.sequenceFaults(stage)
    }

    private var idsOnDisk: [String] {
        let lines = harness.segmentLines().map { $0.lines.dropFirst() }.joined()
        // A line begins with {"id":"...", so the ID is the fourth part between quotes.
        return lines.compactMap { $0.split(separator: "\"").dropFirst(3).first.map(String.init) }
    }

    private func damage(_ damage: RunStep.Damage, _ number: Int) {
        let names = harness.segmentLines().map(\.name)
        guard !names.isEmpty else { return }
        let file = harness.directory.appendingPathComponent(names[number % names.count])
        guard var bytes = FileManager.default.contents(atPath: file.path), bytes.count > 20 else { return }
        switch damage {
        case .truncated: bytes = bytes.prefix(bytes.count * (number + 1) / 12)
        case .emptied: bytes = Data()
        case .overwritten: bytes = Data(repeating: 0, count: bytes.count)
        case .garbageAppended: bytes += Data("{\"id\":\"x\"}\n{\"na".utf8)
        case .lineDamaged: bytes[bytes.count - 10] = UInt8(ascii: "\"")
        case .madeHuge: bytes += Data(repeating: 0x0A, count: 1_100_000)
        case .deleted:
            try? FileManager.default.removeItem(at: file)
            return
        }
        // In place, as a process that holds the file open sees it.
        guard let handle = FileHandle(forWritingAtPath: file.path) else { return }
        try? handle.truncate(atOffset: 0)
        try? handle.write(contentsOf: bytes)
        try? handle.close()
    }
}
