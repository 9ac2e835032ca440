/// What the server does instead of behaving, or that it behaves.
///
/// Faults act on `POST /v1/events` alone; only `offline` takes the remote configuration down too.
public enum Fault: Sendable, Hashable {
    /// Stores, answers 200.
    case ok
    /// Stores all but the events at index 0, k, 2k and so on, which it rejects as `unknownSchema`.
    case partialReject(every: Int)
    /// Answers 429 and asks for a pause, in seconds. Stores nothing.
    case tooManyRequests(retryAfter: Int)
    /// Answers 503, with or without a pause in seconds. Stores nothing.
    case unavailable(retryAfter: Int?)
    /// Answers with this status, 400 to 599. Stores nothing.
    case status(Int)
    /// Answers 301, 302, 303, 307 or 308 to `Collector.redirectPath`. Stores nothing.
    case redirect(Int)
    /// Answers 200 with a log-in page, as a hotel's network does. Stores nothing.
    case captivePortal
    /// Stores at once, answers 200 after this many seconds, or as soon as the fault is changed.
    case slow(seconds: Double)
    /// Stores, then closes the connection without an answer.
    case storedThenLost
    /// Reads the request, then resets the connection. Stores nothing.
    case reset
    /// Nobody listens: connections are refused. The port comes back the same.
    case offline
    /// Stores, then announces more bytes than it sends.
    case cutShort
    /// Stores, then sends an answer that never ends, until the client leaves or the fault is changed.
    case endlessBody
    /// Stores, then sends an answer of this many megabytes.
    case hugeBody(megabytes: Int)
    /// Stores, then sends the answer byte by byte, with this pause in milliseconds.
    case drip(milliseconds: Int)
    /// Stores, then sends a small gzip answer that opens to this many megabytes.
    case gzipBomb(megabytes: Int)
    /// Reads the request and never answers, until the client leaves or the fault is changed. Stores nothing.
    case neverAnswers
    /// Answers 503 with this text, whatever it is, as Retry-After. Stores nothing.
    case retryAfterText(String)
    /// Stores, then answers with a `rejected` list full of impossible entries.
    case junkRejected
    /// Stores, then answers 200 with an empty body.
    case emptyAnswer

    /// Whether a batch that passes the checks is kept, whatever becomes of the answer.
    public var stores: Bool {
        switch self {
        case .ok, .partialReject, .slow, .storedThenLost, .cutShort, .endlessBody, .hugeBody, .drip,
            .gzipBomb, .junkRejected, .emptyAnswer:
            true
        case .tooManyRequests, .unavailable, .status, .redirect, .captivePortal, .reset, .offline,
            .neverAnswers, .retryAfterText:
            false
        }
    }
}
