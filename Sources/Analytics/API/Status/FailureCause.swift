/// Why an attempt to send failed with a retryable error. Cases may be added in a minor release.
public enum FailureCause: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The server responded with this status.
    case status(Int)
    /// The server redirected the request, which is never followed.
    case redirect(Int)
    /// The response was a success with an unexpected body, such as the page of a captive portal.
    case unexpectedBody
    /// No response before the deadline.
    case timedOut
    /// No connection, or it broke.
    case connection(ConnectionFailure)
    /// The server could not be trusted, or no encrypted connection came about.
    case tls(TLSFailure)
    /// The response was longer than 64 KB, body or headers.
    case responseTooLong
    /// Left over from an earlier launch.
    case earlierLaunch

    /// The cause in an operator's words.
    public var description: String {
        switch self {
        case .status(let status): "HTTP \(status)"
        case .redirect(let status): "redirect \(status), not followed"
        case .unexpectedBody: "unexpected body (captive portal?)"
        case .timedOut: "no response in time"
        case .connection(let failure): failure.description
        case .tls(let failure): "TLS: \(failure)"
        case .responseTooLong: "response over 64 KB"
        case .earlierLaunch: "failure of an earlier launch"
        }
    }
}
