import AnalyticsIngestServer
import Foundation
import Testing

@Suite("Each fault, seen from a bare socket")
struct ServerFaultTests {
    private let server = IngestServer()

    private func client() throws -> RawClient {
        try server.start()
        let port = try #require(server.port)
        return try #require(RawClient(port: port))
    }

    private func post(_ fault: Fault, _ batch: String = "b1", _ seqs: [Int] = [1, 2]) throws -> RawClient {
        let client = try client()
        server.fault = fault
        client.send(Fixture.bytes(of: try Fixture.batch(batch, seqs)))
        return client
    }

    @Test(
        "An answer with a status and its headers",
        arguments: [
            (Fault.ok, 200, #"{"rejected":[]}"#), (.partialReject(every: 3), 200, "unknownSchema"),
            (.tooManyRequests(retryAfter: 30), 429, "Retry-After: 30\r\n"),
            (.unavailable(retryAfter: nil), 503, "fault 503"),
            (.unavailable(retryAfter: 9), 503, "Retry-After: 9\r\n"),
            (.status(400), 400, "fault 400"), (.status(401), 401, "fault 401"),
            (.status(413), 413, "fault 413"), (.status(425), 425, "fault 425"),
            (.redirect(301), 301, "Location: /moved"), (.redirect(302), 302, "Location: /moved"),
            (.redirect(303), 303, "Location: /moved"), (.redirect(307), 307, "Location: /moved"),
            (.redirect(308), 308, "Location: /moved"), (.captivePortal, 200, "<!doctype html>"),
            (.retryAfterText("inf"), 503, "Retry-After: inf\r\n"), (.junkRejected, 200, "999999"),
            (.emptyAnswer, 200, "Content-Length: 0\r\n"), (.drip(milliseconds: 1), 200, #"{"rejected":[]}"#),
            (.slow(seconds: 0.02), 200, #"{"rejected":[]}"#),
            (.retryAfterText("a\r\nX-Evil: 1"), 503, "aX-Evil: 1"),
        ] as [(Fault, Int, String)])
    func answers(_ fault: Fault, _ status: Int, _ part: String) async throws {
        let client = try post(fault)
        let answer = try #require(client.readAnswer())
        #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer)")
        #expect(answer.contains(part), "\(answer)")
        #expect(!answer.contains("HTTP/1.1 \(status) Status"), "no phrase for \(status)")
        #expect(await server.until(upTo: .seconds(120)) { $0.lastRequests.last?.durationMs != nil })
        #expect(server.collector.snapshot.requestsByStatus == [status: 1])
        #expect(!answer.contains("\nX-Evil"))
        server.stop()
    }

    @Test("Stored, then lost: nothing but a farewell, and the resend is a duplicate")
    func storedThenLost() throws {
        let client = try post(.storedThenLost)
        #expect(client.readToEnd() == .farewell)
        #expect(client.received.isEmpty)
        let again = try post(.ok)
        #expect(again.readAnswer()?.hasPrefix("HTTP/1.1 200") == true)
        let snapshot = server.collector.snapshot
        #expect(snapshot.unique == 2)
        #expect(snapshot.duplicates == 2)
        #expect(snapshot.batchesStoredAgain == 1)
        #expect(snapshot.unanswered == 1)
        server.stop()
    }

    @Test("Reset: the connection is torn, and nothing is stored")
    func reset() throws {
        let client = try post(.reset)
        #expect(client.readToEnd() == .reset)
        #expect(client.received.isEmpty)
        #expect(server.collector.snapshot.unique == 0)
        server.stop()
    }

    @Test("Offline: refused, open connections torn, and back on the same port", arguments: 0..<5)
    func offline(_ round: Int) throws {
        let client = try client()
        let port = try #require(server.port)
        client.send(Fixture.bytes(of: try Fixture.batch("b1", [1])))
        #expect(client.readAnswer() != nil)
        for _ in 0..<3 {
            server.fault = .offline
            #expect(RawClient(port: port) == nil)
            server.fault = .ok
            let back = try #require(RawClient(port: port))
            back.send(Fixture.bytes(of: try Fixture.batch("b1", [1])))
            #expect(back.readAnswer()?.hasPrefix("HTTP/1.1 200") == true)
        }
        #expect(client.readToEnd() != .timedOut)
        #expect(server.port == port)
        server.stop()
    }

    @Test("Offline before the start: refused until the fault goes")
    func startsOffline() throws {
        server.fault = .offline
        try server.start()
        let port = try #require(server.port)
        #expect(RawClient(port: port) == nil)
        server.fault = .ok
        #expect(RawClient(port: port) != nil)
        server.stop()
    }

    @Test("Offline for one request resets that one")
    func offlineOnce() throws {
        let client = try client()
        server.collector.setFault(.offline, forNext: 1)
        client.send(Fixture.bytes(of: try Fixture.batch("b1", [1])))
        #expect(client.readToEnd() == .reset)
        let next = try self.client()
        next.send(Fixture.bytes(of: try Fixture.batch("b1", [1])))
        #expect(next.readAnswer()?.hasPrefix("HTTP/1.1 200") == true)
        server.stop()
    }

    @Test("Cut short: fewer bytes than announced")
    func cutShort() throws {
        let client = try post(.cutShort)
        #expect(client.readToEnd() == .farewell)
        #expect(client.text.contains("Content-Length: 15\r\n"))
        #expect(client.text.hasSuffix("\r\n\r\n{\"rejec"))
        server.stop()
    }

    @Test("Huge: all of it comes")
    func huge() throws {
        let client = try post(.hugeBody(megabytes: 3))
        let isWhole = client.read { bytes in
            bytes.count - (RawClient.endOfHeader(Array(bytes.prefix(500))) ?? 0) == 3 << 20
        }
        #expect(isWhole)
        server.stop()
    }

    @Test("The bomb comes packed")
    func bomb() throws {
        let client = try post(.gzipBomb(megabytes: 4))
        let answer = try #require(client.readAnswer())
        #expect(answer.contains("Content-Encoding: gzip"))
        server.stop()
    }

    @Test("Endless: goes on until the fault is changed")
    func endless() throws {
        let client = try post(.endlessBody)
        #expect(client.read { $0.count > 5_000_000 })
        server.fault = .ok
        #expect(client.readToEnd() == .farewell)
        server.stop()
    }

    @Test("Endless: the server notices that the client has left")
    func endlessClientLeaves() async throws {
        do {
            let client = try post(.endlessBody)
            #expect(client.read { $0.count > 100_000 })
        }
        #expect(await server.until(upTo: .seconds(120)) { $0.clientLeft == 1 })
        server.stop()
    }

    @Test("Never answers: silent until the fault is changed, then closed")
    func never() async throws {
        let client = try post(.neverAnswers)
        #expect(await server.until(upTo: .seconds(120)) { $0.requests == 1 })
        server.fault = .ok
        #expect(client.readToEnd() == .farewell)
        #expect(client.received.isEmpty)
        #expect(server.collector.snapshot.unique == 0)
        server.stop()
    }

    @Test("Never answers: a client that gives up is noticed")
    func neverClientLeaves() async throws {
        do { _ = try post(.neverAnswers) }
        #expect(await server.until(upTo: .seconds(120)) { $0.clientLeft == 1 })
        server.stop()
    }

    @Test("Slow: stored at once, and answered as soon as the fault is changed")
    func slow() async throws {
        let client = try post(.slow(seconds: 600))
        #expect(await server.until(upTo: .seconds(120)) { $0.unique == 2 })
        server.fault = .ok
        #expect(client.readAnswer()?.hasPrefix("HTTP/1.1 200") == true)
        server.stop()
    }
}
