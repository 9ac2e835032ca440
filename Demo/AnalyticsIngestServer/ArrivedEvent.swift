/// A property's value as it stood on the wire: `3` is an integer, `3.0` is not.
public enum ArrivedValue: Sendable, Codable, Hashable {
    /// A text.
    case string(String)
    /// A whole number without fraction or exponent.
    case int(Int)
    /// A number with a fraction or an exponent.
    case double(Double)
    /// True or false.
    case bool(Bool)
}

/// One event as the collector read it.
public struct ArrivedEvent: Sendable, Codable, Hashable {
    /// The event's own ID; what repeats are dropped by.
    public let id: String
    /// The event's name.
    public let name: String
    /// The schema version that the event states.
    public let schema: Int
    /// When `track` was called: milliseconds since 1970, by the device's clock.
    public let time: Int
    /// The sequence number.
    public let seq: Int
    /// The session's ID.
    public let session: String
    /// The share of installs that keep this event, above 0 and up to 1.
    public let sampleRate: Double
    /// The signed-in user, if any.
    public let user: String?
    /// The install ID of the batch that brought it.
    public let install: String
    /// The properties.
    public let props: [String: ArrivedValue]
}

/// One thing that was wrong with a request.
public struct Violation: Sendable, Codable, Hashable {
    /// Where: `events[3].props.price`, `context.app`, `header content-encoding`, `body`.
    public let path: String
    /// What, in words, without repeating the value.
    public let reason: String

    /// A violation at a path.
    public init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }
}
