/// Counts the denials of a tracker's life; events recorded under an older epoch are never sent.
package struct ConsentEpoch: Sendable, Hashable, Comparable {
    package var number: UInt64

    package init(number: UInt64 = 0) {
        self.number = number
    }

    package static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}

/// What decides at the instant of the call whether an event may be recorded, and as whose.
///
/// Lives under the buffer's lock and changes there at once: a change that travelled through the buffer could be
/// evicted by an overflow, or arrive after events that it should have stopped.
package struct Gate: Sendable, Hashable {
    /// What the user said.
    package private(set) var consent = Consent.unknown
    /// Goes up with every denial.
    package private(set) var epoch = ConsentEpoch()
    /// The identity's generation at the last denial: what came before it has gone, with its install ID.
    package private(set) var generationAtDenial: UInt64 = 0
    /// Whether the yes in force is one of an earlier launch.
    package private(set) var isPersisted = false
    /// Whose events come now.
    package private(set) var identity = Identity()
    /// The remote switch.
    package var isEnabled = true
    /// Whether an earlier launch's answer is still being read: events then wait in memory, for as long as that
    /// takes, and no longer than until the host says something.
    package private(set) var awaitsPersistedConsent: Bool

    package init(awaitsPersistedConsent: Bool = false) {
        self.awaitsPersistedConsent = awaitsPersistedConsent
    }

    /// Why an event is not taken now; nil when it is.
    package var refusal: DropReason? {
        if consent != .granted, !awaitsPersistedConsent { return .noConsent }
        return isEnabled ? nil : .switchedOff
    }

    /// Whether the yes of `epoch` still holds: it may have gone, or gone and come back, since.
    func isGranted(since epoch: ConsentEpoch) -> Bool { consent == .granted && self.epoch == epoch }

    /// Applies what the user said; after a denial nobody is signed in any more.
    package mutating func set(_ consent: Consent) {
        // Said before the answer was known: it was said without consent.
        if awaitsPersistedConsent { identity.userID = nil }
        awaitsPersistedConsent = false
        isPersisted = false
        if consent == .denied {
            epoch.number += 1
            identity.userID = nil
            generationAtDenial = identity.generation
        }
        self.consent = consent
    }

    /// Applies what an earlier launch remembers; without a yes nobody stays signed in.
    package mutating func resolve(persisted consent: Consent) {
        let userID = identity.userID
        set(consent)
        if consent == .granted {
            identity.userID = userID
            isPersisted = true
        }
    }

    /// From now on events are `userID`'s.
    package mutating func identify(_ userID: String) { identity.userID = userID }

    /// From now on events are nobody's, under a new install ID.
    package mutating func reset() { identity.reset() }
}
