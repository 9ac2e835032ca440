import Analytics

import struct Foundation.Date

/// What the policy did to one event: its properties as the host gave them, and as they were recorded.
///
/// The only place where values from before the scrub can be seen; it exists only in a harness.
public struct EventHistory: Sendable, Hashable {
    /// When it was judged, by the world's wall clock.
    public let time: Date
    /// The event's name.
    public let name: String
    /// The event's schema version.
    public let schemaVersion: Int
    /// The sequence number it was recorded under; nil when it was dropped.
    public let sequence: Int?
    /// The properties as given.
    public let before: [String: PropertyValue]
    /// The properties as recorded, in the order of the line; empty when it was dropped.
    public let after: [Property]
    /// The sampling rate that travels with it.
    public let sampleRate: Double?
    /// What was removed or cut, or why it was dropped; a sentence each.
    public let notes: [String]

    /// A property as recorded.
    public struct Property: Sendable, Hashable {
        /// Its key.
        public let key: String
        /// Its value.
        public let value: PropertyValue
    }
}

extension EventHistory {
    init(_ draft: EventDraft, _ decision: Decision, sequence: Int?, time: Date) {
        self.time = time
        name = draft.name
        schemaVersion = draft.schemaVersion
        before = draft.properties
        switch decision {
        case .keep(let event):
            self.sequence = sequence
            after = event.properties.map { Property(key: $0.key, value: $0.value) }
            sampleRate = event.sampleRate
            notes =
                event.note.removed.map { "removed \($0.key): \($0.reason.rawValue)" }
                + (event.note.unnamed > 0 ? ["removed \(event.note.unnamed) more"] : [])
                + event.note.cut.map { "cut \($0)" }
        case .drop(let reason, let detail):
            self.sequence = nil
            after = []
            sampleRate = nil
            notes = ["\(reason.rawValue): \(detail)"]
        }
    }
}

/// The newest histories, as many as memory may hold.
final class HistoryBook: Sendable {
    private static let limit = 2_000
    private let state = Locked<(entries: [EventHistory], oldest: Int)>(([], 0))

    func add(_ history: EventHistory) {
        state.withLock { state in
            if state.entries.count < Self.limit {
                state.entries.append(history)
            } else {
                state.entries[state.oldest] = history
                state.oldest = (state.oldest + 1) % Self.limit
            }
        }
    }

    var newestFirst: [EventHistory] {
        state.withLock { Array(($0.entries[$0.oldest...] + $0.entries[..<$0.oldest]).reversed()) }
    }
}
