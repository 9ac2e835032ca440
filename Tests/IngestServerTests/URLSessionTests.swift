import AnalyticsIngestServer
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("Seen by URLSession")
struct URLSessionTests {
    private let server = IngestServer()

    private func exchange(
        _ request: IngestRequest, delegate: (any URLSessionTaskDelegate)? = nil
    ) async throws -> (Data, HTTPURLResponse) {
        setenv("no_proxy", "127.0.0.1", 1)
        let base = try server.start()
        var wire = URLRequest(url: base.appending(path: request.path), timeoutInterval: 10)
        wire.httpMethod = request.method
        for field in request.headers { wire.setValue(field.value, forHTTPHeaderField: field.name) }
        if !request.body.isEmpty { wire.httpBody = request.body }
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
        defer { session.finishTasksAndInvalidate() }
        let (data, response) = try await session.data(for: wire)
        return (data, try #require(response as? HTTPURLResponse))
    }

    @Test(
        "Answers arrive with status, headers and body",
        arguments: [
            (Fault.ok, 200), (.partialReject(every: 1), 200), (.tooManyRequests(retryAfter: 3), 429),
            (.unavailable(retryAfter: nil), 503), (.status(401), 401), (.captivePortal, 200),
            (.emptyAnswer, 200),
            (.drip(milliseconds: 1), 200), (.hugeBody(megabytes: 2), 200),
        ] as [(Fault, Int)])
    func answers(_ fault: Fault, _ status: Int) async throws {
        server.fault = fault
        let (data, response) = try await exchange(try Fixture.batch("b1", [1]))
        #expect(response.statusCode == status)
        #expect(Int(response.value(forHTTPHeaderField: "Content-Length") ?? "") == data.count)
        #expect(server.collector.snapshot.requests == 1)
        server.stop()
    }

    @Test(
        "Without a whole answer there is an error",
        arguments: [Fault.storedThenLost, .reset, .offline, .cutShort])
    func fails(_ fault: Fault) async throws {
        server.fault = fault
        let request = try Fixture.batch("b1", [1])
        await #expect(throws: URLError.self) { try await exchange(request) }
        server.stop()
    }

    @Test("A client that follows a redirect reads 200, is found out, and has stored nothing")
    func followed() async throws {
        server.fault = .redirect(302)
        let (_, response) = try await exchange(try Fixture.batch("b1", [1]))
        #expect(response.statusCode == 200)
        let snapshot = server.collector.snapshot
        #expect(snapshot.redirectsFollowed == 1)
        #expect(snapshot.unique == 0)
        server.stop()
    }

    @Test("The configuration, and then only its tag")
    func configuration() async throws {
        server.collector.setConfiguration(Data(#"{"enabled":true}"#.utf8))
        let (data, response) = try await exchange(IngestRequest(method: "GET", path: "/v1/config"))
        #expect(String(decoding: data, as: UTF8.self) == #"{"enabled":true}"#)
        let tag = try #require(response.value(forHTTPHeaderField: "ETag"))
        let (none, second) = try await exchange(
            IngestRequest(method: "GET", path: "/v1/config", headers: [HeaderField("If-None-Match", tag)]))
        #expect(second.statusCode == 304)
        #expect(none.isEmpty)
        server.stop()
    }

    @Test("A cancelled request is seen as a client that left")
    func cancelled() async throws {
        server.fault = .neverAnswers
        try server.start()
        let request = try Fixture.batch("b1", [1])
        let asking = Task { try await exchange(request) }
        #expect(await server.until(upTo: .seconds(120)) { $0.requests == 1 })
        asking.cancel()
        #expect(await server.until(upTo: .seconds(120)) { $0.clientLeft == 1 })
        await #expect(throws: (any Error).self) { try await asking.value }
        server.stop()
    }
}
