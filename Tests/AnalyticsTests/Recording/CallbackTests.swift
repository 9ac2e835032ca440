import Analytics
import AnalyticsTesting
import Foundation
import Testing

/// An event that calls the tracker back from everywhere it can: no code of the host runs under a lock of ours.
@Suite(.timeLimit(.minutes(1))) struct CallbackTests {
    /// Calls everything that a host can call.
    private final class Caller: Sendable {
        private let target = Locked<AnalyticsTracker?>(nil)
        private let calls = Locked(0)

        var count: Int { calls.withLock { $0 } }
        func connect(to tracker: AnalyticsTracker?) { target.withLock { $0 = tracker } }

        func callBack() {
            let isFirst = calls.withLock { calls -> Bool in
                calls += 1
                return calls <= 200
            }
            guard isFirst, let tracker = target.withLock({ $0 }) else { return }
            tracker.track("from_a_callback", schemaVersion: 1)
            _ = tracker.status
            _ = tracker.journal()
            tracker.identify(userID: "u-1")
            tracker.setConsent(.granted)
        }
    }

    private final class Payload: Sendable {
        let caller: Caller
        init(_ caller: Caller) { self.caller = caller }
        deinit { caller.callBack() }
    }

    private struct Reentrant: AnalyticsEvent {
        static let name = "reentrant"
        static let schemaVersion = 1
        let payload: Payload
        var properties: [String: PropertyValue] {
            payload.caller.callBack()
            return ["text": .string("\(Described(caller: payload.caller))")]
        }
    }

    private struct Described: CustomStringConvertible {
        let caller: Caller
        var description: String {
            caller.callBack()
            return "described"
        }
    }

    private func stage(capacity: Int) throws -> Stage {
        try Stage {
            $0.queue.bufferCapacity = capacity
            $0.measuresCalls = true
        }
    }

    @Test func anEvictedEventsDeinitMayCallTheTracker() async throws {
        let stage = try stage(capacity: 2)
        await stage.grant()
        let caller = Caller()
        caller.connect(to: stage.harness.tracker)
        await stage.harness.inOneInstant {
            for _ in 0..<50 { stage.harness.tracker.track(Reentrant(payload: Payload(caller))) }
        }
        await stage.harness.settle()
        #expect(caller.count > 0 && stage.ledger[.bufferFull] > 0)
        #expect(stage.ledger.isBalanced)
        caller.connect(to: nil)
    }

    @Test(arguments: [Consent.denied, .unknown])
    func whateverDropsEventsMayRunTheirDeinit(consent: Consent) async throws {
        let stage = try stage(capacity: 100)
        await stage.grant()
        let caller = Caller()
        caller.connect(to: stage.harness.tracker)
        await stage.harness.inOneInstant {
            for _ in 0..<20 { stage.harness.tracker.track(Reentrant(payload: Payload(caller))) }
            stage.harness.tracker.setConsent(consent)
            // Without consent an event is dropped on the caller's own thread.
            stage.harness.tracker.track(Reentrant(payload: Payload(caller)))
        }
        await stage.harness.settle()
        #expect(caller.count > 0 && stage.ledger.isBalanced)
        caller.connect(to: nil)
    }

    @Test func gettersAndDescriptionsMayCallTheTracker() async throws {
        let stage = try stage(capacity: 100)
        await stage.grant()
        let caller = Caller()
        caller.connect(to: stage.harness.tracker)
        for _ in 0..<5 { stage.harness.tracker.track(Reentrant(payload: Payload(caller))) }
        await stage.harness.settle()
        await stage.harness.tracker.flush()
        #expect(caller.count >= 10 && stage.ledger.isBalanced)
        caller.connect(to: nil)
    }
}
