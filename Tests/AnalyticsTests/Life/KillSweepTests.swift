import Analytics
import AnalyticsTesting
import Testing

/// The process dies at the nth file operation, for every n, and is launched again.
@Suite(.timeLimit(.minutes(10))) struct KillSweepTests {
    /// What the dying process had on disk.
    private struct Death {
        var calls = 0
        var onDisk: Int?
        var attempted = 0
    }

    @Test func whatWasAppendedIsDeliveredWheneverTheProcessDies() async throws {
        var operation = 1
        var isPast = false
        while !isPast {
            let stage = try Stage { $0.flush.launchDelay = .zero }
            let death = Locked(Death())
            let (files, harness, dying) = (stage.harness.world.files, stage.harness, operation)
            files.onCall { [weak harness] in
                let isNow = death.withLock { death -> Bool in
                    death.calls += 1
                    return death.calls == dying
                }
                guard isNow, let harness else { return }
                let ledger = harness.status.ledger
                harness.crash()
                death.withLock {
                    $0.onDisk = ledger[.waiting] + ledger[.inFlight]
                    $0.attempted = ledger[.delivered]
                }
            }
            await work(stage)
            let last = death.withLock { $0 }
            isPast = last.onDisk == nil
            files.onCall(nil)
            harness.relaunch()
            await stage.grant()
            await stage.track(1)
            await stage.harness.advance(by: .seconds(120))
            await stage.harness.tracker.flush()
            stage.expectBalance()
            let ids = stage.server.sent.flatMap(\.eventIDs)
            let accepted = Set(ids).count
            #expect(accepted >= (last.onDisk ?? 0) + last.attempted + 1, "operation \(operation)")
            #expect(accepted <= 62, "operation \(operation)")
            #expect(stage.ledger[.waiting] == 0 && stage.ledger[.delivered] >= 1, "operation \(operation)")
            // Twice at most: once before the end, once after.
            let most = Dictionary(grouping: ids, by: { $0 }).values.map(\.count).max() ?? 0
            #expect(most <= 2, "operation \(operation)")
            operation += 1
        }
        #expect(operation > 30)
    }

    private func work(_ stage: Stage) async {
        await stage.grant()
        await stage.track(3)
        await stage.harness.tracker.flush()
        await stage.track(55)
        await stage.harness.tracker.flush()
        await stage.track(2)
        stage.harness.world.lifecycle.enterBackground()
        await stage.harness.settle()
        stage.harness.world.lifecycle.enterForeground()
        await stage.track(1)
        await stage.harness.settle()
    }
}
