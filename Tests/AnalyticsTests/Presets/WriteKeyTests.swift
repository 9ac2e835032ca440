import Analytics
import AnalyticsTesting
import Foundation
import Testing

@Suite("The write key", .timeLimit(.minutes(10)))
struct WriteKeyTests {
    /// Takes every request and answers that all is stored.
    private final class Wire: HTTPTransport {
        private let state = Locked<[UploadRequest]>([])
        var requests: [UploadRequest] { state.withLock { $0 } }

        func exchange(_ request: UploadRequest) async -> Exchange {
            state.withLock { $0.append(request) }
            return .response(Exchange.Response(status: 200))
        }
    }

    private func headers(with key: WriteKey?) async throws -> [String: String] {
        let wire = Wire()
        let endpoint = try #require(URL(string: "https://events.example.com/in"))
        let uploader = HTTPBatchUploader(
            endpoint: endpoint, writeKey: key, timeout: .seconds(30), transport: wire, clock: ManualClock())
        let batch = Batch(
            id: BatchID("b-1"), number: 1, epoch: ConsentEpoch(), installID: "i", context: Array("{}".utf8),
            events: Array(#"{"id":"e-1"}"#.utf8), count: 1, attempt: 1)
        #expect(await uploader.send(batch).result == .accepted(rejected: []))
        let request = try #require(wire.requests.first)
        #expect(request.url.absoluteString == "https://events.example.com/in/v1/events")
        return Dictionary(request.headers.map { ($0.name, $0.value) }, uniquingKeysWith: { "\($0), \($1)" })
    }

    @Test("A bearer key stands in Authorization")
    func bearer() async throws {
        #expect(try await headers(with: .bearer("wk_1"))["Authorization"] == "Bearer wk_1")
    }

    @Test("A header of the server's own carries the bare key, and Authorization stays away")
    func header() async throws {
        let headers = try await headers(with: .header("X-Write-Key", "wk_1"))
        #expect(headers["X-Write-Key"] == "wk_1")
        #expect(headers["Authorization"] == nil)
    }

    @Test("Without a key neither is sent")
    func none() async throws {
        let headers = try await headers(with: nil)
        #expect(headers["Authorization"] == nil && headers["X-Write-Key"] == nil)
        #expect(headers["Content-Encoding"] == "gzip")
    }

    @Test(
        "A key that cannot stand in a header is left out and reported, and events go all the same",
        arguments: [
            WriteKey.bearer("wk\r\nX-Evil: 1"), .bearer("wk\u{0}"), .bearer("schlüssel"),
            .header("X Write Key", "wk_1"), .header("", "wk_1"), .header("X-Key:", "wk_1"),
        ])
    func impossible(_ key: WriteKey) async throws {
        let stage = try Stage { $0.writeKey = key }
        #expect(
            stage.harness.status.corrections == ["writeKey cannot stand in a header; sending without it"])
        await stage.grant()
        await stage.track(1)
        #expect(await stage.harness.tracker.flush().sent == 1)
    }
}
