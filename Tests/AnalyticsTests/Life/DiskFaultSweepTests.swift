import Analytics
import AnalyticsTesting
import Testing

/// The disk fails at the nth file operation of a day's work, for every n, and works again some operations later.
@Suite(.timeLimit(.minutes(10))) struct DiskFaultSweepTests {
    /// Counts operations and breaks the disk for some of them.
    private final class Breaker: Sendable {
        private let calls = Locked(0)
        private let files: FaultyFiles

        init(_ files: FaultyFiles, fault: FaultyFiles.Fault, from first: Int, for span: Int) {
            self.files = files
            files.onCall { [calls, weak files] in
                let call = calls.withLock { calls -> Int in
                    calls += 1
                    return calls
                }
                // Read before this is called: takes effect with the next operation.
                if call == first { files?.fault = fault }
                if call == first + span { files?.fault = .none }
            }
        }

        /// Mends the disk; returns how many operations there were.
        func mend() -> Int {
            files.onCall(nil)
            files.fault = .none
            return calls.withLock { $0 }
        }
    }

    @Test(
        arguments: [
            FaultyFiles.Fault.fullAfter(bytes: 0), .fullAfter(bytes: 300), .readOnly, .unreadable,
            .undeletable,
        ], Depth.isDeep ? [1, 4, 1_000_000] : [1, 1_000_000])
    func noOperationMayFailSoThatTheBooksGoWrong(fault: FaultyFiles.Fault, span: Int) async throws {
        var first = 0
        var isPast = false
        while !isPast {
            let stage = try Stage { $0.flush.launchDelay = .zero }
            let breaker = Breaker(stage.harness.world.files, fault: fault, from: first, for: span)
            await stage.grant()
            await stage.track(3)
            await stage.harness.tracker.flush()
            await stage.track(55)
            stage.server.script([.unavailable()])
            await stage.harness.tracker.flush()
            await stage.track(1)
            await stage.harness.advance(by: .seconds(60))
            isPast = breaker.mend() < first
            await stage.harness.advance(by: .seconds(60))
            await stage.track(1)
            await stage.harness.tracker.flush()
            await stage.harness.advance(by: .seconds(60))
            await stage.harness.tracker.flush()
            let findings = stage.harness.audit().findings
            #expect(findings.isEmpty, "operation \(first): \(stage.ledger)")
            let ids = stage.server.sent.flatMap(\.eventIDs)
            #expect(stage.ledger[.waiting] == 0, "operation \(first): \(stage.ledger)")
            #expect(Set(ids).count == stage.ledger[.delivered], "operation \(first)")
            #expect(stage.ledger[.delivered] + stage.ledger.dropped == 60, "operation \(first)")
            if !findings.isEmpty { return }
            first += 1
        }
        #expect(first > 20)
    }
}
