import Analytics

/// A transport whose exchanges a test answers; what it is asked is kept.
final class StubTransport: HTTPTransport {
    private struct State {
        var answers: [Exchange] = []
        var requests: [UploadRequest] = []
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Locked(State())
    private let work: WorkInHand?
    /// Never answers; ends only when it is cancelled.
    private let hangs: Bool

    /// Answers in order, and accepts when they are used up. A request that hangs is counted out of `work`.
    init(_ answers: [Exchange] = [], hangs: Bool = false, work: WorkInHand? = nil) {
        self.hangs = hangs
        self.work = work
        state.withLock { $0.answers = answers }
    }

    var requests: [UploadRequest] { state.withLock(\.requests) }

    func exchange(_ request: UploadRequest) async -> Exchange {
        let answer = state.withLock { state -> Exchange in
            state.requests.append(request)
            let accepted = Exchange.response(status: 200, retryAfter: nil, body: [])
            return state.answers.isEmpty ? accepted : state.answers.removeFirst()
        }
        guard hangs else { return answer }
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let isOver = state.withLock { state -> Bool in
                    if !Task.isCancelled { state.waiter = waiter }
                    return Task.isCancelled
                }
                if isOver { waiter.resume() } else { work?.end() }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                defer { state.waiter = nil }
                return state.waiter
            }
            if let waiter {
                work?.begin()
                waiter.resume()
            }
        }
        return .failed(.connection(.lost))
    }
}
