extension HTTPTransport {
    /// The exchange, or nil when the deadline on `clock` came first or the caller cancelled.
    func exchange(
        _ request: UploadRequest, within timeout: Duration, on clock: any WorldClock
    ) async -> Exchange? {
        let state = Locked<(exchange: Task<Exchange, Never>?, isLate: Bool)>((nil, false))
        let deadline = clock.schedule(at: clock.now().monotonic + timeout) {
            let exchange = state.withLock { state -> Task<Exchange, Never>? in
                state.isLate = true
                return state.exchange
            }
            exchange?.cancel()
        }
        defer { deadline.cancel() }
        let exchange = state.withLock { held -> Task<Exchange, Never> in
            let exchange = Task {
                // Waits for the lock: nothing sets out before the deadline can find it.
                state.withLock { _ in }
                return await self.exchange(request)
            }
            held.exchange = exchange
            if held.isLate { exchange.cancel() }
            return exchange
        }
        let result = await withTaskCancellationHandler {
            await exchange.value
        } onCancel: {
            exchange.cancel()
        }
        return state.withLock(\.isLate) || Task.isCancelled ? nil : result
    }
}

extension UploadRequest {
    /// The headers of every request.
    package static var commonHeaders: [(name: String, value: String)] {
        [
            // A response that is compressed could be small on the wire and large in memory.
            (name: "Accept-Encoding", value: "identity"), (name: "Accept", value: "application/json"),
            (name: "User-Agent", value: "analytics-swift/\(SDKVersion.current)"),
        ]
    }
}
