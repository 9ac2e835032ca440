import struct Foundation.URL

/// Sends a batch as one `POST {endpoint}/v1/events`, gzip, and reads the response by `ResponseTable`.
package struct HTTPBatchUploader: BatchUploader {
    private let target: URL
    private let writeKey: WriteKey?
    private let timeout: Duration
    private let transport: any HTTPTransport
    private let clock: any WorldClock
    /// Set when the server refused a gzip body (415), for the rest of this process run.
    private let sendsPlain = Locked(false)

    package init(
        endpoint: URL, writeKey: WriteKey?, timeout: Duration, transport: any HTTPTransport,
        clock: any WorldClock
    ) {
        target = endpoint.appendingPathComponent("v1/events")
        self.writeKey = writeKey
        self.timeout = timeout
        self.transport = transport
        self.clock = clock
    }

    package func send(_ batch: Batch) async -> Upload {
        let body = Self.body(of: batch, sentAt: clock.now().wall)
        let deadline = clock.now().monotonic + timeout
        // Without memory to compress it is sent as it is.
        let packed = sendsPlain.withLock { $0 } ? nil : Gzip.compress(body)
        var sentBytes = packed?.count ?? body.count
        var exchange = await carry(packed ?? body, isGzip: packed != nil, until: deadline)
        if packed != nil, case .response(let response) = exchange, response.status == 415 {
            // Not a failure: the same batch again at once, in the time that is left.
            sendsPlain.withLock { $0 = true }
            sentBytes += body.count
            exchange = await carry(body, isGzip: false, until: deadline)
        }
        let result = result(of: exchange)
        return Upload(
            result, rawBytes: body.count, sentBytes: sentBytes,
            reason: ResponseTable.reason(for: result, in: exchange))
    }

    /// The exchange, or nil when the deadline came first or the caller is cancelled.
    private func carry(_ body: [UInt8], isGzip: Bool, until deadline: MonotonicTime) async -> Exchange? {
        let request = UploadRequest(method: "POST", url: target, headers: headers(isGzip: isGzip), body: body)
        return await Signposts.interval("send") {
            await transport.exchange(request, within: deadline - clock.now().monotonic, on: clock)
        }
    }

    private func result(of exchange: Exchange?) -> UploadResult {
        switch exchange {
        case .response(let response):
            ResponseTable.result(of: response, now: clock.now().wall)
        case .failed(let cause):
            Task.isCancelled ? .cancelled : .retry(after: nil, cause: cause)
        case .held(let network):
            .held(network)
        case nil:
            Task.isCancelled ? .cancelled : .retry(after: nil, cause: .timedOut)
        }
    }

    private func headers(isGzip: Bool) -> [(name: String, value: String)] {
        var headers = [(name: "Content-Type", value: "application/json")]
        if isGzip { headers.append((name: "Content-Encoding", value: "gzip")) }
        headers += UploadRequest.commonHeaders
        if let writeKey { headers.append((name: writeKey.header, value: writeKey.value)) }
        return headers
    }

    /// The request's body; `sentAt` is this attempt's time, so that the server can correct a wrong clock.
    static func body(of batch: Batch, sentAt: Timestamp) -> [UInt8] {
        var body: [UInt8] = []
        body.reserveCapacity(batch.events.count + batch.context.count + 256)
        body += Array("{\"batchId\":".utf8)
        body.append(json: batch.id.text)
        body += Array(",\"sentAt\":\"".utf8)
        sentAt.appendRFC3339(to: &body)
        body += Array("\",\"install\":".utf8)
        body.append(json: batch.installID)
        body += Array(",\"context\":".utf8)
        body += batch.context
        body += Array(",\"events\":[".utf8)
        body += batch.events
        body += Array("]}".utf8)
        return body
    }
}
