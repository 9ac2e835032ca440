/// The user's consent to tracking.
public enum Consent: String, Sendable, Codable, CaseIterable, Hashable {
    /// The user has not been asked, or the answer is not known. Nothing is recorded and nothing is sent; events on disk
    /// from an earlier grant stay there.
    case unknown
    /// The user consents. Events are recorded from now on, never from before.
    case granted
    /// The user does not consent. Nothing is recorded or sent, and everything that was recorded is erased.
    case denied
}
