import Analytics
import Foundation
import Testing

/// What the system's transport sends, where it connects, and how it names what goes wrong.
@Suite(.timeLimit(.minutes(1)), .serialized) struct TransportTests {
    private let transport = SystemTransport()

    private func post(_ url: URL, timeout: Duration = .seconds(20)) async -> Exchange {
        let headers = UploadRequest.commonHeaders + [(name: "X-Write-Key", value: "secret")]
        return await transport.exchange(
            UploadRequest(method: "POST", url: url, headers: headers, body: Array("{}".utf8)))
    }

    private func isOK(_ exchange: Exchange) -> Bool {
        if case .response(let response) = exchange { response.status == 200 } else { false }
    }

    @Test func aRequestCarriesNothingOfTheDevice() async throws {
        let server = try HostileServer([])
        defer { server.stop() }
        #expect(isOK(await post(server.endpoint)))
        let lines = try #require(server.requests.first).split(separator: "\r\n").map { $0.lowercased() }
        let names = lines.dropFirst().prefix { $0.contains(": ") }.compactMap {
            $0.split(separator: ":").first
        }
        let expected: Set = [
            "host", "content-length", "content-type", "accept-encoding", "accept", "user-agent",
            "x-write-key",
        ]
        #expect(Set(names.map(String.init)).subtracting(["connection"]).isSubset(of: expected), "\(lines)")
    }

    /// The second request proves that the proxy would have been used for any other host.
    @Test func aLoopbackAddressNeverPassesThroughAProxy() async throws {
        let (server, proxy) = (try HostileServer([]), try HostileServer([]))
        let kept = ProcessInfo.processInfo.environment["no_proxy"]
        unsetenv("no_proxy")
        setenv("http_proxy", proxy.endpoint.absoluteString, 1)
        defer {
            unsetenv("http_proxy")
            if let kept { setenv("no_proxy", kept, 1) }
            server.stop()
            proxy.stop()
        }
        #expect(isOK(await post(server.endpoint)))
        #expect(server.requests.count == 1)
        #expect(proxy.requests.isEmpty)
        let other = try #require(URL(string: "http://collector.invalid/"))
        #expect(isOK(await post(other)))
        #expect(proxy.requests.count == 1)
    }

    @Test(arguments: [401, 403, 407])
    func aRequestForCredentialsIsAResponseLikeAnyOther(status: Int) async throws {
        let head =
            "HTTP/1.1 \(status) No\r\nWWW-Authenticate: Basic realm=\"x\"\r\nProxy-Authenticate: Basic\r\n"
        let server = try HostileServer([.send(head + "Content-Length: 2\r\n\r\n{}"), .silence])
        defer { server.stop() }
        _ = await post(server.endpoint)
        let exchange = await post(server.endpoint)
        guard case .response(let response) = exchange else {
            Issue.record("\(exchange)")
            return
        }
        #expect(response.status == status)
    }

    @Test func everyStatusArrivesAsItIs() async throws {
        for status in 200...599 {
            let server = try HostileServer([
                .send("HTTP/1.1 \(status) X\r\nContent-Length: 0\r\nLocation: /x\r\nRetry-After: 7\r\n\r\n")
            ])
            defer { server.stop() }
            _ = await post(server.endpoint)
            guard case .response(let response) = await post(server.endpoint) else {
                Issue.record("\(status)")
                continue
            }
            #expect(response.status == status)
            #expect(response.retryAfter == "7")
        }
    }

    @Test func anAddressInBracketsIsConnectedTo() async throws {
        // Port 1 is free: to be refused, the address must have been understood.
        let exchange = await post(try #require(URL(string: "http://[::1]:1/v1/events")))
        guard case .failed(.connection(.cannotConnect)) = exchange else {
            Issue.record("\(exchange)")
            return
        }
    }

    @Test func anUnknownHostIsNamed() async throws {
        let exchange = await post(try #require(URL(string: "http://host.invalid/")))
        guard case .failed(.connection(.hostNotFound)) = exchange else {
            Issue.record("\(exchange)")
            return
        }
    }
}
