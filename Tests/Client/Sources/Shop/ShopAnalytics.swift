import Analytics
import Foundation

/// The one place that knows the SDK's configuration.
package enum ShopAnalytics {
    package static func configuration(endpoint: URL, writeKey: String) -> AnalyticsConfiguration {
        var configuration = AnalyticsConfiguration(endpoint: endpoint, appVersion: "4.2")
        configuration.writeKey = .bearer(writeKey)
        configuration.flush = .frequent
        configuration.scrubbing.allow(only: ["product_id", "price"], for: ProductViewed.self)
        return configuration
    }

    /// Made once at launch and handed to every model.
    package static func tracker(endpoint: URL, writeKey: String) -> any AnalyticsClient {
        AnalyticsTracker(configuration: configuration(endpoint: endpoint, writeKey: writeKey))
    }
}
