import Foundation

/// One header line.
public struct HeaderField: Sendable, Hashable {
    /// The name as sent; compared without regard to case.
    public let name: String
    /// The value without the blanks around it.
    public let value: String

    /// A header line.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// One request as it reached the server, body still packed.
public struct IngestRequest: Sendable, Hashable {
    /// `POST`, `GET` and so on, in capitals.
    public let method: String
    /// The path without query.
    public let path: String
    /// The header lines in order.
    public let headers: [HeaderField]
    /// The body as sent.
    public let body: Data

    /// A request.
    public init(method: String, path: String, headers: [HeaderField] = [], body: Data = Data()) {
        self.method = method
        self.path = path
        self.headers = headers
        self.body = body
    }

    /// The first header of that name, in any case.
    public func header(_ name: String) -> String? {
        headers.first { $0.name.caseInsensitiveCompare(name) == .orderedSame }?.value
    }
}

/// What an answer's body consists of.
public enum AnswerBody: Sendable, Hashable {
    /// These bytes.
    case bytes(Data)
    /// This many bytes of blanks.
    case filler(Int)
    /// Blanks for ever.
    case endless
}

/// How an answer travels.
public enum Delivery: Sendable, Hashable {
    /// At once and whole.
    case whole
    /// Whole, after this many seconds.
    case delayed(seconds: Double)
    /// One byte of the body at a time, with this pause in milliseconds.
    case drip(milliseconds: Int)
    /// The headers promise the whole body, but only this many bytes of it are sent.
    case cut(after: Int)
    /// The connection closes in good order, without an answer.
    case closed
    /// The connection is reset, without an answer.
    case reset
    /// Nothing comes and nothing closes.
    case silence
    /// The connection was never possible; over a socket that is already open: a reset.
    case refused

    /// Whether a status line leaves the server at all.
    public var answers: Bool {
        switch self {
        case .whole, .delayed, .drip, .cut: true
        case .closed, .reset, .silence, .refused: false
        }
    }
}

/// What to answer and how; carrying it out is the caller's part.
public struct AnswerPlan: Sendable, Hashable {
    /// The request's number in the collector's log, or nil when it is not logged one by one.
    public let number: Int?
    /// The HTTP status.
    public let status: Int
    /// Headers without `Content-Length` and `Connection`, which belong to the transport.
    public let headers: [HeaderField]
    /// The body.
    public let body: AnswerBody
    /// How the answer travels.
    public let delivery: Delivery
    /// Which state of the faults made this plan; a later state ends a wait that is under way.
    let generation: Int

    init(
        number: Int?, status: Int, headers: [HeaderField] = [], body: AnswerBody = .bytes(Data()),
        delivery: Delivery = .whole, generation: Int = .max
    ) {
        self.number = number
        self.status = status
        self.headers = headers
        self.body = body
        self.delivery = delivery
        self.generation = generation
    }
}
