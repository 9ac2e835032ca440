/// What hosts with signed-in users need besides, and teams that come from another SDK.
public protocol AnalyticsClient: Tracker {
    /// Records an event that has no type of its own; else like `Tracker.track`.
    ///
    /// For teams that migrate call by call, and for names known only at run time. A rename is a new event, and
    /// `schemaVersion` goes up when a property's meaning or type changes.
    func track(_ name: String, schemaVersion: Int, properties: [String: PropertyValue])
    /// Records that a screen was shown: the event `screen_viewed`, version 1, with the property `screen`.
    func screen(_ name: String)
    /// Events tracked from now on belong to a signed-in user; those tracked before do not change.
    ///
    /// The ID must be opaque: one that is empty, longer than 128 characters or 512 bytes, holds control characters, an
    /// e-mail address or what looks like a telephone number is refused, counted in the status and named in the
    /// journal; the user before it, if any, stays. Without consent nothing is kept of it. It is not remembered:
    /// call it after the grant, at each launch. A denial forgets it.
    func identify(userID: String)
    /// Log-out: events tracked from now on have no user, another install ID, another session and event IDs of another
    /// kind, so that none of these links them to those before; only their running numbers go on. Events tracked
    /// before keep what they had, also those still in memory.
    ///
    /// Needs no consent. The new install ID is made before the next event is written, at the latest after the grant; a
    /// process that ends before that can go on with the old one at the next launch.
    func reset()
}

extension AnalyticsClient {
    /// Records an event without properties.
    public func track(_ name: String, schemaVersion: Int) {
        track(name, schemaVersion: schemaVersion, properties: [:])
    }

    /// Records that a screen was shown.
    public func screen(_ name: String) {
        track("screen_viewed", schemaVersion: 1, properties: ["screen": .string(name)])
    }
}
