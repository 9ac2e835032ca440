import Foundation

/// The server without sockets: a function from request to answer, that keeps books of what came.
///
/// Safe from any thread; each request is counted as a whole or not at all. Memory is bounded by
/// `CollectorLimits`, however long it runs: details of the newest are kept, counts go on.
public final class Collector: Sendable {
    /// Where batches are posted.
    public static let eventsPath = "/v1/events"
    /// Where the remote configuration is read.
    public static let configurationPath = "/v1/config"
    /// Where the redirect fault points: answers 200 to anything and stores nothing, to expose a
    /// client that follows.
    public static let redirectPath = "/moved"

    let state: Locked<CollectorState>
    let writeKey: RequiredKey?
    let limits: CollectorLimits
    private let now: @Sendable () -> Date

    /// A collector that knows nothing yet.
    ///
    /// - Parameters:
    ///   - writeKey: when given, batches without it are answered 401.
    ///   - writeKeyHeader: the header that must carry it; without one, `Authorization` or any `X-` header.
    ///   - limits: how much is remembered.
    ///   - now: the clock that `sentAt` is compared with.
    public init(
        writeKey: String? = nil, writeKeyHeader: String? = nil, limits: CollectorLimits = CollectorLimits(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.writeKey = writeKey.map { RequiredKey($0, header: writeKeyHeader) }
        self.limits = limits
        self.now = now
        state = Locked(CollectorState(limits: limits))
    }

    /// Everything known at this instant.
    public var snapshot: CollectorSnapshot { state.withLock { $0.snapshot() } }

    /// The unique events in order of arrival, the newest `CollectorLimits.events` of them.
    public var events: [ArrivedEvent] { state.withLock { $0.book.events.elements } }

    /// Calls `observer` after each change, in the changing thread and with no lock held; one observer at a time.
    public func onChange(_ observer: (@Sendable ([CollectorChange]) -> Void)?) {
        state.withLock { $0.observer = observer }
    }

    /// Forgets arrivals and counts. Faults, configuration and observer stay.
    public func reset() {
        change { state in
            state.forget(limits: limits)
            return ((), [.reset])
        }
    }

    /// Answers one request. What is stored is stored before this returns.
    public func answer(_ request: IngestRequest) -> AnswerPlan {
        switch (request.path, request.method) {
        case (Self.eventsPath, "POST"): answerEvents(request)
        case (Self.configurationPath, "GET"): answerConfiguration(request)
        case (Self.eventsPath, _): stray(request, status: 405, headers: [HeaderField("Allow", "POST")])
        case (Self.configurationPath, _): stray(request, status: 405, headers: [HeaderField("Allow", "GET")])
        case (Self.redirectPath, _): stray(request, status: 200)
        default: stray(request, status: 404)
        }
    }

    /// Tells how the answer to a planned request went; without a number, or twice, nothing happens.
    public func finish(_ plan: AnswerPlan, after duration: Duration, clientLeft: Bool = false) {
        guard let number = plan.number else { return }
        change { state in
            guard let record = state.finish(number, milliseconds: duration.seconds * 1_000, clientLeft)
            else { return ((), []) }
            return ((), [.answered(record)])
        }
    }

    /// Counts bytes that were no request.
    public func noteMalformed(status: Int, reason: String) {
        let time = now()
        change { state in
            state.counts.malformed += 1
            return ((), [state.note(Violation(path: "request", reason: reason), batch: nil, at: time)])
        }
    }

    private func answerEvents(_ request: IngestRequest) -> AnswerPlan {
        let time = now()
        let verdict = Verdict.of(request, writeKey: writeKey, limit: limits.bodyBytes)
        return change { $0.decide(verdict, bytes: request.body.count, at: time) }
    }

    private func stray(_ request: IngestRequest, status: Int, headers: [HeaderField] = []) -> AnswerPlan {
        change { state in
            if status == 200 { state.counts.redirectsFollowed += 1 } else { state.counts.strayRequests += 1 }
            let body = status == 200 ? "{}" : #"{"error":"not served here"}"#
            let plan = AnswerPlan(
                number: nil, status: status, headers: headers + [AnswerPlan.json],
                body: .bytes(Data(body.utf8)))
            return (
                plan,
                [.stray(method: String(request.method.prefix(20)), path: String(request.path.prefix(200)))]
            )
        }
    }

    /// Changes the state, wakes those that wait, then tells the observer.
    func change<Result>(_ body: (inout CollectorState) -> (Result, [CollectorChange])) -> Result {
        let (result, changes, observer) = state.change { state in
            let (result, changes) = body(&state)
            if !changes.isEmpty { state.version += 1 }
            return (result, changes, state.observer)
        }
        if !changes.isEmpty { observer?(changes) }
        return result
    }
}
