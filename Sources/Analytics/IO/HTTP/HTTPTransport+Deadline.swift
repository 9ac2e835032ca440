extension HTTPTransport {
    /// The exchange, or nil when the deadline on `clock` came first or the caller cancelled.
    func exchange(
        _ request: UploadRequest, within timeout: Duration, on clock: any WorldClock
    ) async -> Exchange? {
        let exchange = Task { await self.exchange(request) }
        let isLate = Locked(false)
        let deadline = clock.schedule(at: clock.now().monotonic + timeout) {
            isLate.withLock { $0 = true }
            exchange.cancel()
        }
        defer { deadline.cancel() }
        let result = await withTaskCancellationHandler {
            await exchange.value
        } onCancel: {
            exchange.cancel()
        }
        return isLate.withLock { $0 } || Task.isCancelled ? nil : result
    }
}

extension UploadRequest {
    /// What every request says, whatever it is for.
    static var commonHeaders: [(name: String, value: String)] {
        [
            // An answer that is compressed could be small on the wire and large in memory.
            (name: "Accept-Encoding", value: "identity"), (name: "Accept", value: "application/json"),
            (name: "User-Agent", value: "analytics-swift/\(SDKVersion.current)"),
        ]
    }
}
