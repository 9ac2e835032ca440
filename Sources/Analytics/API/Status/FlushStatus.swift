import struct Foundation.Date

/// Sending: what it does at present, what stands in its way, and what it has done since launch.
public struct FlushStatus: Sendable, Hashable, Codable {
    /// What sending does at present.
    public enum Phase: String, Sendable, Codable {
        /// Nothing waits.
        case idle
        /// Events wait for a trigger.
        case waiting
        /// A round is on.
        case sending
        /// Events wait for the end of a backoff.
        case backingOff = "backing-off"
        /// A gate is closed that time alone does not open.
        case held
    }

    /// What sending does at present.
    public var phase: Phase
    /// Every closed gate with its value, the most lasting first; empty when events may be sent.
    public var gates: [ClosedGate]
    /// The backoff that is running.
    public var backoff: BackoffStatus?
    /// How long until the engine looks again by itself, and what for; nil when only an event changes anything.
    public var nextTimer: NextTimer?
    /// The trigger of the round in progress.
    public var round: FlushTrigger?
    /// How long the request in flight has been under way, and its events.
    public var inFlight: InFlight?
    /// Rounds by what started them.
    public var triggers: [String: Int]
    /// Requests that set out.
    public var attempts: Int
    /// Requests that failed in a way that another attempt may mend.
    public var failures: Int
    /// Bytes of all bodies before compression.
    public var rawBytes: Int
    /// Bytes of all bodies as sent.
    public var sentBytes: Int
    /// The server's reasons for rejecting single events.
    public var rejections: [String: Int]
    /// The last batch that the server accepted.
    public var lastSuccess: Success?
    /// The last batch that the server refused for good.
    public var lastDiscard: Discard?
    /// How the last round ended, or why it did not start.
    public var lastOutcome: FlushOutcome?

    /// The backoff that is running.
    public struct BackoffStatus: Sendable, Hashable, Codable {
        /// Failures in a row.
        public var failures: Int
        /// How long it lasts from its start.
        public var delay: Int
        /// How much of `delay` is jitter.
        public var jitter: Int
        /// How much of it is left.
        public var left: Int
        /// What began it, in words.
        public var cause: String
        /// The server's Retry-After.
        public var retryAfter: Int?
    }

    /// The engine's next alarm.
    public struct NextTimer: Sendable, Hashable, Codable {
        /// How long until it goes off.
        public var left: Int
        /// What is due then.
        public var trigger: FlushTrigger
    }

    /// The request that is under way.
    public struct InFlight: Sendable, Hashable, Codable {
        /// How long it has been.
        public var since: Int
        /// Events in it.
        public var events: Int
    }

    /// A batch that the server refused for good; its events are in no later request.
    public struct Discard: Sendable, Hashable, Codable, CustomStringConvertible {
        /// When it was refused.
        public var time: Date
        /// Events in it.
        public var events: Int
        /// The status of the response.
        public var status: Int
        /// What the server said, at most 100 characters; nil when it said nothing.
        public var reason: String?

        /// The discard in an operator's words.
        public var description: String {
            "discarded \(events) events: HTTP \(status)" + (reason.map { " (\($0))" } ?? "")
        }
    }

    /// A batch that the server accepted.
    public struct Success: Sendable, Hashable, Codable {
        /// When it was accepted.
        public var time: Date
        /// Events in it.
        public var events: Int
        /// Bytes of its body as sent.
        public var bytes: Int
        /// From the start of the request to the end of the answer.
        public var duration: Int
    }
}
