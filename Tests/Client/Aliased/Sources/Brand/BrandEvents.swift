import Analytics
import AnalyticsSDK

/// A step of one of the host's funnels, sent through the SDK.
package struct FunnelStep: AnalyticsEvent {
    package static let name = "funnel_step"
    package static let schemaVersion = 1
    let funnel: Funnel

    package var properties: [String: PropertyValue] { ["funnel": .string(funnel.rawValue)] }
}

package func begin(_ funnel: Funnel, tracker: any Tracker) {
    tracker.track(FunnelStep(funnel: funnel))
}
