import Analytics
import AnalyticsTesting
import Foundation
import Testing

/// A function in place of the network, beneath the real uploader.
@Suite(.timeLimit(.minutes(10))) struct NetworkFunctionTests {
    private typealias Answer = AnalyticsHarness.Answer

    /// Keeps what it was asked, and answers as told.
    private final class Server: Sendable {
        private let state: Locked<(answer: Answer, requests: [AnalyticsHarness.Request])>

        init(_ answer: Answer = Answer(status: 200)) { state = Locked((answer, [])) }

        var requests: [AnalyticsHarness.Request] { state.withLock(\.requests) }
        var answer: Answer {
            get { state.withLock(\.answer) }
            set { state.withLock { $0.answer = newValue } }
        }

        func respond(to request: AnalyticsHarness.Request) -> Answer {
            state.withLock { state in
                state.requests.append(request)
                return state.answer
            }
        }
    }

    private func harness(_ server: Server) throws -> AnalyticsHarness {
        let endpoint = try #require(URL(string: "https://events.example.com"))
        let harness = AnalyticsHarness(
            configuration: AnalyticsConfiguration(endpoint: endpoint, appVersion: "1"),
            world: AnalyticsHarness.World(network: .function { server.respond(to: $0) }))
        harness.tracker.setConsent(.granted)
        harness.tracker.track("tap", schemaVersion: 1, properties: [:])
        return harness
    }

    @Test func theFunctionSeesTheRequestThatAServerWouldSee() async throws {
        let server = Server()
        let harness = try harness(server)
        #expect(await harness.flushAndSettle() == FlushOutcome(sent: 1, stoppedBy: .nothingLeft))
        let request = try #require(server.requests.first)
        #expect((request.method, request.path) == ("POST", "/v1/events"))
        #expect(request.headers.contains { $0 == (name: "Content-Encoding", value: "gzip") })
        #expect(request.body.prefix(2) == [0x1F, 0x8B])
    }

    @Test(arguments: [
        (AnalyticsHarness.Answer(status: 503, headers: [("Retry-After", "600")]), "HTTP 503"),
        (AnalyticsHarness.Answer(status: 200, delivery: .cut), "response cut short"),
        (AnalyticsHarness.Answer(status: 200, delivery: .reset), "connection lost"),
        (AnalyticsHarness.Answer(status: 200, delivery: .refused), "cannot connect"),
        (AnalyticsHarness.Answer(status: 302, headers: [("Location", "/")]), "redirect 302, not followed"),
        (
            AnalyticsHarness.Answer(status: 200, body: [UInt8](repeating: 0x20, count: 65_537)),
            "response over 64 KB"
        ),
    ])
    func whatIsNoAcceptanceBacksOffForItsReason(answer: AnalyticsHarness.Answer, cause: String) async throws {
        let server = Server(answer)
        let harness = try harness(server)
        #expect(await harness.flushAndSettle()?.sent == 0)
        let backoff = try #require(harness.status.flush.backoff)
        #expect(backoff.cause == cause)
        if answer.status == 503 { #expect(backoff.delay >= 600_000) }
        server.answer = Answer(status: 200)
        await harness.advance(by: .seconds(900))
        #expect(harness.status.ledger[.delivered] == 1)
    }

    @Test func aDiscardedBatchIsNamedWithStatusAndReasonUntilAnotherIsAccepted() async throws {
        let server = Server(Answer(status: 400, body: Array("{\"error\":\"unknown app\"}".utf8)))
        let harness = try harness(server)
        #expect(await harness.flushAndSettle()?.discarded == 1)
        let discard = try #require(harness.status.flush.lastDiscard)
        #expect(
            discard.events == 1 && discard.status == 400 && discard.reason?.contains("unknown app") == true)
        let problem = try #require(harness.status.problems.first)
        #expect(problem.kind == .batchDiscarded && problem.count == 1 && problem.detail.contains("400"))
        server.answer = Answer(status: 200)
        harness.tracker.track("tap", schemaVersion: 1, properties: [:])
        #expect(await harness.flushAndSettle()?.sent == 1)
        #expect(harness.status.problems.isEmpty && harness.status.flush.lastDiscard == discard)
    }

    @Test func anAnswerThatTakesTimeArrivesWhenThatTimeHasPassed() async throws {
        let harness = try harness(Server(Answer(status: 200, delay: .seconds(20))))
        #expect(await harness.flushAndSettle() == nil)
        await harness.advance(by: .milliseconds(19_999))
        #expect(harness.status.ledger[.inFlight] == 1)
        await harness.advance(by: .milliseconds(1))
        #expect(harness.status.ledger[.delivered] == 1)
        #expect(harness.status.flush.lastSuccess?.duration == 20_000)
    }

    @Test(arguments: [
        AnalyticsHarness.Answer(status: 200, delivery: .never),
        AnalyticsHarness.Answer(status: 200, delay: .seconds(31)),
    ])
    func anAnswerThatDoesNotComeInTimeEndsAtTheDeadline(answer: AnalyticsHarness.Answer) async throws {
        let harness = try harness(Server(answer))
        #expect(await harness.flushAndSettle() == nil)
        await harness.advance(by: .seconds(29))
        #expect(harness.status.ledger[.inFlight] == 1)
        await harness.advance(by: .seconds(1))
        #expect(harness.status.ledger[.waiting] == 1)
        #expect(harness.status.flush.backoff?.cause == "no response in time")
    }

    /// The server may change its mind as soon as nothing is in hand, so it must know of the wait by then.
    @Test func atRestTheServerHasBeenToldWhomToHurry() async throws {
        for _ in 0..<200 {
            let hurry = Locked<(@Sendable () -> Void)?>(nil)
            var answer = Answer(status: 200, delivery: .never)
            answer.whenHurried = { body in
                // A slow server: everyone else has the time to go on.
                for _ in 0..<100 { sched_yield() }
                hurry.withLock { $0 = body }
            }
            let harness = try harness(Server(answer))
            #expect(await harness.flushAndSettle() == nil)
            let call = try #require(hurry.withLock { $0 })
            call()
            await harness.settle()
            #expect(harness.status.flush.inFlight == nil)
        }
    }

    @Test func aServerThatHurriesBeforeTheWaitBeginsEndsItAtOnce() async throws {
        var answer = Answer(status: 200, delay: .seconds(600))
        answer.whenHurried = { $0() }
        let harness = try harness(Server(answer))
        #expect(await harness.flushAndSettle() == FlushOutcome(sent: 1, stoppedBy: .nothingLeft))
        #expect(harness.world.clock.elapsed == .zero)
    }

    @Test func aDenialEndsARequestThatWaitsForItsAnswer() async throws {
        let harness = try harness(Server(Answer(status: 200, delivery: .never)))
        #expect(await harness.flushAndSettle() == nil)
        harness.tracker.setConsent(.denied)
        await harness.settle()
        #expect(harness.status.ledger[.erased] == 1)
        #expect(harness.status.flush.inFlight == nil)
    }

    @Test func whatIsTrackedInOneInstantOverflowsTheBufferByExactlyTheRest() async throws {
        let harness = try harness(Server())
        await harness.settle()
        let tracker = harness.tracker
        await harness.inOneInstant {
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<5 {
                    group.addTask {
                        for _ in 0..<300 { tracker.track("tap", schemaVersion: 1, properties: [:]) }
                    }
                }
            }
        }
        await harness.settle()
        #expect(harness.status.ledger[.bufferFull] == 500)
        #expect(harness.status.kept == 1_001)
        #expect(harness.audit().isBalanced)
    }

    @Test func aDeadTrackersLastStatusIsKept() async throws {
        let harness = try harness(Server())
        await harness.settle()
        #expect(harness.earlierLives.isEmpty)
        harness.relaunch()
        #expect(harness.earlierLives.map(\.ledger.tracked) == [1])
        #expect(harness.lostInCrashes == 0)
    }
}
