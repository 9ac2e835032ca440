/// The key that tells the server which team's events these are, and the header that carries it.
public struct WriteKey: Sendable, Hashable {
    /// The header's name.
    public let header: String
    /// The header's value.
    public let value: String

    /// `Authorization: Bearer` and the key.
    public static func bearer(_ key: String) -> WriteKey {
        WriteKey(header: "Authorization", value: "Bearer \(key)")
    }

    /// A header of the server's own, such as `X-Write-Key`.
    public static func header(_ name: String, _ key: String) -> WriteKey {
        WriteKey(header: name, value: key)
    }

    /// Whether name and value can stand in a header at all (RFC 9110: a token, and no control characters).
    var isValid: Bool {
        let token = Set("!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
        return !header.isEmpty && header.utf8.allSatisfy(token.contains)
            && value.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
    }
}
