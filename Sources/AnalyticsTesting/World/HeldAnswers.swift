import Analytics

/// What a server behind real sockets holds back until the clock moves, as that server tells it.
///
/// Waiting for such an answer is no work in hand: else a clock moved by hand would stand still, and neither the answer
/// nor the request's time limit would ever come.
package final class HeldAnswers: Sendable {
    private struct Open {
        let path: String
        var heldAs: Int?
    }

    private struct State {
        var open: [Int: Open] = [:]
        var lastTicket = 0
    }

    private let work: WorkInHand
    private let state = Locked(State())

    /// Nothing is held back yet; the clock is the harness's.
    package init(clock: ManualClock) { work = clock.work }

    /// The server holds back its answer to a request to `path`, and has this number for it.
    package func holdsBack(_ number: Int, path: String) {
        let isOpen = state.withLock { state -> Bool in
            // One request at a time goes to a path: an earlier one is over, though its server may not know it.
            guard let ticket = state.open.filter({ $0.value.path == path }).keys.max(),
                state.open[ticket]?.heldAs == nil
            else { return false }
            state.open[ticket]?.heldAs = number
            return true
        }
        if isOpen { work.end() }
    }

    /// The server goes on with the request of this number.
    package func goesOn(_ number: Int) {
        state.withLock { state in
            guard let ticket = state.open.first(where: { $0.value.heldAs == number })?.key else { return }
            state.open[ticket]?.heldAs = nil
            // Before whoever moves the clock can look.
            work.begin()
        }
    }

    fileprivate func open(_ path: String) -> Int {
        state.withLock { state in
            state.lastTicket += 1
            state.open[state.lastTicket] = Open(path: path)
            return state.lastTicket
        }
    }

    /// The request is over for its sender; told again, nothing happens.
    fileprivate func close(_ ticket: Int) {
        state.withLock { state in
            if state.open.removeValue(forKey: ticket)?.heldAs != nil { work.begin() }
        }
    }
}

/// A transport whose server may hold answers back.
struct HeldTransport: HTTPTransport {
    let transport: any HTTPTransport
    let answers: HeldAnswers

    func exchange(_ request: UploadRequest) async -> Exchange {
        let ticket = answers.open(request.url.path)
        defer { answers.close(ticket) }
        return await withTaskCancellationHandler {
            await transport.exchange(request)
        } onCancel: {
            answers.close(ticket)
        }
    }
}
