/// How one call of `flush()` ended.
public struct FlushOutcome: Sendable, Hashable, Codable {
    /// Why an attempt ended.
    public enum Stop: Sendable, Hashable, Codable, CustomStringConvertible {
        /// Nothing is left that could be sent.
        case nothingLeft
        /// A gate was closed, or closed on the way.
        case held(ClosedGate)
        /// The time that the system grants in the background ran out.
        case backgroundTimeRanOut
        /// The request was called off, since consent went for a moment or the tracker is going.
        case interrupted
        /// The caller's task was cancelled; the send itself goes on.
        case waitCancelled
        /// The tracker is gone.
        case shutDown

        /// The reason in an operator's words.
        public var description: String {
            switch self {
            case .nothingLeft: "nothing left"
            case .held(let gate): "held, \(gate)"
            case .backgroundTimeRanOut: "background time ran out"
            case .interrupted: "called off on the way"
            case .waitCancelled: "stopped waiting"
            case .shutDown: "the tracker is gone"
            }
        }
    }

    /// Events that the server accepted.
    public var sent = 0
    /// Events that the server did not take, one by one.
    public var rejected = 0
    /// Events of batches that the server refused for good.
    public var discarded = 0
    /// Why it went no further.
    public var stoppedBy: Stop

    /// An outcome; counts are zero unless given.
    public init(sent: Int = 0, rejected: Int = 0, discarded: Int = 0, stoppedBy: Stop) {
        self.sent = sent
        self.rejected = rejected
        self.discarded = discarded
        self.stoppedBy = stoppedBy
    }
}
