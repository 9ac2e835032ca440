import Analytics
import AnalyticsTesting
import Testing

private struct Tap: AnalyticsEvent {
    static let name = "tap"
    static let schemaVersion = 3
    var properties: [String: PropertyValue] { ["element": "buy"] }
}

@Suite(.timeLimit(.minutes(10))) struct RecordingTrackerTests {
    @Test func anEntryIsWhatWasTracked() {
        let tracker = RecordingTracker()
        tracker.track(Tap())
        #expect(tracker.entries.map(\.name) == ["tap"])
        #expect(tracker.entries.first?.schemaVersion == 3)
        #expect(tracker.entries.first?.properties == ["element": "buy"])
        tracker.clear()
        #expect(tracker.entries.isEmpty)
    }

    @Test func withoutConsentNothingIsKept() {
        let tracker = RecordingTracker(consent: .unknown)
        tracker.track(Tap())
        #expect(tracker.entries.isEmpty)
        #expect(tracker.refused == 1)
    }

    @Test func waitingReturnsTheEventThatComesLater() async {
        let tracker = RecordingTracker()
        async let entry = tracker.wait(for: "tap")
        tracker.track(Tap())
        #expect(await entry?.name == "tap")
    }

    @Test func waitingForWhatNeverComesEnds() async {
        #expect(await RecordingTracker().wait(for: "tap", upTo: .milliseconds(1)) == nil)
    }
}
