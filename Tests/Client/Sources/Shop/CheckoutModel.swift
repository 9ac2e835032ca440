import Analytics

/// The model behind the checkout screens; it knows a tracker only as `any Tracker`.
@MainActor package final class CheckoutModel {
    private let tracker: any Tracker
    package private(set) var basket: [String: Double] = [:]
    package private(set) var step = 0

    package init(tracker: any Tracker) {
        self.tracker = tracker
    }

    package func show(productID: String, price: Double) {
        tracker.track(ProductViewed(productID: productID, price: price))
    }

    package func add(productID: String, price: Double) { basket[productID] = price }

    /// Goes to the next of three steps; an empty basket and a finished checkout go nowhere.
    package func proceed() {
        guard !basket.isEmpty, step < 3 else { return }
        step += 1
        tracker.track(CheckoutStep(step: step, items: basket.count))
        if step == 3 { basket = [:] }
    }
}
