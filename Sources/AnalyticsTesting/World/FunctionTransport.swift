import Analytics

/// Carries each request to a function instead of a socket, and its answer back on the manual clock.
///
/// Waiting for an answer is no work in hand: else test time would stand still, and no answer ever come.
final class FunctionTransport: HTTPTransport {
    private struct State {
        var waiting: [Int: CheckedContinuation<Bool, Never>] = [:]
        var lastTicket = 0
    }

    private let clock: ManualClock
    private let answer: @Sendable (AnalyticsHarness.Request) -> AnalyticsHarness.Answer
    private let state = Locked(State())

    init(
        clock: ManualClock, answer: @escaping @Sendable (AnalyticsHarness.Request) -> AnalyticsHarness.Answer
    ) {
        self.clock = clock
        self.answer = answer
    }

    func exchange(_ request: UploadRequest) async -> Exchange {
        let answer = answer(
            AnalyticsHarness.Request(
                method: request.method, path: request.url.path, headers: request.headers, body: request.body))
        if answer.delivery == .never || answer.delay > .zero {
            let arrives = await wait(answer.delivery == .never ? nil : answer.delay)
            guard arrives else { return .failed(.connection("cancelled")) }
        }
        return Self.outcome(of: answer)
    }

    /// Waits for `delay`, or for ever; false when the caller is cancelled first.
    private func wait(_ delay: Duration?) async -> Bool {
        let ticket = state.withLock { state -> Int in
            state.lastTicket += 1
            return state.lastTicket
        }
        let alarm = Locked<Alarm?>(nil)
        defer { alarm.withLock { $0 }?.cancel() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let isOver = state.withLock { state -> Bool in
                    guard !Task.isCancelled else { return true }
                    state.waiting[ticket] = waiter
                    return false
                }
                guard !isOver else { return waiter.resume(returning: false) }
                if let delay {
                    let set = clock.schedule(at: clock.now().monotonic + delay) { [weak self] in
                        self?.end(ticket, arrives: true)
                    }
                    alarm.withLock { $0 = set }
                }
                clock.work.end()
            }
        } onCancel: {
            end(ticket, arrives: false)
        }
    }

    private func end(_ ticket: Int, arrives: Bool) {
        guard let waiter = state.withLock({ $0.waiting.removeValue(forKey: ticket) }) else { return }
        clock.work.begin()
        waiter.resume(returning: arrives)
    }

    private static func outcome(of answer: AnalyticsHarness.Answer) -> Exchange {
        switch answer.delivery {
        case .cut, .reset: return .failed(.connection("connection lost"))
        case .refused: return .failed(.connection("cannot connect"))
        case .never: return .failed(.timedOut)
        case .whole: break
        }
        guard answer.body.count <= Exchange.largestAnswer else { return .failed(.answerTooLong) }
        func header(_ name: String) -> String? {
            answer.headers.first { $0.name.lowercased() == name }?.value
        }
        return .answer(
            Exchange.Answer(
                status: answer.status, retryAfter: header("retry-after"), tag: header("etag"),
                body: answer.body))
    }
}
