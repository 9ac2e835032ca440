import Analytics
import AnalyticsTesting
import Foundation
import Testing

/// A server that does not read gzip (415), through the real uploader.
@Suite(.timeLimit(.minutes(1))) struct PlainBodyTests {
    private let clock = ManualClock()

    private func uploader(_ transport: any HTTPTransport) throws -> HTTPBatchUploader {
        HTTPBatchUploader(
            endpoint: try #require(URL(string: "http://127.0.0.1:9")), writeKey: nil, timeout: .seconds(30),
            transport: transport, clock: clock)
    }

    private func isGzip(_ request: UploadRequest) -> Bool {
        request.headers.contains { $0.name == "Content-Encoding" }
    }

    @Test func aServerThatRefusesGzipGetsTheSameBatchPlainAtOnceAndFromThenOn() async throws {
        let transport = StubTransport([.response(status: 415)])
        let uploader = try uploader(transport)
        #expect(await uploader.send(Batch.sample(events: 2)).result == .accepted(rejected: []))
        #expect(transport.requests.map(isGzip) == [true, false])
        let plain = String(decoding: transport.requests[1].body, as: UTF8.self)
        #expect(plain.hasPrefix(#"{"batchId":"batch-1","#))
        #expect(await uploader.send(Batch.sample(events: 2)).result == .accepted(rejected: []))
        #expect(transport.requests.map(isGzip) == [true, false, false])
    }

    @Test func anotherProcessRunTriesGzipAgain() async throws {
        let transport = StubTransport([.response(status: 415)])
        _ = await (try uploader(transport)).send(Batch.sample(events: 1))
        _ = await (try uploader(transport)).send(Batch.sample(events: 1))
        #expect(transport.requests.map(isGzip) == [true, false, true])
    }

    @Test func a415ToAPlainBodyDiscardsTheBatch() async throws {
        let transport = StubTransport([.response(status: 415), .response(status: 415)])
        let uploader = try uploader(transport)
        #expect(await uploader.send(Batch.sample(events: 1)).result == .discard(status: 415))
        #expect(transport.requests.map(isGzip) == [true, false])
    }

    @Test func theFailureOfThePlainAttemptIsTheResult() async throws {
        let uploader = try uploader(
            StubTransport([.response(status: 415), .response(status: 503, retryAfter: "7")]))
        let result = await uploader.send(Batch.sample(events: 1)).result
        #expect(result == .retry(after: .seconds(7), cause: .status(503)))
    }

    /// The first response takes 20 of the 30 seconds; the plain request hangs.
    @Test func bothAttemptsShareOneDeadline() async throws {
        let clock = clock
        let transport = SlowThenSilent(clock: clock)
        let uploader = try uploader(transport)
        // As the engine counts its sends: none while nothing but time can end them.
        clock.work.begin()
        let send = Task {
            let upload = await uploader.send(Batch.sample(events: 1))
            clock.work.end()
            return upload
        }
        await clock.advance(by: .seconds(20))
        await clock.advance(by: .seconds(9))
        #expect(clock.sleepers == 1)
        await clock.advance(by: .seconds(1))
        #expect(await send.value.result == .retry(after: nil, cause: .timedOut))
    }
}

/// Responds 415 after 20 s, then never again.
private final class SlowThenSilent: HTTPTransport {
    private let clock: ManualClock
    private let calls = Locked(0)
    private let silent: StubTransport

    init(clock: ManualClock) {
        self.clock = clock
        silent = StubTransport(hangs: true, work: clock.work)
    }

    func exchange(_ request: UploadRequest) async -> Exchange {
        let call = calls.withLock { calls -> Int in
            calls += 1
            return calls
        }
        guard call == 1 else { return await silent.exchange(request) }
        await withCheckedContinuation { waiter in
            _ = clock.schedule(at: clock.now().monotonic + .seconds(20)) { [clock] in
                clock.work.begin()
                waiter.resume()
            }
            clock.work.end()
        }
        return .response(status: 415)
    }
}
