import Analytics
import AnalyticsTesting
import Foundation
import Shop
import Testing

/// The shop on a real tracker: its server a script, its time moved by hand, its disk a temporary folder.
@MainActor struct ShopWorld {
    let harness: AnalyticsHarness
    let server: ScriptedUploader

    init() throws {
        let endpoint = try #require(URL(string: "https://events.example.com"))
        let clock = ManualClock()
        server = ScriptedUploader(clock: clock)
        harness = AnalyticsHarness(
            configuration: ShopAnalytics.configuration(endpoint: endpoint, writeKey: "k"),
            world: AnalyticsHarness.World(clock: clock, network: .scripted(server)))
    }

    var account: AccountModel { AccountModel(client: harness.tracker) }

    func checkout() async {
        let model = CheckoutModel(tracker: harness.tracker)
        model.add(productID: "p1", price: 3)
        for _ in 0..<3 { model.proceed() }
        await harness.settle()
    }

    func grant() async {
        account.answered(mayMeasure: true)
        await harness.settle()
    }
}
