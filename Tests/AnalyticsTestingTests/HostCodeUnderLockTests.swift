import Analytics
import AnalyticsTesting
import Dispatch
import Foundation
import Testing

/// No code of the host runs while a test double holds a lock: all of it may call the double again.
@Suite(.timeLimit(.minutes(10))) struct HostCodeUnderLockTests {
    /// Calls back from its getter, its static getters' reader and its end.
    private final class Meddler: AnalyticsEvent {
        static let name = "meddler"
        static let schemaVersion = 1
        private let meddle: @Sendable () -> Void

        init(_ meddle: @escaping @Sendable () -> Void) { self.meddle = meddle }
        deinit { meddle() }

        var properties: [String: PropertyValue] {
            meddle()
            return ["a": 1]
        }
    }

    /// Calls back when the last reference goes.
    private final class Farewell: Sendable {
        private let say: @Sendable () -> Void
        init(_ say: @escaping @Sendable () -> Void) { self.say = say }
        deinit { say() }
    }

    /// Whether `body` returns: a lock that it waits for itself holds up only its own thread.
    private func returns(_ body: @escaping @Sendable () -> Void) async -> Bool {
        await withCheckedContinuation { continuation in
            let end = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                body()
                end.signal()
            }
            Thread.detachNewThread {
                continuation.resume(returning: end.wait(timeout: .now() + 60) == .success)
            }
        }
    }

    private static func meddle(with tracker: RecordingTracker) {
        tracker.track("inner", schemaVersion: 1, properties: [:])
        tracker.identify(userID: "u")
        _ = (
            tracker.entries, tracker.refused, tracker.consent, tracker.flushes, tracker.userID, tracker.resets
        )
        tracker.reset()
    }

    @Test func anEventThatCallsTheRecordingTrackerFromEverywhereIsRecorded() async {
        let tracker = RecordingTracker()
        #expect(await returns { tracker.track(Meddler { Self.meddle(with: tracker) }) })
        // What the getter tracks comes first, what the end of the event tracks last.
        #expect(tracker.entries.map(\.name) == ["inner", "meddler", "inner"])
        #expect(tracker.entries[1].userID == nil)
    }

    @Test func anEventWhoseGetterDeniesConsentIsErasedWithTheRest() async {
        let tracker = RecordingTracker()
        let hasReturned = await returns {
            tracker.track(
                Meddler {
                    tracker.setConsent(.denied)
                    tracker.setConsent(.granted)
                })
        }
        #expect(hasReturned)
        #expect(tracker.entries.isEmpty)
    }

    @Test func withoutConsentNoGetterIsRead() {
        let tracker = RecordingTracker(consent: .unknown)
        let calls = RecordingTracker()
        let event = Meddler { calls.track("read", schemaVersion: 1, properties: [:]) }
        tracker.track(event)
        #expect(calls.entries.isEmpty)
        withExtendedLifetime(event) {}
    }

    @Test func aConditionThatCallsTheTrackerIsMet() async {
        let tracker = RecordingTracker()
        tracker.track("tap", schemaVersion: 1, properties: [:])
        let entry = await tracker.wait { entry in
            _ = tracker.entries
            return entry.name == "tap"
        }
        #expect(entry != nil)
    }

    @Test func aHandlerOfTheDiskAndItsEndMayCallTheDisk() async {
        let files = FaultyFiles()
        let hasReturned = await returns {
            do {
                let farewell = Farewell { files.fault = .none }
                files.onCall {
                    _ = files.calls
                    withExtendedLifetime(farewell) {}
                }
            }
            _ = try? files.info(at: FileManager.default.temporaryDirectory.path)
            files.onCall {}
            files.onCall(nil)
        }
        #expect(hasReturned)
    }

    @Test func anAlarmsEndMayCallTheClock() async {
        let clock = ManualClock()
        let hasReturned = await returns {
            let alarm: Alarm
            do {
                let farewell = Farewell { _ = (clock.wall, clock.sleepers) }
                alarm = clock.schedule(at: clock.now().monotonic + .seconds(1)) {
                    withExtendedLifetime(farewell) {}
                }
            }
            alarm.cancel()
        }
        #expect(hasReturned)
        #expect(clock.sleepers == 0)
    }

    /// The old tracker still has events that were never taken: they end with it.
    @Test func anEventsEndMayCallTheHarnessThatCrashesAndRelaunches() async throws {
        let endpoint = try #require(URL(string: "https://events.example.com"))
        let harness = AnalyticsHarness(
            configuration: AnalyticsConfiguration(endpoint: endpoint, appVersion: "1"),
            world: AnalyticsHarness.World(network: .function { _ in .init(status: 200) }))
        harness.tracker.setConsent(.granted)
        await harness.inOneInstant {
            let hasReturned = await returns {
                harness.tracker.track(
                    Meddler { [weak harness] in
                        _ = harness?.status
                        _ = harness?.earlierLives
                        _ = harness?.histories
                    })
                harness.relaunch()
                harness.relaunch()
            }
            #expect(hasReturned)
        }
        await harness.settle()
        #expect(harness.lives == 3)
    }

    @Test func aFunctionInPlaceOfTheNetworkMayCrashTheHarness() async throws {
        let endpoint = try #require(URL(string: "https://events.example.com"))
        let slot = Locked<AnalyticsHarness?>(nil)
        let harness = AnalyticsHarness(
            configuration: AnalyticsConfiguration(endpoint: endpoint, appVersion: "1"),
            world: AnalyticsHarness.World(
                network: .function { _ in
                    let harness = slot.withLock { $0 }
                    _ = harness?.status
                    harness?.crash()
                    return .init(status: 200)
                }))
        slot.withLock { $0 = harness }
        defer { slot.withLock { $0 = nil } }
        harness.tracker.setConsent(.granted)
        harness.tracker.track("tap", schemaVersion: 1, properties: [:])
        _ = await harness.flushAndSettle()
        // The server has it, and the crash came before its answer: the next run sends it again.
        #expect(harness.earlierLives.map { $0.ledger[.delivered] } == [0])
        #expect(harness.segmentLines().count == 1)
    }
}
