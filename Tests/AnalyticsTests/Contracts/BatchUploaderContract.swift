import Analytics
import AnalyticsIngestServer
import AnalyticsTesting
import Foundation
import Testing

/// What every `BatchUploader` promises: the fake, the real one over a transport that is a script, and the real one
/// over real sockets.
@Suite(.timeLimit(.minutes(10))) struct BatchUploaderContract {
    @Test(arguments: UploaderRig.Kind.allCases)
    func anAcceptedBatchIsAccepted(kind: UploaderRig.Kind) async throws {
        let rig = try UploaderRig(kind, .accepts)
        defer { rig.stop() }
        let upload = await rig.uploader.send(Batch.sample(events: 5))
        #expect(upload.result == .accepted(rejected: []))
        #expect(upload.rawBytes > 0 && upload.sentBytes > 0)
    }

    @Test(arguments: UploaderRig.Kind.allCases)
    func theSameBatchMayBeSentAgain(kind: UploaderRig.Kind) async throws {
        let rig = try UploaderRig(kind, .accepts)
        defer { rig.stop() }
        let first = await rig.uploader.send(Batch.sample(events: 2))
        #expect(await rig.uploader.send(Batch.sample(events: 2, attempt: 2)).result == first.result)
    }

    @Test(arguments: UploaderRig.Kind.allCases)
    func aFailureThatMayPassIsARetryWithTheServersTime(kind: UploaderRig.Kind) async throws {
        let rig = try UploaderRig(kind, .asksToWait(seconds: 7))
        defer { rig.stop() }
        let result = await rig.uploader.send(Batch.sample(events: 1)).result
        #expect(result == .retry(after: .seconds(7), cause: .status(429)))
    }

    @Test(arguments: UploaderRig.Kind.allCases, [400, 401])
    func aRefusedBatchAndARefusedKeyAreNotTheSame(kind: UploaderRig.Kind, status: Int) async throws {
        let rig = try UploaderRig(kind, .answers(status))
        defer { rig.stop() }
        let result = await rig.uploader.send(Batch.sample(events: 1)).result
        #expect(result == (status == 400 ? .discard(status: 400) : .refused(status: 401)))
    }

    @Test(arguments: UploaderRig.Kind.allCases)
    func aConnectionThatBreaksIsARetry(kind: UploaderRig.Kind) async throws {
        let rig = try UploaderRig(kind, .breaks)
        defer { rig.stop() }
        let result = await rig.uploader.send(Batch.sample(events: 1)).result
        guard case .retry(after: nil, cause: .connection) = result else {
            Issue.record("\(result)")
            return
        }
    }

    @Test(arguments: UploaderRig.Kind.allCases)
    func cancellingTheCallerEndsARequestThatIsUnderWay(kind: UploaderRig.Kind) async throws {
        let rig = try UploaderRig(kind, .hangs)
        defer { rig.stop() }
        let send = rig.startSend()
        await rig.untilUnderWay()
        send.cancel()
        #expect(await send.value.result == .cancelled)
        #expect(rig.clock.sleepers == 0, "a deadline is left behind")
    }

    @Test(arguments: UploaderRig.Kind.allCases)
    func aCallerCancelledBeforeItAsksSendsNothingThatCounts(kind: UploaderRig.Kind) async throws {
        let rig = try UploaderRig(kind, .accepts)
        defer { rig.stop() }
        let send = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await rig.uploader.send(Batch.sample(events: 1))
        }
        #expect(await send.value.result == .cancelled)
    }

    @Test(arguments: [UploaderRig.Kind.stub, .socket])
    func aServerThatNeverAnswersIsGivenUpAtTheDeadline(kind: UploaderRig.Kind) async throws {
        let rig = try UploaderRig(kind, .hangs)
        defer { rig.stop() }
        let send = rig.startSend()
        await rig.untilUnderWay()
        await rig.clock.advance(by: .seconds(29))
        #expect(rig.clock.sleepers == 1)
        await rig.clock.advance(by: .seconds(1))
        #expect(await send.value.result == .retry(after: nil, cause: .timedOut))
    }

    @Test func theBodyCarriesTheAttemptsOwnTimeAndTheEventsAsRecorded() async throws {
        let rig = try UploaderRig(.stub, .accepts)
        let batch = Batch.sample(events: 3)
        _ = await rig.uploader.send(batch)
        await rig.clock.advance(by: .seconds(3 * 86_400))
        _ = await rig.uploader.send(batch)
        struct Body: Decodable {
            struct Event: Decodable { var time: String }
            var batchId, sentAt, install: String
            var events: [Event]
        }
        let bodies = try rig.requests.map {
            try JSONDecoder().decode(Body.self, from: try Gzip.open(Data($0.body), limit: 1_000_000))
        }
        #expect(bodies.map(\.sentAt) == ["2026-01-01T00:00:00.000Z", "2026-01-04T00:00:00.000Z"])
        #expect(bodies.allSatisfy { $0.batchId == "batch-1" && $0.install == "install-1" })
        #expect(
            bodies.allSatisfy {
                $0.events.map(\.time) == Array(repeating: "2026-08-12T10:00:00.000Z", count: 3)
            })
    }
}

