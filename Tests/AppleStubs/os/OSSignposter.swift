/// What the SDK names of os, with the signatures of the iOS SDK.
public struct OSSignposter: Sendable {
    /// Whether a tool records.
    public var isEnabled: Bool { false }

    /// Marks in this subsystem and category.
    public init(subsystem: String, category: String) {}

    /// An ID for an interval that others may overlap.
    public func makeSignpostID() -> OSSignpostID { .exclusive }

    /// Begins an interval.
    public func beginInterval(_ name: StaticString, id: OSSignpostID = .exclusive) -> OSSignpostIntervalState
    {
        OSSignpostIntervalState()
    }

    /// Ends an interval.
    public func endInterval(_ name: StaticString, _ state: OSSignpostIntervalState) {}
}

/// Tells overlapping intervals apart.
public struct OSSignpostID: Sendable {
    /// For intervals that never overlap.
    public static let exclusive = OSSignpostID()
}

/// An interval that has begun. A class, and not Sendable.
public final class OSSignpostIntervalState {}
