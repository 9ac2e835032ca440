import Analytics
import AnalyticsTesting
import Shop
import Testing

/// What the screens report, with a tracker that only writes down.
@MainActor @Suite("Instrumentation", .timeLimit(.minutes(10)))
struct InstrumentationTests {
    let tracker = RecordingTracker()

    @Test("The checkout reports each step once, with the size of the basket")
    func funnel() {
        let model = CheckoutModel(tracker: tracker)
        model.proceed()
        model.add(productID: "p1", price: 3)
        model.add(productID: "p2", price: 4.5)
        for _ in 0..<5 { model.proceed() }
        #expect(
            tracker.entries == [1, 2, 3].map { RecordingTracker.Entry(CheckoutStep(step: $0, items: 2)) })
    }

    @Test("A price stays a floating-point number, also a round one")
    func price() {
        CheckoutModel(tracker: tracker).show(productID: "p1", price: 3)
        #expect(tracker.entries.first?.properties["price"] == .double(3))
        #expect(tracker.entries.first?.properties["price"] != .int(3))
    }

    @Test("Between log-in and log-out events belong to the account, afterwards to nobody")
    func account() {
        let model = AccountModel(client: tracker)
        model.loggedIn(as: "a-17")
        model.loggedOut()
        model.open()
        #expect(
            tracker.entries == [
                .init(name: "logged_in", userID: "a-17"), .init(name: "logged_out", userID: "a-17"),
                .init(name: "screen_viewed", properties: ["screen": "account"]),
            ])
        #expect(tracker.resets == 1)
    }

    @Test("Without a yes nothing is reported, and a no forgets what was")
    func consent() {
        let fresh = RecordingTracker(consent: .unknown)
        let model = AccountModel(client: fresh)
        model.open()
        #expect(fresh.entries.isEmpty && fresh.refused == 1)
        model.answered(mayMeasure: true)
        model.open()
        #expect(fresh.entries.count == 1)
        model.answered(mayMeasure: false)
        #expect(fresh.entries.isEmpty)
    }

    @Test("A test can wait for an event that comes later")
    func waiting() async {
        async let entry = tracker.wait(for: CheckoutStep.name)
        let model = CheckoutModel(tracker: tracker)
        model.add(productID: "p1", price: 1)
        model.proceed()
        #expect(await entry?.properties == ["step": 1, "items": 1])
    }
}
