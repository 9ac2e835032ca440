/// Counts the denials of a tracker's life; events recorded under an older epoch are never sent.
package struct ConsentEpoch: Sendable, Hashable, Comparable {
    package var number: UInt64

    package init(number: UInt64 = 0) {
        self.number = number
    }

    package static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}

/// What decides at the instant of the call whether an event may be recorded.
///
/// Lives under the buffer's lock and changes there at once: a change that travelled through the buffer could be
/// evicted by an overflow, or arrive after events that it should have stopped.
package struct Gate: Sendable, Hashable {
    /// What the user said.
    package var consent = Consent.unknown
    /// Goes up with every denial.
    package var epoch = ConsentEpoch()

    package init() {}

    /// Whether an event may be recorded and sent now.
    package var isOpen: Bool { consent == .granted }

    /// Applies what the user said.
    package mutating func set(_ consent: Consent) {
        if consent == .denied { epoch.number += 1 }
        self.consent = consent
    }
}
