/// Why an attempt to send failed in a way that another attempt may mend.
public enum FailureCause: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The server answered with this status.
    case status(Int)
    /// The server sent the request elsewhere, which is never followed.
    case redirect(Int)
    /// The answer was a success whose body is not JSON, as a captive portal gives.
    case notJSON
    /// No answer before the deadline.
    case timedOut
    /// No connection, or it broke; the text is the system's, without the address.
    case connection(String)
    /// The answer was longer than 64 KB.
    case answerTooLong
    /// Left over from an earlier launch.
    case earlierLaunch

    /// The cause in an operator's words.
    public var description: String {
        switch self {
        case .status(let status): "HTTP \(status)"
        case .redirect(let status): "redirect \(status), not followed"
        case .notJSON: "answer is not JSON (captive portal?)"
        case .timedOut: "no answer in time"
        case .connection(let text): text
        case .answerTooLong: "answer over 64 KB"
        case .earlierLaunch: "failure of an earlier launch"
        }
    }
}
