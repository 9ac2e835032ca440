/// A tracker for hosts with signed-in users, and for teams that come from another SDK.
public protocol AnalyticsClient: Tracker {
    /// Records an event by name. Otherwise identical to `Tracker.track(_:)`.
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
    /// journal; the user before it, if any, stays. Without consent nothing is kept of it. It is not persisted:
    /// call it after the grant, at each launch. A denial removes it.
    func identify(userID: String)
    /// Signs the user out: events tracked from now on have no user, another install ID, another session and event IDs
    /// with another prefix, so that none of these links them to those before; only their sequence numbers continue.
    /// Events tracked before keep what they had, also those still in memory.
    ///
    /// Needs no consent. The new install ID is made before the next event is written, at the latest after the grant; if
    /// the process ends before that, the next launch can continue with the old one.
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
