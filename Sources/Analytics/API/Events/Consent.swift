/// What the person said about being measured.
public enum Consent: String, Sendable, Codable, CaseIterable, Hashable {
    /// Nobody asked yet, or the answer is not known. Nothing is recorded and nothing is sent; what an earlier
    /// yes left on disk stays there.
    case unknown
    /// The person said yes. Events are recorded from here on, never from before.
    case granted
    /// The person said no. Nothing is recorded or sent, and all that was recorded is erased.
    case denied
}
