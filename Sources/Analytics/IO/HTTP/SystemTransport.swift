/// Picks the transport that carries requests over this system's network.
package enum SystemTransport {
    /// URLSession on Apple's systems, libcurl on Linux.
    ///
    /// FoundationNetworking's URLSession keeps no bound on Linux: measured against a server that sends one-byte chunks,
    /// trailers or a redirect's body without end, it queued 380 MB in 2 s and its `cancel()` did not return in 8 s,
    /// even when the delegate ran inside libcurl's callback. libcurl itself stops where its callbacks say so.
    /// Without a libcurl to load, as in a program linked statically against Musl, it is URLSession there too.
    package static func make() -> any HTTPTransport {
        #if canImport(FoundationNetworking) && !canImport(Darwin)
            if let transport = CurlTransport() { return transport }
        #endif
        return URLSessionTransport()
    }
}
