import AnalyticsIngestServer
import Foundation
import Testing

/// A server whose pauses take a time of somebody else's, which the test moves.
@Suite(.timeLimit(.minutes(10))) struct ServerTimeTests {
    /// Keeps the alarms that were set, and what the server told, in order.
    private final class Time: @unchecked Sendable {
        private let lock = NSLock()
        private var alarms: [(seconds: Double, ring: @Sendable () -> Void)] = []
        private var told: [String] = []

        var server: ServerTime {
            ServerTime(
                schedule: { seconds, ring in
                    self.note { self.alarms.append((seconds, ring)) }
                    return {}
                },
                holdsBack: { number, path in self.note { self.told.append("holds \(number) \(path)") } },
                goesOn: { number in self.note { self.told.append("goes on \(number)") } })
        }

        var words: [String] { lock.withLock { told } }
        var seconds: [Double] { lock.withLock { alarms.map(\.seconds) } }
        func ring() { for alarm in lock.withLock({ alarms }) { alarm.ring() } }
        private func note(_ body: () -> Void) { lock.withLock { body() } }
    }

    private let time = Time()

    private func posted(_ fault: Fault) async throws -> (server: IngestServer, client: RawClient) {
        let server = IngestServer(time: time.server)
        try server.start()
        let port = try #require(server.port)
        let client = try #require(RawClient(port: port))
        server.fault = fault
        client.send(Fixture.bytes(of: try Fixture.batch("b1", [1, 2])))
        #expect(await server.until(upTo: .seconds(120)) { $0.requests == 1 })
        // The server tells it after it has counted the request.
        while time.words.isEmpty { await Task.yield() }
        return (server, client)
    }

    @Test func aSlowAnswerComesWhenThatTimeHasPassedAndNotBefore() async throws {
        let (server, client) = try await posted(.slow(seconds: 600))
        #expect(time.words == ["holds 1 /v1/events"])
        #expect(time.seconds == [600])
        time.ring()
        // Told before anything is sent: whoever counts must not find nothing in hand.
        #expect(time.words == ["holds 1 /v1/events", "goes on 1"])
        #expect(client.readAnswer()?.hasPrefix("HTTP/1.1 200") == true)
        server.stop()
    }

    @Test(arguments: [Fault.slow(seconds: 600), .neverAnswers])
    func anotherBehaviourEndsWhatIsHeldBackBeforeItIsSet(fault: Fault) async throws {
        let (server, client) = try await posted(fault)
        server.fault = .ok
        #expect(time.words == ["holds 1 /v1/events", "goes on 1"])
        if fault == .neverAnswers {
            #expect(client.readToEnd() == .farewell)
        } else {
            #expect(client.readAnswer()?.hasPrefix("HTTP/1.1 200") == true)
        }
        server.stop()
    }

    @Test func anAnswerAtOnceIsNeverHeldBack() async throws {
        let server = IngestServer(time: time.server)
        try server.start()
        let port = try #require(server.port)
        let client = try #require(RawClient(port: port))
        client.send(Fixture.bytes(of: try Fixture.batch("b1", [1, 2])))
        #expect(client.readAnswer()?.hasPrefix("HTTP/1.1 200") == true)
        #expect(time.words.isEmpty)
        server.stop()
    }
}
