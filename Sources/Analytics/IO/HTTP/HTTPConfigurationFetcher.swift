import struct Foundation.Data
import class Foundation.JSONDecoder
import struct Foundation.URL

/// Asks for the remote configuration with one `GET`, and for nothing else than a change when a tag is known.
///
///     200, a JSON document that can be used        the document and its ETag
///     304                                          not modified
///     any other response, or none                  nothing changes
package struct HTTPConfigurationFetcher: ConfigurationFetcher {
    private let target: URL
    private let writeKey: WriteKey?
    private let timeout: Duration
    private let transport: any HTTPTransport
    private let clock: any WorldClock

    /// The write key goes along only to where events go too.
    package init(
        target: URL, endpoint: URL, writeKey: WriteKey?, timeout: Duration, transport: any HTTPTransport,
        clock: any WorldClock
    ) {
        self.target = target
        let isSameOrigin =
            target.scheme == endpoint.scheme && target.host == endpoint.host && target.port == endpoint.port
        self.writeKey = isSameOrigin ? writeKey : nil
        self.timeout = timeout
        self.transport = transport
        self.clock = clock
    }

    package func fetch(tag: String?) async -> ConfigurationAnswer {
        var headers = UploadRequest.commonHeaders
        if let tag { headers.append((name: "If-None-Match", value: tag)) }
        if let writeKey { headers.append((name: writeKey.header, value: writeKey.value)) }
        let request = UploadRequest(method: "GET", url: target, headers: headers, body: [])
        guard let exchange = await transport.exchange(request, within: timeout, on: clock) else {
            return Task.isCancelled ? .cancelled : .failed(.timedOut)
        }
        switch exchange {
        case .response(let response): return Self.read(response)
        case .failed(let cause): return Task.isCancelled ? .cancelled : .failed(cause)
        case .held: return .failed(.connection(.networkNotAllowed))
        }
    }

    /// What a response means.
    package static func read(_ response: Exchange.Response) -> ConfigurationAnswer {
        switch response.status {
        case 304: return .notModified
        case 200:
            let configuration: RemoteConfiguration
            do {
                configuration = try JSONDecoder().decode(RemoteConfiguration.self, from: Data(response.body))
            } catch {
                return .broken("the document \(Self.words(for: error))")
            }
            guard configuration.isUsable else { return .broken("the document has no usable field") }
            if let fault = configuration.fault { return .broken(fault) }
            return .document(DurableRemote(configuration: configuration, tag: response.tag.flatMap(safeTag)))
        default: return .failed(.status(response.status))
        }
    }

    /// A tag is sent back as it came, so only one that can stand in a header is kept.
    private static func safeTag(_ tag: String) -> String? {
        let isSafe = tag.utf8.count <= 256 && tag.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
        return isSafe ? tag : nil
    }

    /// Where in the document the fault is; never what stands there.
    private static func words(for error: any Error) -> String {
        guard let error = error as? DecodingError else { return "cannot be read" }
        func place(_ context: DecodingError.Context, _ last: String? = nil) -> String {
            (context.codingPath.map(\.stringValue) + (last.map { [$0] } ?? [])).joined(separator: ".")
        }
        switch error {
        case .typeMismatch(_, let context) where context.codingPath.isEmpty: return "is no JSON object"
        case .typeMismatch(let type, let context): return "has no \(type) at \(place(context))"
        case .valueNotFound(_, let context): return "has nothing at \(place(context))"
        case .keyNotFound(let key, let context): return "lacks \(place(context, key.stringValue))"
        case .dataCorrupted(let context) where context.codingPath.isEmpty: return "is no JSON"
        case .dataCorrupted(let context): return "cannot be read at \(place(context))"
        @unknown default: return "cannot be read"
        }
    }
}
