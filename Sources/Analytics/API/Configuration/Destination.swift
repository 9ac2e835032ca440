import struct Foundation.URL

extension AnalyticsConfiguration {
    /// Where events are sent: an endpoint and the key that it is addressed with.
    ///
    /// Events are recorded for a destination and are never sent to another, so that neither an update with a new
    /// address nor a second app of the same user sends what was recorded for someone else. Two destinations are the
    /// same when scheme, host, port, path and write key are. The case of scheme and host does not count, nor does a
    /// slash at the end of the path or what follows the path, and all ports of a loopback address are one destination.
    public struct Destination: Sendable, Hashable {
        /// The address, as in ``AnalyticsConfiguration/endpoint``.
        public var endpoint: URL
        /// The key, as in ``AnalyticsConfiguration/writeKey``.
        public var writeKey: WriteKey?

        /// A destination by its address and key.
        public init(endpoint: URL, writeKey: WriteKey? = nil) {
            self.endpoint = endpoint
            self.writeKey = writeKey
        }

        /// 128 bits as hexadecimal digits: two FNV-1a hashes of 64 bits, of different basis, over scheme, host, port,
        /// path, a zero byte and the key. Names a destination on disk without the key itself.
        var fingerprint: String {
            let scheme = endpoint.scheme?.lowercased() ?? ""
            let host = endpoint.host?.lowercased() ?? ""
            let port = EndpointRules.isLoopback(host) ? 0 : endpoint.port ?? (scheme == "http" ? 80 : 443)
            var path = endpoint.path
            while path.hasSuffix("/") { path.removeLast() }
            let text = "\(scheme)://\(host):\(port)\(path)\u{0}\(writeKey?.value ?? "")"
            return [FNV1a.basis, ~FNV1a.basis].map { basis in
                var hash = FNV1a(basis: basis)
                hash.add(text.utf8)
                return hash.hexadecimal
            }.joined()
        }
    }
}
