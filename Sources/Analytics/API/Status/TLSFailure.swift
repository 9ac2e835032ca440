/// Why no trusted, encrypted connection to the server came about. Cases may be added in a minor release.
public enum TLSFailure: Sendable, Hashable, Codable, CustomStringConvertible {
    /// No authority that this system trusts has signed the server's certificate.
    case unknownAuthority
    /// The server's certificate is signed by itself.
    case selfSigned
    /// The certificate, or one in its chain, has expired; or the device's clock is wrong.
    case expired
    /// The certificate is not valid yet; or the device's clock is wrong.
    case notYetValid
    /// The certificate is for another host.
    case wrongHost
    /// The certificate was revoked.
    case revoked
    /// The server wants a client certificate, or refuses the one that it got.
    case clientCertificate
    /// The certificate is not trusted, for a reason that the system does not say.
    case untrusted
    /// The two sides agreed on no encryption, or the server does not speak TLS.
    case handshake

    /// The failure in an operator's words.
    public var description: String {
        switch self {
        case .unknownAuthority: "certificate of an unknown authority"
        case .selfSigned: "self-signed certificate"
        case .expired: "expired certificate"
        case .notYetValid: "certificate not valid yet"
        case .wrongHost: "certificate for another host"
        case .revoked: "revoked certificate"
        case .clientCertificate: "client certificate missing or refused"
        case .untrusted: "certificate not trusted"
        case .handshake: "handshake failed"
        }
    }
}
