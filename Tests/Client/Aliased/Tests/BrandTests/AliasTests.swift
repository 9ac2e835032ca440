import Analytics
import AnalyticsSDK
import AnalyticsTesting
import Brand
import Foundation
import Testing

/// A host whose own module is called Analytics uses the SDK under an alias.
@Suite("The SDK under another module name", .timeLimit(.minutes(1)))
struct AliasTests {
    @Test("An event of the host reaches the server through the aliased SDK")
    func anEventIsDelivered() async throws {
        let endpoint = try #require(URL(string: "https://events.example.com"))
        let clock = ManualClock()
        let server = ScriptedUploader(clock: clock)
        let harness = AnalyticsHarness(
            configuration: AnalyticsConfiguration(endpoint: endpoint, appVersion: "1"),
            world: AnalyticsHarness.World(clock: clock, network: .scripted(server)))
        harness.tracker.setConsent(.granted)
        begin(.checkout, tracker: harness.tracker)
        await harness.advance(by: .seconds(60))
        #expect(server.sent.map(\.names) == [["funnel_step"]])
        #expect(harness.histories.first?.before == ["funnel": "checkout"])
    }
}
