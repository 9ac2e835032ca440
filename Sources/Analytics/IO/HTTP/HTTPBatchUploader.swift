import struct Foundation.URL

/// Sends a batch as one `POST {endpoint}/v1/events`, gzip, and reads the answer by `AnswerTable`.
package struct HTTPBatchUploader: BatchUploader {
    private let target: URL
    private let writeKey: WriteKey?
    private let timeout: Duration
    private let transport: any HTTPTransport
    private let clock: any WorldClock

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
        guard let packed = Gzip.compress(body) else {
            return Upload(.retry(after: nil, cause: .connection("no memory to compress")))
        }
        let request = UploadRequest(method: "POST", url: target, headers: headers, body: packed)
        let exchange = await Signposts.interval("send") {
            await transport.exchange(request, within: timeout, on: clock)
        }
        guard let exchange else {
            let result: UploadResult = Task.isCancelled ? .cancelled : .retry(after: nil, cause: .timedOut)
            return Upload(result, rawBytes: body.count, sentBytes: packed.count)
        }
        return Upload(result(of: exchange), rawBytes: body.count, sentBytes: packed.count)
    }

    private func result(of exchange: Exchange) -> UploadResult {
        switch exchange {
        case .answer(let answer):
            return AnswerTable.result(
                status: answer.status, retryAfter: answer.retryAfter, body: answer.body,
                now: clock.now().wall)
        case .failed(let cause):
            return Task.isCancelled ? .cancelled : .retry(after: nil, cause: cause)
        case .held(let network):
            return .held(network)
        }
    }

    private var headers: [(name: String, value: String)] {
        var headers = [
            (name: "Content-Type", value: "application/json"), (name: "Content-Encoding", value: "gzip"),
        ]
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
