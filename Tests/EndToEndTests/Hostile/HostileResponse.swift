import AnalyticsIngestServer
import Foundation
import Testing

/// The responses of a hostile server, and what `flush()` says to each.
struct HostileResponse: Sendable, CustomTestStringConvertible {
    let name: String
    let script: [HostileServer.Step]
    /// How the line of the second flush begins: events sent, then why it stopped.
    let outcome: String
    var readsRequest = true

    var testDescription: String { name }

    /// Whether only a deadline ends it.
    var isEndless: Bool { Self.delays.contains { $0.name == name } }

    private static let ok = "HTTP/1.1 200 OK\r\n"
    private static let chunked = ok + "Transfer-Encoding: chunked\r\n\r\n"
    private static let tooLong = "0 response over 64 KB"
    private static let late = "0 no response in time"
    private static let lost = "0 connection lost"
    private static let cut = "0 response cut short"

    /// Ended by the SDK: longer than 64 KB in one way or another.
    static let floods = [
        HostileResponse(
            "endless chunks",
            [.send(chunked), .flood("1000\r\n" + String(repeating: " ", count: 4_096) + "\r\n")], tooLong),
        HostileResponse("endless chunks of one byte", [.send(chunked), .flood("1\r\n \r\n")], tooLong),
        HostileResponse("an endless body without a length", [.send(ok + "\r\n"), .flood("    ")], tooLong),
        HostileResponse(
            "Content-Length 100 MB", [.send(ok + "Content-Length: 104857600\r\n\r\n"), .flood("    ")],
            tooLong),
        HostileResponse("endless headers", [.send(ok), .flood("X-Header: value\r\n")], tooLong),
        HostileResponse(
            "100,000 headers",
            [
                .send(
                    ok + String(repeating: "X-Header: v\r\n", count: 100_000) + "Content-Length: 2\r\n\r\n{}"),
                .silence,
            ], tooLong),
        HostileResponse("one header without end", [.send(ok + "X-Header: "), .flood("value")], tooLong),
        HostileResponse("a status line without end", [.flood("HTTP/1.1 200 OK")], "0 "),
        HostileResponse("endless 100 Continue", [.flood("HTTP/1.1 100 Continue\r\n\r\n")], tooLong),
        HostileResponse(
            "endless 103 Early Hints", [.flood("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n")], tooLong),
        HostileResponse(
            "endless trailers", [.send(chunked + "0\r\n"), .flood("X-Trailer: value\r\n")], tooLong),
        HostileResponse(
            "a redirect with an endless body",
            [.send("HTTP/1.1 302 Found\r\nLocation: /x\r\n\r\n"), .flood("    ")], "0 redirect 302"),
        HostileResponse(
            "a 503 with an endless body",
            [.send("HTTP/1.1 503 Busy\r\nRetry-After: 9\r\n\r\n"), .flood("    ")], "0 HTTP 503"),
        HostileResponse("a gzip bomb", bomb(bytes: 1 << 26), "0 unexpected"),
        HostileResponse("a gzip bomb over 64 KB", bomb(bytes: 1 << 27), tooLong),
        HostileResponse(
            "a body that goes on after its length",
            [.send(ok + "Content-Length: 2\r\n\r\n{}"), .flood("    ")], "1 nothing left"),
    ]

    /// Ended by the deadline.
    static let delays = [
        HostileResponse("silence", [.silence], late),
        HostileResponse(
            "silence after the headers", [.send(ok + "Content-Length: 2\r\n\r\n"), .silence], late),
        HostileResponse("headers in drips", [.send(ok), .drip("X: v\r\n")], late),
        HostileResponse("a body in drips", [.send(ok + "\r\n"), .drip(" ")], late),
        HostileResponse(
            "a chunk's extension without end", [.send(chunked + "1;"), .flood("extension")], late),
    ]

    /// Ended by the server.
    static let breaks = [
        HostileResponse("reset before the request is read", [.reset], "0 ", readsRequest: false),
        HostileResponse("closed without a response", [], lost),
        HostileResponse("reset without a response", [.reset], lost),
        HostileResponse("reset after the status line", [.send(ok), .reset], cut),
        HostileResponse("reset after the headers", [.send(ok + "Content-Length: 20\r\n\r\n"), .reset], cut),
        HostileResponse("reset in the body", [.send(ok + "Content-Length: 20\r\n\r\n{"), .reset], cut),
        HostileResponse(
            "closed before the announced length", [.send(ok + "Content-Length: 20\r\n\r\n{}")], cut),
        HostileResponse("closed in a chunk", [.send(chunked + "20\r\n{}")], cut),
        HostileResponse("a length that is not a number", [.send(ok + "Content-Length: x\r\n\r\n{}")], "0 "),
        HostileResponse("a negative length", [.send(ok + "Content-Length: -1\r\n\r\n{}")], "0 "),
        HostileResponse(
            "a length of 20 digits", [.send(ok + "Content-Length: 99999999999999999999\r\n\r\n{}")], "0 "),
        HostileResponse("a chunk size that is not a number", [.send(chunked + "zz\r\n{}\r\n")], "0 "),
        HostileResponse("another protocol", [.send("SSH-2.0-OpenSSH_9.2\r\n")], "0 no HTTP response"),
    ]

    /// Blanks, which would be a good response if they were inflated, a thousandth of them on the wire.
    private static func bomb(bytes: Int) -> [HostileServer.Step] {
        let packed = (try? Gzip.pack(Data(repeating: 0x20, count: bytes))) ?? Data()
        let head = ok + "Content-Type: application/json\r\nContent-Encoding: gzip\r\n"
        return [.send(head + "Content-Length: \(packed.count)\r\n\r\n"), .sendBytes([UInt8](packed))]
    }

    init(_ name: String, _ script: [HostileServer.Step], _ outcome: String, readsRequest: Bool = true) {
        (self.name, self.script, self.outcome, self.readsRequest) = (name, script, outcome, readsRequest)
    }
}
