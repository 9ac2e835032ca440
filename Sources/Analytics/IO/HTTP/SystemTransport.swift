/// Carries requests over this system's network: URLSession on Apple's systems, libcurl on Linux.
///
/// FoundationNetworking's URLSession keeps no bound on Linux: measured against a server that sends one-byte chunks,
/// trailers or a redirect's body without end, it queued 380 MB in 2 s and its `cancel()` did not return in 8 s, even
/// when the delegate ran inside libcurl's callback. libcurl itself stops where its callbacks say so. Without a libcurl
/// to load, as in a program linked statically against Musl, it is URLSession there too.
///
/// Neither is touched before the first request: both read files as they start.
package final class SystemTransport: HTTPTransport {
    private let chosen = Locked<(any HTTPTransport)?>(nil)

    package init() {}

    package func exchange(_ request: UploadRequest) async -> Exchange {
        let transport = chosen.withLock { chosen in
            let transport = chosen ?? Self.choose()
            chosen = transport
            return transport
        }
        return await transport.exchange(request)
    }

    private static func choose() -> any HTTPTransport {
        #if canImport(FoundationNetworking) && !canImport(Darwin)
            if let transport = CurlTransport() { return transport }
        #endif
        return URLSessionTransport()
    }
}
