import Analytics
import AnalyticsTesting
import Testing

/// Consent is withdrawn, and given again at once, at the nth file operation of a day's work, for every n.
@Suite(.timeLimit(.minutes(10))) struct ConsentSweepTests {
    /// What there was when consent went.
    private struct Withdrawal {
        var calls = 0
        var sent: Int?
        /// Events tracked with consent by then; the caller's thread goes on tracking meanwhile.
        var tracked = 0
    }

    @Test(arguments: [false, true])
    func nothingTrackedBeforeEverLeavesAfter(comesBack: Bool) async throws {
        var operation = 1
        var isPast = false
        while !isPast {
            let stage = try Stage { $0.flush.launchDelay = .zero }
            let withdrawal = Locked(Withdrawal())
            let (tracker, server, dueAt) = (stage.harness.tracker, stage.server, operation)
            stage.harness.world.files.onCall { [weak tracker] in
                let isNow = withdrawal.withLock { withdrawal -> Bool in
                    withdrawal.calls += 1
                    return withdrawal.calls == dueAt
                }
                guard isNow, let tracker else { return }
                tracker.setConsent(.denied)
                let tracked = Self.withConsent(tracker.status.ledger)
                withdrawal.withLock { ($0.sent, $0.tracked) = (server.sent.count, tracked) }
                if comesBack { tracker.setConsent(.granted) }
            }
            await stage.grant()
            await stage.track(3)
            await tracker.flush()
            await stage.track(52)
            await tracker.flush()
            await stage.track(2)
            stage.harness.world.lifecycle.enterBackground()
            await stage.harness.settle()
            stage.harness.world.lifecycle.enterForeground()
            await stage.track(1)
            await stage.harness.advance(by: .seconds(120))
            stage.harness.world.files.onCall(nil)

            let seen = withdrawal.withLock { $0 }
            isPast = seen.sent == nil
            stage.expectBalance()
            let after = Set(server.sent.dropFirst(seen.sent ?? 0).flatMap(\.eventIDs))
            let trackedAfter = comesBack ? Self.withConsent(stage.ledger) - seen.tracked : 0
            if !isPast { #expect(after.count == trackedAfter, "operation \(operation)") }
            let isEmpty = stage.harness.segmentLines().isEmpty
            #expect(isEmpty, "operation \(operation): \(stage.ledger)")
            operation += 1
        }
        #expect(operation > 30)
    }

    private static func withConsent(_ ledger: Ledger) -> Int { ledger.tracked - ledger[.noConsent] }
}
