#if canImport(UIKit) && canImport(XCTest)
    import Analytics
    import Foundation
    import XCTest

    /// What the SDK adds to an app's launch, as Xcode measures and compares it; on Apple only.
    final class LaunchMetricTests: XCTestCase {
        private struct Opened: AnalyticsEvent {
            static let name = "app_opened"
            static let schemaVersion = 1
            let properties: [String: PropertyValue] = [:]
        }

        /// Everything that a host does before its first frame: make the tracker, pass consent, track.
        func testTheShareOfALaunch() throws {
            let endpoint = try XCTUnwrap(URL(string: "http://127.0.0.1:9"))
            var configuration = AnalyticsConfiguration(endpoint: endpoint, appVersion: "1")
            configuration.directory = FileManager.default.temporaryDirectory
                .appendingPathComponent("launch-\(UUID().uuidString)")
            measure(metrics: [XCTClockMetric(), XCTMemoryMetric()]) {
                let tracker = AnalyticsTracker(configuration: configuration)
                tracker.setConsent(.granted)
                tracker.track(Opened())
            }
        }
    }
#endif
