import Analytics

/// A screen came up.
public struct ScreenViewed: AnalyticsEvent {
    /// The event's name.
    public static let name = "screen_viewed"
    /// The first version.
    public static let schemaVersion = 1
    let screen: String
    /// The screen's name.
    public var properties: [String: PropertyValue] { ["screen": .string(screen)] }
}

/// Something was tapped.
public struct Tapped: AnalyticsEvent {
    /// The event's name.
    public static let name = "tap"
    /// The first version.
    public static let schemaVersion = 1
    let element: String
    /// The element's name.
    public var properties: [String: PropertyValue] { ["element": .string(element)] }
}

/// A step of the checkout funnel.
public struct CheckoutStep: AnalyticsEvent {
    /// The event's name.
    public static let name = "checkout_step"
    /// `step` became a number in version 2.
    public static let schemaVersion = 2
    let step: Int
    /// The step and whether it is the last.
    public var properties: [String: PropertyValue] { ["step": .int(step), "is_last": .bool(step == 3)] }
}

/// A purchase; recorded by one install in ten.
public struct Purchase: AnalyticsEvent {
    /// The event's name.
    public static let name = "purchase"
    /// The first version.
    public static let schemaVersion = 1
    /// Amount and currency.
    public var properties: [String: PropertyValue] { ["amount": .double(42.0), "currency": "EUR"] }
}

/// An event with personal data in it, as a careless team would send.
public struct ProfileSaved: AnalyticsEvent {
    /// The event's name.
    public static let name = "profile_saved"
    /// The first version.
    public static let schemaVersion = 1
    /// A key and two values that must go, and one that stays.
    public var properties: [String: PropertyValue] {
        ["email": "ada@example.org", "note": "call +44 20 7946 0958", "plan": "pro", "fields": 4]
    }
}

/// An event over the size limit.
public struct Oversized: AnalyticsEvent {
    /// The event's name.
    public static let name = "oversized"
    /// The first version.
    public static let schemaVersion = 1
    /// 64 properties of 1,000 bytes each.
    public var properties: [String: PropertyValue] {
        let text = PropertyValue.string(String(repeating: "\u{4E16}", count: 250))
        return Dictionary(uniqueKeysWithValues: (0..<64).map { ("p\($0)", text) })
    }
}

/// An event whose name no server would take.
public struct BadlyNamed: AnalyticsEvent {
    /// Not a valid name.
    public static let name = "bad\u{1B}[31mname!"
    /// The first version.
    public static let schemaVersion = 1
    /// None.
    public var properties: [String: PropertyValue] { [:] }
}

/// An event with a number that JSON cannot carry.
public struct Measured: AnalyticsEvent {
    /// The event's name.
    public static let name = "measured"
    /// The first version.
    public static let schemaVersion = 1
    /// A value that is no number, and one that is.
    public var properties: [String: PropertyValue] { ["speed": .double(.nan), "distance": 3.0] }
}

/// An event with emoji and a very long text.
public struct Commented: AnalyticsEvent {
    /// The event's name.
    public static let name = "commented"
    /// The first version.
    public static let schemaVersion = 1
    /// A text that is cut, and one of emoji.
    public var properties: [String: PropertyValue] {
        ["text": .string(String(repeating: "long ", count: 200)), "mood": "👩‍👩‍👧‍👦🇩🇪"]
    }
}

/// The sample events in the order of the dashboard's keys 1 to 9.
public enum SampleEvents {
    /// What a key fires.
    public struct Sample: Sendable {
        /// What the operator reads.
        public let label: String
        /// What a scenario calls it: the event's name, where it has a good one.
        public let name: String
        /// One such event.
        public let event: any AnalyticsEvent

        /// Tracks one such event.
        @Sendable public func fire(_ tracker: any Tracker) { tracker.track(event) }
    }

    /// All samples, key 1 first.
    public static let all: [Sample] = [
        Sample(label: "screen_viewed", name: "screen_viewed", event: ScreenViewed(screen: "home")),
        Sample(label: "tap", name: "tap", event: Tapped(element: "buy")),
        Sample(label: "checkout_step", name: "checkout_step", event: CheckoutStep(step: 2)),
        Sample(label: "purchase, sampled at 10 %", name: "purchase", event: Purchase()),
        Sample(label: "profile_saved, with personal data", name: "profile_saved", event: ProfileSaved()),
        Sample(label: "oversized", name: "oversized", event: Oversized()),
        Sample(label: "an event with a bad name", name: "bad_name", event: BadlyNamed()),
        Sample(label: "measured, with NaN", name: "measured", event: Measured()),
        Sample(label: "commented, with emoji and a long text", name: "commented", event: Commented()),
    ]
}
