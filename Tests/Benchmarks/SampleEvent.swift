import Analytics
import Foundation

/// The suite's event: five properties, two of them strings, and an int, a double and a bool.
struct SampleEvent: AnalyticsEvent {
    static let name = "product_viewed"
    static let schemaVersion = 1
    static let one = SampleEvent(
        screen: "product_detail", element: "add_to_cart_button", position: 7, price: 12.5, isMember: true)

    private static let screens = ["home", "search_results", "product_detail", "basket", "checkout", "orders"]
    private static let elements = [
        "add_to_cart_button", "photo", "size_picker", "wish_list_heart", "reviews_link",
    ]

    /// One of many, for bodies: fifty times the same event would compress too well.
    static func varied(_ index: Int) -> SampleEvent {
        SampleEvent(
            screen: screens[index % screens.count], element: elements[index * 7 % elements.count],
            position: index * 13 % 97, price: Double(index * 31 % 2_000) / 4, isMember: index % 3 == 0)
    }

    let screen: String
    let element: String
    let position: Int
    let price: Double
    let isMember: Bool

    var properties: [String: PropertyValue] {
        [
            "screen": .string(screen), "element": .string(element), "position": .int(position),
            "price": .double(price), "is_member": .bool(isMember),
        ]
    }
}

extension AnalyticsTracker {
    /// The public way in, with a folder of its own and an endpoint at which nobody listens unless `endpoint` says so.
    static func ready(
        in directory: URL, endpoint: URL? = nil, _ change: (inout AnalyticsConfiguration) -> Void = { _ in }
    ) throws -> AnalyticsTracker {
        let tracker = AnalyticsTracker(
            configuration: try .benchmark(in: directory, endpoint: endpoint, change))
        tracker.setConsent(.granted)
        tracker.track(SampleEvent.one)
        try waitUntil(upTo: .seconds(120), "the first event on disk") { tracker.status.ledger[.waiting] == 1 }
        return tracker
    }

    /// Returns when everything tracked is on disk or accounted for.
    func rest(lookingEvery milliseconds: Int32 = 1) throws {
        try waitUntil(upTo: .seconds(120), "a tracker at rest", lookingEvery: milliseconds) {
            let ledger = self.status.ledger
            return ledger[.buffered] == 0 && ledger[.inHand] == 0
        }
    }
}

extension AnalyticsConfiguration {
    static func benchmark(
        in directory: URL, endpoint: URL? = nil, _ change: (inout AnalyticsConfiguration) -> Void = { _ in }
    ) throws -> AnalyticsConfiguration {
        guard let endpoint = endpoint ?? URL(string: "http://127.0.0.1:9") else {
            throw Mismeasured(description: "no endpoint")
        }
        var configuration = AnalyticsConfiguration(endpoint: endpoint, appVersion: "4.2")
        configuration.directory = directory
        change(&configuration)
        return configuration
    }
}
