import Analytics

/// Someone looked at a product.
package struct ProductViewed: AnalyticsEvent {
    package static let name = "product_viewed"
    package static let schemaVersion = 1
    package let productID: String
    package let price: Double
    /// What the person searched for before; of use to the screen, and not on the list of what may leave the device.
    package let search: String

    package init(productID: String, price: Double, search: String = "") {
        self.productID = productID
        self.price = price
        self.search = search
    }

    package var properties: [String: PropertyValue] {
        ["product_id": .string(productID), "price": .double(price), "search": .string(search)]
    }
}

/// One step of the checkout funnel; `step` became a number in version 2.
package struct CheckoutStep: AnalyticsEvent {
    package static let name = "checkout_step"
    package static let schemaVersion = 2
    package let step: Int
    package let items: Int

    package init(step: Int, items: Int) {
        self.step = step
        self.items = items
    }

    package var properties: [String: PropertyValue] { ["step": .int(step), "items": .int(items)] }
}

/// A support question was sent; how long it was, and never what it said.
package struct QuestionSent: AnalyticsEvent {
    package static let name = "question_sent"
    package static let schemaVersion = 1
    package let text: String
    package let replyAddress: String

    package init(text: String, replyAddress: String) {
        self.text = text
        self.replyAddress = replyAddress
    }

    /// The mistake that the SDK is there to catch: the reply address has no business here.
    package var properties: [String: PropertyValue] {
        ["length": .int(text.count), "replyEmail": .string(replyAddress)]
    }
}
