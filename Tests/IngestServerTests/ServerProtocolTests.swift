import AnalyticsIngestServer
import Foundation
import Testing

@Suite("HTTP, byte by byte")
struct ServerProtocolTests {
    private let server = IngestServer()

    private func client() throws -> RawClient {
        try server.start()
        let port = try #require(server.port)
        return try #require(RawClient(port: port))
    }

    @Test("One connection serves many requests, until it is asked to close")
    func keepAlive() throws {
        let client = try client()
        for seq in 0..<5 {
            client.send(Fixture.bytes(of: try Fixture.batch("b\(seq)", [seq])))
            #expect(client.readAnswer()?.contains("Connection: keep-alive") == true)
        }
        client.send(Fixture.bytes(of: try Fixture.batch("b5", [5]), extra: "Connection: close\r\n"))
        #expect(client.readAnswer()?.contains("Connection: close") == true)
        #expect(client.readToEnd() == .farewell)
        server.stop()
    }

    @Test("Requests sent ahead are answered in order")
    func pipelined() throws {
        let client = try client()
        client.send(try (0..<8).flatMap { Fixture.bytes(of: try Fixture.batch("b\($0)", [$0])) })
        for _ in 0..<8 { #expect(client.readAnswer()?.hasPrefix("HTTP/1.1 200") == true) }
        #expect(server.collector.events.map(\.seq) == Array(0..<8))
        server.stop()
    }

    @Test("A request in pieces is one request", arguments: [1, 2, 3, 7, 64])
    func pieces(_ size: Int) throws {
        let client = try client()
        let bytes = Fixture.bytes(of: try Fixture.batch("b1", [1]))
        for start in stride(from: 0, to: bytes.count, by: size) {
            client.send(bytes[start..<min(start + size, bytes.count)])
        }
        #expect(client.readAnswer()?.hasPrefix("HTTP/1.1 200") == true)
        server.stop()
    }

    @Test("A chunked body, with extensions and trailers, in any chunk size", arguments: [1, 10, 1_000])
    func chunked(_ size: Int) throws {
        let client = try client()
        let body = try Fixture.batch("b1", [1, 2]).body
        let head =
            "POST /v1/events HTTP/1.1\r\nHost: x\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n"
        client.send(head)
        for start in stride(from: 0, to: body.count, by: size) {
            let part = body[start..<min(start + size, body.count)]
            client.send(Array("\(String(part.count, radix: 16));x=y\r\n".utf8) + part + Array("\r\n".utf8))
        }
        client.send("0\r\nTrailer: t\r\n\r\n")
        #expect(client.readAnswer()?.hasPrefix("HTTP/1.1 200") == true)
        client.send(Fixture.bytes(of: try Fixture.batch("b2", [3])))
        #expect(client.readAnswer()?.hasPrefix("HTTP/1.1 200") == true)
        #expect(server.collector.snapshot.unique == 3)
        server.stop()
    }

    @Test("A client that asks first is told to go on, or that its body is too large")
    func expectations() throws {
        let request = try Fixture.batch("b1", [1])
        let bytes = Fixture.bytes(of: request, extra: "Expect: 100-continue\r\n")
        let first = try client()
        first.send(bytes.dropLast(request.body.count))
        #expect(first.readAnswer() == "HTTP/1.1 100 Continue\r\n\r\n")
        first.send(request.body)
        #expect(first.readAnswer()?.hasPrefix("HTTP/1.1 200") == true)
        let second = try client()
        second.send("POST /v1/events HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 99999999\r\n\r\n")
        #expect(second.readAnswer()?.hasPrefix("HTTP/1.1 413") == true)
        #expect(second.readToEnd() == .farewell)
        server.stop()
    }

    @Test("The answer survives although the client still sends what nobody wants")
    func tooLarge() throws {
        let client = try client()
        client.send("POST /v1/events HTTP/1.1\r\nContent-Length: 20000000\r\n\r\n")
        client.send([UInt8](repeating: 0x61, count: 200_000))
        #expect(client.readAnswer()?.hasPrefix("HTTP/1.1 413") == true)
        server.stop()
    }

    static let brokenRequests: [(String, Int)] = [
        ("nonsense\r\n\r\n", 400), (" \r\n\r\n", 400), ("GET  / HTTP/1.1\r\n\r\n", 400),
        ("GET / HTTP/2.0\r\n\r\n", 505),
        ("GET / FTP/1.1\r\n\r\n", 400), ("G@T / HTTP/1.1\r\n\r\n", 400), ("GET x HTTP/1.1\r\n\r\n", 400),
        ("GET /\u{7F} HTTP/1.1\r\n\r\n", 400), ("GET / HTTP/1.1\r\nNo colon\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\n: x\r\n\r\n", 400), ("GET / HTTP/1.1\r\nA : x\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nA: x\r\n folded\r\n\r\n", 400), ("GET / HTTP/1.1\r\nA: a\u{1}b\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nA: a\nB: b\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nContent-Length: 1x\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n", 413),
        ("POST / HTTP/1.1\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\n", 501),
        ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 400),
        ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n", 400),
        ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n", 400),
        ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFFF\r\n", 413),
        ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n7FFFFFFFFFFFFFFF\r\n", 413),
        ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n" + String(repeating: "0", count: 300), 400),
        ("POST / HTTP/1.1\r\nExpect: miracles\r\n\r\n", 417),
        ("GET /" + String(repeating: "a", count: 9_000) + " HTTP/1.1\r\n\r\n", 414),
        ("GET / HTTP/1.1\r\nA: " + String(repeating: "a", count: 40_000), 431),
        ("GET / HTTP/1.1\r\n" + String(repeating: "A: b\r\n", count: 101) + "\r\n", 431),
    ]

