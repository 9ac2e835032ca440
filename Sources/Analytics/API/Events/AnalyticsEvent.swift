/// Something that happened in the app: a name, a schema version and properties.
///
/// Declare one small type per event, so that the compiler knows every event and its properties.
/// `properties` is read later and on another thread, never inside `track`: an event is a value that no
/// longer changes once it was handed over.
public protocol AnalyticsEvent: Sendable {
    /// What the event is called, for all time: a rename is a new event.
    ///
    /// 1 to 100 characters (``EventLimits/maxNameCharacters``): letters and digits of any script, `_`, `-`,
    /// `.`, `:`, `/`, and spaces that are neither first nor last. A name outside that, or one that holds a
    /// telephone number, makes the event ``DropReason/invalid``.
    static var name: String { get }

    /// Raised when a property's meaning or type changes; 0 or more. A negative version makes the event
    /// ``DropReason/invalid``.
    static var schemaVersion: Int { get }

    /// What else is known about the event; at most 64 properties, with keys of 1 to 64 characters.
    ///
    /// Personal data is removed with its key before anything is stored (``ScrubbingRules``).
    var properties: [String: PropertyValue] { get }
}
