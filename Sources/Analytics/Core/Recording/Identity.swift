/// Who events belong to: the generation of the install ID, and the user.
///
/// Each pending event keeps the identity that held when it was tracked, so that a log-out changes nothing that was
/// tracked before it, also what is still in the buffer.
package struct Identity: Sendable, Hashable {
    /// Goes up with every `reset()`; each generation has an install ID and a session of its own.
    package var generation: UInt64 = 0
    /// The host's opaque name for the user; nil while nobody is signed in. Never on disk outside an event's line.
    package var userID: String?

    package init() {}

    /// Log-out: no user, and a generation that shares no ID with the one before.
    mutating func reset() {
        generation += 1
        userID = nil
    }
}

/// Which user IDs are taken.
package enum UserIDRules {
    static let maxCharacters = 128
    static let maxBytes = 512

    /// Why an ID is refused, in words that do not quote it; nil when it can be taken.
    ///
    /// It is never cut to fit: two users whose IDs begin alike would become one.
    package static func fault(in userID: String) -> String? {
        if userID.isEmpty { return "the user ID is empty" }
        if BoundedText.exceeds(userID, bytes: maxBytes) || userID.count > maxCharacters {
            return "the user ID is longer than \(maxCharacters) characters or \(maxBytes) bytes"
        }
        if userID.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
            return "the user ID holds control characters"
        }
        return switch PersonalDataScan.find(in: userID) {
        case .email: "the user ID holds an e-mail address; pass an opaque ID"
        case .phone: "the user ID looks like a telephone number; pass an opaque ID"
        case .credential: "the user ID holds a URL with a credential; pass an opaque ID"
        case nil: nil
        }
    }
}
