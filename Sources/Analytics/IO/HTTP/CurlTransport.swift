#if canImport(FoundationNetworking) && !canImport(Darwin)
    import CAnalyticsCurl
    import class Foundation.Thread

    /// Carries requests over libcurl, each on a separate connection and thread.
    ///
    /// Cancelling the caller resumes it at once: it sets a flag and wakes the thread, which closes the connection and
    /// frees what it holds. Nothing here waits for the network on a caller's thread.
    struct CurlTransport: HTTPTransport {
        /// Nil without libcurl in the process.
        init?() {
            guard canalytics_curl_load() else { return nil }
        }

        func exchange(_ request: UploadRequest) async -> Exchange {
            let ticket = CurlTicket()
            return await withTaskCancellationHandler {
                await withCheckedContinuation { waiter in
                    guard ticket.begin(waiter) else { return }
                    // A thread and not a queue's: a server's silence must not use up a pool that others need.
                    Thread.detachNewThread { ticket.finish(CurlExchange(request).run(ticket)) }
                }
            } onCancel: {
                ticket.abandon()
            }
        }
    }

    /// Ties the task that waits for an exchange to the thread that carries it out.
    final class CurlTicket: Sendable {
        private struct State {
            var waiter: CheckedContinuation<Exchange, Never>?
            var isAbandoned = false
            /// What `abandon` wakes, while the thread uses it.
            var multi: OpaquePointer?
        }

        private let state = Locked(State())
        private static let abandoned = Exchange.failed(.connection(.lost))

        /// Whether to go on: not when the caller was cancelled before.
        func begin(_ waiter: CheckedContinuation<Exchange, Never>) -> Bool {
            let isAbandoned = state.withLock { state -> Bool in
                if !state.isAbandoned { state.waiter = waiter }
                return state.isAbandoned
            }
            if isAbandoned { waiter.resume(returning: Self.abandoned) }
            return !isAbandoned
        }

        /// Resumes the caller at once; the thread follows.
        func abandon() {
            let waiter = state.withLock { state in
                state.isAbandoned = true
                if let multi = state.multi { canalytics_multi_wake(multi) }
                defer { state.waiter = nil }
                return state.waiter
            }
            waiter?.resume(returning: Self.abandoned)
        }

        func finish(_ exchange: Exchange) {
            let waiter = state.withLock { state in
                defer { state.waiter = nil }
                return state.waiter
            }
            waiter?.resume(returning: exchange)
        }

        var isAbandoned: Bool { state.withLock(\.isAbandoned) }

        /// What `abandon` is to wake from now on; nil before it is freed.
        func wakes(_ multi: OpaquePointer?) { state.withLock { $0.multi = multi } }
    }
#endif
