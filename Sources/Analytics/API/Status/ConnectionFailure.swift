/// Why a request got no whole response. Cases may be added in a minor release.
public enum ConnectionFailure: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The address was found, but nothing accepts connections there.
    case cannotConnect
    /// The host's name has no address.
    case hostNotFound
    /// The connection was closed or reset before a response came.
    case lost
    /// The response began and did not end.
    case responseCutShort
    /// The server sent something other than HTTP.
    case notHTTP
    /// The device has no network.
    case noNetwork
    /// The network may not be used for this now (Low Data Mode).
    case networkNotAllowed
    /// The address cannot be used.
    case invalidAddress
    /// A failure without a separate case, with the system's error code: libcurl's on Linux, `URLError`'s elsewhere.
    case other(code: Int)

    /// The failure in an operator's words, without the address.
    public var description: String {
        switch self {
        case .cannotConnect: "cannot connect"
        case .hostNotFound: "host not found"
        case .lost: "connection lost"
        case .responseCutShort: "response cut short"
        case .notHTTP: "no HTTP response"
        case .noNetwork: "no network"
        case .networkNotAllowed: "network use is not allowed now"
        case .invalidAddress: "the address cannot be used"
        case .other(let code): "connection failed (\(code))"
        }
    }
}
