/// An event as the policy sees it: read from the caller's value, not yet judged.
package struct EventDraft: Sendable, Equatable {
    package var name: String
    package var schemaVersion: Int
    package var properties: [String: PropertyValue]

    package init(name: String, schemaVersion: Int, properties: [String: PropertyValue]) {
        self.name = name
        self.schemaVersion = schemaVersion
        self.properties = properties
    }
}

/// What the policy says about one event.
package enum Decision: Sendable {
    /// The event is recorded, in this form.
    case keep(KeptEvent)
    /// The event is not recorded. The detail says why in words, with names and keys but never a value.
    case drop(DropReason, detail: String)
}

/// An event that may be recorded: personal data removed, strings cut, properties in the order of their keys'
/// bytes.
package struct KeptEvent: Sendable {
    package var name: String
    package var schemaVersion: Int
    package var properties: [(key: String, value: PropertyValue)]
    package var sampleRate: Double
    package var note: PolicyNote

    package init(
        name: String, schemaVersion: Int, properties: [(key: String, value: PropertyValue)],
        sampleRate: Double,
        note: PolicyNote
    ) {
        self.name = name
        self.schemaVersion = schemaVersion
        self.properties = properties
        self.sampleRate = sampleRate
        self.note = note
    }
}

/// What was done to a kept event. Free of values, and of keys that hold personal data themselves.
package struct PolicyNote: Sendable, Equatable {
    /// What was taken out, in the order of the keys' bytes.
    package var removed: [RemovedKey] = []
    /// The keys whose string values were cut.
    package var cut: [String] = []
    /// How many properties were removed that ``removed`` does not name, because there were too many of them.
    package var unnamed = 0

    package init(removed: [RemovedKey] = [], cut: [String] = [], unnamed: Int = 0) {
        self.removed = removed
        self.cut = cut
        self.unnamed = unnamed
    }

    package var isEmpty: Bool { removed.isEmpty && cut.isEmpty }
    /// How many properties were removed in all.
    package var removedCount: Int { removed.count + unnamed }
}

/// One property that was taken out of an event.
package struct RemovedKey: Sendable, Equatable {
    /// Why a property was taken out.
    package enum Reason: String, Sendable, Codable, CaseIterable {
        /// The key names personal data.
        case blockedKey
        /// The event has an allow-list, and the key is not on it.
        case notAllowed
        /// The key or the value holds an e-mail address.
        case email
        /// The key or the value looks like a telephone number.
        case phone
        /// The key or the value holds a URL with a credential or a way to reach a person in it.
        case credential
        /// The value is NaN or infinite.
        case nonFinite
        /// The key is empty, too long, or holds control characters.
        case invalidKey
        /// The event has more properties than are allowed.
        case tooManyProperties
    }

    /// How many properties that are invalid, and how many that are too many, are named; the others are counted.
    package static let maxNamed = 16

    /// The key; cut when it is too long, and replaced by ``hiddenKey`` when it holds personal data itself.
    package var key: String
    package var reason: Reason

    package init(key: String, reason: Reason) {
        self.key = key
        self.reason = reason
    }

    /// Stands for a key that must not be shown.
    package static let hiddenKey = "(hidden key)"
}

extension RemovedKey.Reason {
    init(_ found: PersonalData) {
        switch found {
        case .email: self = .email
        case .phone: self = .phone
        case .credential: self = .credential
        }
    }
}
