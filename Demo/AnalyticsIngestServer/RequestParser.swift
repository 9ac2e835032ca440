import Foundation

/// Turns bytes into requests, a piece at a time; a pure state machine without sockets.
///
/// Holds at most one header block and one body above what was last given to it. After a
/// failure it stays failed: the place where the next request starts is not known.
struct RequestParser {
    enum Step: Equatable {
        case needsMore
        /// The client waits for a word before it sends the body.
        case sendContinue
        case request(IngestRequest, keepsAlive: Bool)
        case failure(RequestFailure)
    }

    private enum State {
        case headers
        case body(HeaderBlock, length: Int)
        case chunks(HeaderBlock, ChunkedBody)
        case failed(RequestFailure)
    }

    private var state = State.headers
    private var buffer: [UInt8] = []
    private var start = 0
    /// Bytes that were searched for the end of the headers already.
    private var scanned = 0
    private let bodyLimit: Int
    private static let headerLimit = 32 * 1024

    init(bodyLimit: Int) {
        self.bodyLimit = bodyLimit
    }

    /// Whether part of a request is here, so that the end of the stream would be a fault.
    var isMidRequest: Bool {
        if case .headers = state { return start < buffer.count }
        return true
    }

    mutating func append(_ bytes: some Sequence<UInt8>) {
        if start > 0 {
            buffer.removeFirst(start)
            scanned -= start
            start = 0
        }
        buffer += bytes
    }

    /// The next thing to do; call until it needs more.
    mutating func next() -> Step {
        do {
            return try advance()
        } catch {
            state = .failed(error)
            buffer = []
            start = 0
            return .failure(error)
        }
    }

    private mutating func advance() throws(RequestFailure) -> Step {
        switch state {
        case .failed(let failure): throw failure
        case .headers: return try readHeaders()
        case .body(let block, let length):
            guard buffer.count - start >= length else { return .needsMore }
            let body = Data(buffer[start..<(start + length)])
            start += length
            return finish(block, body: body)
        case .chunks(let block, var chunks):
            let body = try chunks.read(buffer, from: &start, limit: bodyLimit)
            state = .chunks(block, chunks)
            return body.map { finish(block, body: $0) } ?? .needsMore
        }
    }

    private mutating func readHeaders() throws(RequestFailure) -> Step {
        // Clients may leave an empty line after a body.
        while buffer.count - start >= 2, buffer[start] == 0x0D, buffer[start + 1] == 0x0A { start += 2 }
        guard let end = endOfHeaders() else {
            guard buffer.count - start <= Self.headerLimit else { throw Self.headersTooLarge }
            return .needsMore
        }
        guard end - start <= Self.headerLimit else { throw Self.headersTooLarge }
        let block = try HeaderBlock(buffer[start..<end])
        start = end + 4
        switch block.framing {
        case .length(let length):
            guard length <= bodyLimit else {
                throw RequestFailure(413, "has a body of more than \(bodyLimit) bytes")
            }
            state = .body(block, length: length)
            if block.expectsContinue, length > 0, buffer.count == start { return .sendContinue }
        case .chunked:
            state = .chunks(block, ChunkedBody())
            if block.expectsContinue, buffer.count == start { return .sendContinue }
        }
        return try advance()
    }

    private static let headersTooLarge = RequestFailure(431, "has headers of more than \(headerLimit) bytes")

    private mutating func endOfHeaders() -> Int? {
        var index = max(start, scanned - 3)
        while index + 3 < buffer.count {
            if buffer[index] == 0x0D, buffer[index + 1] == 0x0A, buffer[index + 2] == 0x0D,
                buffer[index + 3] == 0x0A
            {
                return index
            }
            index += 1
        }
        scanned = buffer.count
        return nil
    }

    private mutating func finish(_ block: HeaderBlock, body: Data) -> Step {
        state = .headers
        scanned = start
        let request = IngestRequest(method: block.method, path: block.path, headers: block.fields, body: body)
        return .request(request, keepsAlive: block.keepsAlive)
    }
}
