import AnalyticsIngestServer
import Foundation
import Testing

@Suite("The server's life")
struct ServerLifeTests {
    private func connect(_ server: IngestServer) throws -> RawClient {
        let port = try #require(server.port)
        return try #require(RawClient(port: port))
    }

    @Test(
        "Stop ends every wait, leaves no thread and frees the port",
        arguments: [
            Fault.slow(seconds: 600), .neverAnswers, .endlessBody, .drip(milliseconds: 60_000), .ok,
            .hugeBody(megabytes: 1_000),
        ])
    func stop(_ fault: Fault) async throws {
        let server = IngestServer()
        try server.start()
        let port = try #require(server.port)
        server.fault = fault
        let clients = try (0..<4).map { index in
            let client = try connect(server)
            client.send(Fixture.bytes(of: try Fixture.batch("b\(index)", [index])))
            return client
        }
        let idle = try connect(server)
        #expect(await server.until(upTo: .seconds(120)) { $0.requests == 4 })
        server.stop()
        #expect(server.runningThreads == 0)
        #expect(RawClient(port: port) == nil)
        let next = IngestServer(port: port)
        #expect(try next.start().port == Int(port))
        next.stop()
        for client in clients + [idle] { #expect(client.readToEnd() != .timedOut) }
    }

    @Test("A taken port is an error in words, not a crash")
    func taken() throws {
        let first = IngestServer()
        try first.start()
        let port = try #require(first.port)
        let second = IngestServer(port: port)
        #expect(throws: SocketError.self) { try second.start() }
        #expect(second.runningThreads == 0)
        first.stop()
        #expect(try second.start().host() == "127.0.0.1")
        second.stop()
    }

    @Test("Start and stop in turn, twenty times, on one port, and twice in a row")
    func restarts() throws {
        let server = IngestServer()
        let url = try server.start()
        for round in 0..<20 {
            #expect(try server.start() == url)
            let client = try connect(server)
            client.send(Fixture.bytes(of: try Fixture.batch("b\(round)", [round])))
            #expect(client.readAnswer() != nil)
            server.stop()
            server.stop()
        }
        #expect(server.collector.snapshot.unique == 20)
    }

    @Test("A forgotten server gives its port back")
    func forgotten() throws {
        var port: UInt16 = 0
        do {
            let server = IngestServer()
            try server.start()
            port = try #require(server.port)
        }
        #expect(RawClient(port: port) == nil)
    }

    @Test("A wait that cannot come true ends at its limit; one that is true already ends at once")
    func waiting() async throws {
        let server = IngestServer()
        #expect(!server.waitFor(upTo: .milliseconds(20)) { $0.unique > 0 })
        #expect(server.waitFor(upTo: .zero) { $0.unique == 0 })
        async let arrived = server.until(upTo: .seconds(120)) { $0.unique == 1 }
        async let second = server.until(upTo: .seconds(120)) { $0.requests == 1 }
        _ = server.collector.answer(try Fixture.batch("b1", [1]))
        #expect(await arrived)
        #expect(await second)
    }

    @Test("More connections than the limit are closed, and the server goes on")
    func crowd() async throws {
        let server = IngestServer()
        try server.start()
        do {
            let crowd = try (0..<160).map { _ in try connect(server) }
            let torn = crowd.suffix(1).map { $0.readToEnd() }
            #expect(torn == [.reset])
        }
        server.fault = .offline
        server.fault = .ok
        let client = try connect(server)
        client.send(Fixture.bytes(of: try Fixture.batch("b1", [1])))
        #expect(client.readAnswer()?.hasPrefix("HTTP/1.1 200") == true)
        server.stop()
    }

    @Test("Sixteen clients at once, thirty batches each on one connection: every event once")
    func load() throws {
        let server = IngestServer()
        try server.start()
        let port = try #require(server.port)
        let requests = try (0..<480).map {
            Fixture.bytes(of: try Fixture.batch("b\($0)", [$0 * 2, $0 * 2 + 1]))
        }
        DispatchQueue.concurrentPerform(iterations: 16) { lane in
            let client = RawClient(port: port)
            for index in 0..<30 {
                client?.send(requests[lane * 30 + index])
                _ = client?.readAnswer()
            }
        }
        let snapshot = server.collector.snapshot
        #expect(snapshot.unique == 960)
        #expect(snapshot.requestsByStatus == [200: 480])
        #expect(snapshot.missing == 0)
        server.stop()
    }
}
