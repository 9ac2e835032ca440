import struct Foundation.URL

/// Carries one request to a server and returns the response; the seam beneath the real uploader, so that a
/// scenario can put a collector there without a socket.
///
/// Never throws and never follows a redirect. Cancelling the caller's task ends the exchange at once, and neither the
/// caller nor the thread that cancels waits for the network, however much the server still sends.
package protocol HTTPTransport: Sendable {
    func exchange(_ request: UploadRequest) async -> Exchange
}

/// One request.
package struct UploadRequest: Sendable {
    package var method: String
    package var url: URL
    package var headers: [(name: String, value: String)]
    package var body: [UInt8]

    package init(method: String, url: URL, headers: [(name: String, value: String)], body: [UInt8]) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }
}

/// How an exchange ended.
package enum Exchange: Sendable {
    /// A whole response of at most `largestResponse` bytes.
    case response(Response)
    /// No whole response.
    case failed(FailureCause)
    /// The network may not be used for this at present.
    case held(DeviceConditions.Network)

    /// The parts of a response that are read.
    package struct Response: Sendable, Hashable {
        package var status: Int
        /// The headers Retry-After and ETag, as they came.
        package var retryAfter: String?
        package var tag: String?
        package var body: [UInt8]

        package init(status: Int, retryAfter: String? = nil, tag: String? = nil, body: [UInt8] = []) {
            self.status = status
            self.retryAfter = retryAfter
            self.tag = tag
            self.body = body
        }

        /// Whether the status alone says what the response means: then a body that is too long is cut off.
        package static func isDecided(byStatus status: Int) -> Bool { status >= 300 }
    }

    /// A whole response.
    package static func response(
        status: Int, retryAfter: String? = nil, tag: String? = nil, body: [UInt8] = []
    ) -> Exchange {
        .response(Response(status: status, retryAfter: retryAfter, tag: tag, body: body))
    }

    /// More than any honest response; a longer one is not read further.
    package static let largestResponse = 64 * 1_024
}
