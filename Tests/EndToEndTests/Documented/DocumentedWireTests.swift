import Analytics
import AnalyticsIngestServer
import AnalyticsTesting
import Foundation
import Testing

/// What the documentation says of requests and answers is what happens.
@Suite("Documented requests and answers", .timeLimit(.minutes(10)))
struct DocumentedWireTests {
    private let article: Article

    init() throws { article = try Article("WireAndFileFormats") }

    private func harness(
        remote: ScriptedConfiguration.Service? = nil,
        answer: @escaping @Sendable (AnalyticsHarness.Request) -> AnalyticsHarness.Answer
    ) throws -> AnalyticsHarness {
        let endpoint = try #require(URL(string: "https://events.example.com"))
        var configuration = AnalyticsConfiguration(endpoint: endpoint, appVersion: "4.2")
        configuration.writeKey = .bearer("wk_123")
        configuration.remoteConfiguration = remote == nil ? nil : endpoint
        let clock = ManualClock()
        var world = AnalyticsHarness.World(clock: clock, network: .function(answer))
        world.remote = remote.map { ScriptedConfiguration(clock: clock, service: $0) }
        let harness = AnalyticsHarness(configuration: configuration, world: world)
        harness.tracker.setConsent(.granted)
        return harness
    }

    @Test("The collector takes the request as it stands there")
    func request() throws {
        let collector = Collector(now: { Date(timeIntervalSince1970: 1_786_525_204) })
        let body = try Gzip.pack(Data(article.sample("request").utf8))
        let request = IngestRequest(
            method: "POST", path: Collector.eventsPath, headers: [HeaderField("Content-Encoding", "gzip")],
            body: body)
        #expect(collector.answer(request).status == 200)
        #expect(collector.snapshot.problems.isEmpty)
        #expect(collector.events.map(\.name) == ["checkout_step", "checkout_paid"])
    }

    @Test("The tracker's own request has the same fields and header lines")
    func sent() async throws {
        let requests = Locked<[AnalyticsHarness.Request]>([])
        let harness = try harness { request in
            requests.withLock { $0.append(request) }
            return AnalyticsHarness.Answer(status: 200)
        }
        harness.tracker.identify(userID: "a-17")
        harness.tracker.track("checkout_paid", schemaVersion: 1, properties: ["price": 3.0])
        #expect(await harness.flushAndSettle()?.sent == 1)

        let request = try #require(requests.withLock(\.first))
        #expect(article.text.contains("\n\(request.method) \(request.path) HTTP/1.1\n"))
        for header in request.headers {
            #expect(article.text.contains("\n\(header.name): \(header.value)\n"), "\(header)")
        }
        let shown = try article.object("request")
        let body = try Article.object(
            String(decoding: Gzip.open(Data(request.body), limit: 1 << 20), as: UTF8.self))
        #expect(body.paths() == shown.paths())
        let event = try #require((body["events"] as? [[String: Any]])?.first)
        let shownEvent = try #require((shown["events"] as? [[String: Any]])?.last)
        #expect(event.paths() == shownEvent.paths())
    }

    @Test("Each response has the effect that its row states")
    func answers() async throws {
        let rows = try article.table(below: "## Responses")
        #expect(rows.count == 7)
        for row in rows {
            for status in Self.statuses(of: row[0]) {
                let harness = try harness { _ in
                    AnalyticsHarness.Answer(status: status, body: Self.body(of: row[0]))
                }
                harness.tracker.track("tap", schemaVersion: 1)
                _ = await harness.flushAndSettle()
                let ledger = harness.status.ledger
                let found =
                    ledger[.delivered] == 1
                    ? "the batch is done" : ledger[.discarded] == 1 ? "discards the batch" : "retries"
                #expect(row[1].contains(found), "\(status) of \(row[0])")
                #expect(row[1].hasPrefix("keeps") == [401, 403, 404, 407].contains(status))
            }
        }
    }

    private static func body(of cell: String) -> [UInt8] {
        if cell.contains("anything else") { return Array("<html>".utf8) }
        return cell.contains("over 64 KB") ? [UInt8](repeating: 0x20, count: 65 * 1_024) : []
    }

    private static func statuses(of cell: String) -> [Int] {
        if cell.contains("any other 4xx") { return [400, 410, 413, 418, 422, 451] }
        if cell.contains("64 KB") { return [200] }
        let families = [
            "2xx": [200, 202, 204], "3xx": [301, 302, 307, 308], "5xx": [500, 502, 503, 504, 599],
        ]
        let words = cell.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        return words.compactMap { Int($0) } + words.flatMap { families[$0] ?? [] }
    }

    @Test("The remote configuration as it stands there comes into force")
    func configuration() async throws {
        let text = try article.sample("configuration")
        let harness = try harness(remote: .document(text, tag: nil)) { _ in
            AnalyticsHarness.Answer(status: 200)
        }
        harness.tracker.track("tap", schemaVersion: 1)
        _ = await harness.flushAndSettle()
        #expect(harness.status.remote?.lastAnswer == "new configuration, switched on")
        harness.tracker.track(
            "tap", schemaVersion: 1, properties: ["text": .string(String(repeating: "x", count: 200))])
        await harness.settle()
        #expect(harness.histories.first?.after.first?.value == .string(String(repeating: "x", count: 128)))
    }
}
