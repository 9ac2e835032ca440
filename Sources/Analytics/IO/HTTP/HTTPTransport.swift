import struct Foundation.URL

/// Carries one request to a server and brings the answer back; the seam beneath the real uploader, so that a
/// scenario can put a collector there without a socket.
///
/// Never throws and never follows a redirect. Cancelling the caller's task ends the exchange at once.
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
    /// A whole answer of at most `largestAnswer` bytes.
    case answer(Answer)
    /// No whole answer.
    case failed(FailureCause)
    /// The network may not be used for this at present.
    case held(DeviceConditions.Network)

    /// What of an answer is looked at.
    package struct Answer: Sendable, Hashable {
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
    }

    /// A whole answer.
    package static func answer(
        status: Int, retryAfter: String? = nil, tag: String? = nil, body: [UInt8] = []
    ) -> Exchange {
        .answer(Answer(status: status, retryAfter: retryAfter, tag: tag, body: body))
    }

    /// More than any honest answer; what comes beyond is not read.
    package static let largestAnswer = 64 * 1_024
}