/// One conformer, and a server that behaves as asked.
struct UploaderRig {
    enum Kind: String, CaseIterable, Sendable { case scripted, stub, socket }

    enum Server: Sendable {
        case accepts, asksToWait(seconds: Int), answers(Int), breaks, hangs
    }

    let uploader: any BatchUploader
    let clock = ManualClock()
    private let stub: StubTransport?
    private let server: IngestServer?

    init(_ kind: Kind, _ behaviour: Server) throws {
        switch kind {
        case .scripted:
            let scripted = ScriptedUploader(clock: clock)
            scripted.isHeld = behaviour.hangs
            scripted.otherwise = behaviour.answer
            (uploader, stub, server) = (scripted, nil, nil)
        case .stub:
            let stub = StubTransport([behaviour.exchange], hangs: behaviour.hangs, work: clock.work)
            let endpoint = try #require(URL(string: "http://127.0.0.1:9"))
            uploader = HTTPBatchUploader(
                endpoint: endpoint, writeKey: nil, timeout: .seconds(30), transport: stub, clock: clock)
            (self.stub, server) = (stub, nil)
        case .socket:
            setenv("no_proxy", "127.0.0.1", 1)
            let server = IngestServer()
            let endpoint = try server.start()
            server.fault = try #require(Fault(behaviour.word))
            uploader = HTTPBatchUploader(
                endpoint: endpoint, writeKey: nil, timeout: .seconds(30), transport: SystemTransport(),
                clock: clock)
            (stub, self.server) = (nil, server)
        }
    }

    var requests: [UploadRequest] { stub?.requests ?? [] }

    func stop() { server?.stop() }

    /// Sends in a task that counts as work in hand, as the engine's does.
    func startSend() -> Task<Upload, Never> {
        clock.work.begin()
        return Task { [uploader, clock, server] in
            let upload = await uploader.send(Batch.sample(events: 1))
            // Over a socket nobody takes the request out of the count while it hangs.
            if server == nil { clock.work.end() }
            return upload
        }
    }

    func untilUnderWay() async {
        guard let server else { return await clock.work.untilIdle() }
        _ = await server.collector.until(upTo: .seconds(120)) { $0.requests > 0 }
        clock.work.end()
    }
}

extension UploaderRig.Server {
    fileprivate var hangs: Bool { if case .hangs = self { true } else { false } }

    fileprivate var answer: ScriptedUploader.Answer {
        switch self {
        case .accepts, .hangs: .accepted
        case .asksToWait(let seconds): .unavailable(status: 429, retryAfter: .seconds(seconds))
        case .answers(401): .refused(status: 401)
        case .answers(let status): .discarded(status: status)
        case .breaks: .connectionLost
        }
    }

    fileprivate var exchange: Exchange {
        switch self {
        case .accepts, .hangs: .response(status: 200, retryAfter: nil, body: Array("{}".utf8))
        case .asksToWait(let seconds): .response(status: 429, retryAfter: "\(seconds)", body: [])
        case .answers(let status): .response(status: status, retryAfter: nil, body: [])
        case .breaks: .failed(.connection(.lost))
        }
    }

    fileprivate var word: String {
        switch self {
        case .accepts: "200"
        case .asksToWait(let seconds): "429:\(seconds)"
        case .answers(let status): "\(status)"
        case .breaks: "reset"
        case .hangs: "never"
        }
    }
}