    @Test("What is no HTTP gets a status, is counted, and ends the connection", arguments: brokenRequests)
    func refusesBroken(_ text: String, _ status: Int) throws {
        let client = try client()
        client.send(text)
        client.endOutput()
        #expect(client.readToEnd() == .farewell)
        #expect(client.text.hasPrefix("HTTP/1.1 \(status) "), "\(client.text)")
        #expect(server.collector.snapshot.malformed == 1)
        server.stop()
    }

    @Test(
        "What is unusual but right is served",
        arguments: [
            "\r\n\r\nGET /v1/config HTTP/1.1\r\n\r\n", "GET http://127.0.0.1/v1/config HTTP/1.1\r\n\r\n",
            "GET /v1/config?x=1 HTTP/1.1\r\nhOsT:x\r\n\r\n", "GET /v1/config HTTP/1.0\r\n\r\n",
        ])
    func unusual(_ text: String) throws {
        let client = try client()
        server.collector.setConfiguration(Data("{}".utf8))
        client.send(text)
        #expect(client.readAnswer()?.hasPrefix("HTTP/1.1 200") == true)
        server.stop()
    }

    @Test("A client that leaves in the middle is counted, and harms nobody")
    func leaves() async throws {
        do { try client().send("POST /v1/events HTTP/1.1\r\nContent-Length: 100\r\n\r\nabc") }
        #expect(await server.until(upTo: .seconds(120)) { $0.malformed == 1 })
        #expect(server.collector.snapshot.requests == 0)
        server.stop()
    }

    @Test("Two thousand random and mutated requests: still alive, every answer HTTP, memory kept")
    func fuzz() throws {
        let seed = UInt64.random(in: 1 ... .max)
        var random = Seeded(seed)
        try server.start()
        let port = try #require(server.port)
        var seeds = Self.brokenRequests.map { Array($0.0.utf8) }
        seeds += try (0..<10).map { Fixture.bytes(of: try Fixture.batch("b\($0)", [$0, $0 + 1])) }
        for round in 0..<2_000 {
            let client = try #require(RawClient(port: port), "round \(round), seed \(seed)")
            client.send(Mutation.of(seeds, &random))
            client.endOutput()
            let end = client.readToEnd()
            #expect(end != .timedOut, "round \(round), seed \(seed)")
            #expect(
                client.received.isEmpty || client.text.hasPrefix("HTTP/1.1 "), "round \(round), seed \(seed)")
        }
        server.collector.reset()
        let client = try #require(RawClient(port: port))
        client.send(Fixture.bytes(of: try Fixture.batch("last", [1])))
        #expect(client.readAnswer()?.hasPrefix("HTTP/1.1 200") == true)
        server.stop()
        #expect(server.runningThreads == 0)
    }
}

/// Ways to spoil bytes.
enum Mutation {
    static func of(_ seeds: [[UInt8]], _ random: inout Seeded) -> [UInt8] {
        var bytes = seeds.randomElement(using: &random) ?? []
        if Int.random(in: 0..<10, using: &random) == 0 {
            return (0..<Int.random(in: 0...2_000, using: &random)).map { _ in
                .random(in: 0...255, using: &random)
            }
        }
        for _ in 0...Int.random(in: 0...4, using: &random) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0: bytes[place] = .random(in: 0...255, using: &random)
            case 1: bytes.remove(at: place)
            case 2: bytes.insert(contentsOf: Array("\r\n".utf8), at: place)
            case 3: bytes.removeLast(bytes.count - place)
            default: bytes += seeds.randomElement(using: &random)?.prefix(place) ?? []
            }
        }
        return bytes
    }
}
