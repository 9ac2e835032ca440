import Analytics

/// Carries each request to a function instead of a socket, and its answer back on the manual clock.
///
/// Waiting for an answer is no work in hand: else test time would stand still, and no answer ever come.
final class FunctionTransport: HTTPTransport {
    private struct State {
        var waiting: [Int: Wait] = [:]
        var lastTicket = 0
    }

    private struct Wait {
        let waiter: CheckedContinuation<WaitEnd, Never>
        var alarm: Alarm?
    }

    private enum WaitEnd { case arrived, hurried, cancelled }

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
            switch await wait(for: answer) {
            case .cancelled: return .failed(.connection(.lost))
            // A server that gives up what it never meant to answer closes the connection.
            case .hurried where answer.delivery == .never: return .failed(.connection(.responseCutShort))
            case .arrived, .hurried: break
            }
        }
        return Self.outcome(of: answer)
    }

    /// Waits until the answer is due, if it ever is, until the server hurries, or until the caller is cancelled.
    private func wait(for answer: AnalyticsHarness.Answer) async -> WaitEnd {
        let ticket = state.withLock { state -> Int in
            state.lastTicket += 1
            return state.lastTicket
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let isOver = state.withLock { state -> Bool in
                    guard !Task.isCancelled else { return true }
                    state.waiting[ticket] = Wait(waiter: waiter)
                    return false
                }
                guard !isOver else { return waiter.resume(returning: .cancelled) }
                if answer.delivery != .never { setAlarm(for: ticket, after: answer.delay) }
                answer.whenHurried? { [weak self] in self?.end(ticket, .hurried) }
                // Last: at rest the server may change its mind at once, and must find this wait.
                clock.work.end()
            }
        } onCancel: {
            end(ticket, .cancelled)
        }
    }

    private func setAlarm(for ticket: Int, after delay: Duration) {
        let alarm = clock.schedule(at: clock.now().monotonic + delay) { [weak self] in
            self?.end(ticket, .arrived)
        }
        let isWaiting = state.withLock { state -> Bool in
            state.waiting[ticket]?.alarm = alarm
            return state.waiting[ticket] != nil
        }
        // The wait may have ended before it could hold its alarm.
        if !isWaiting { alarm.cancel() }
    }

    private func end(_ ticket: Int, _ end: WaitEnd) {
        guard let wait = state.withLock({ $0.waiting.removeValue(forKey: ticket) }) else { return }
        wait.alarm?.cancel()
        clock.work.begin()
        wait.waiter.resume(returning: end)
    }

    private static func outcome(of answer: AnalyticsHarness.Answer) -> Exchange {
        switch answer.delivery {
        case .cut: return .failed(.connection(.responseCutShort))
        case .reset: return .failed(.connection(.lost))
        case .refused: return .failed(.connection(.cannotConnect))
        case .never: return .failed(.timedOut)
        case .whole: break
        }
        guard answer.body.count <= Exchange.largestResponse else { return .failed(.responseTooLong) }
        func header(_ name: String) -> String? {
            answer.headers.first { $0.name.lowercased() == name }?.value
        }
        return .response(
            Exchange.Response(
                status: answer.status, retryAfter: header("retry-after"), tag: header("etag"),
                body: answer.body))
    }
}
