import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Carries requests over a URLSession of its own: ephemeral, without cookies, cache or credentials of the host.
///
/// Made at the first send, since creating one takes milliseconds. On Linux each request has a session of its own:
/// there, a kept connection that dies unanswered stalls until the whole time-out.
package final class URLSessionTransport: HTTPTransport {
    #if canImport(Darwin)
        private let shared = Locked<URLSession?>(nil)
    #endif

    package init() {}

    deinit {
        #if canImport(Darwin)
            shared.withLock { $0?.finishTasksAndInvalidate() }
        #endif
    }

    package func exchange(_ request: UploadRequest) async -> Exchange {
        let delegate = ExchangeDelegate()
        let session = session(delegate: delegate)
        let task = session.dataTask(with: Self.urlRequest(request))
        #if canImport(Darwin)
            task.delegate = delegate
        #endif
        let result = await withTaskCancellationHandler {
            await delegate.run(task)
        } onCancel: {
            task.cancel()
            delegate.abandon()
        }
        #if !canImport(Darwin)
            // A task that was cancelled before it was resumed never completes, and would keep the session for ever.
            if Task.isCancelled { session.invalidateAndCancel() } else { session.finishTasksAndInvalidate() }
        #endif
        return result
    }

    private func session(delegate: ExchangeDelegate) -> URLSession {
        #if canImport(Darwin)
            return shared.withLock { session in
                if let session { return session }
                let made = URLSession(configuration: Self.configuration)
                session = made
                return made
            }
        #else
            return URLSession(configuration: Self.configuration, delegate: delegate, delegateQueue: nil)
        #endif
    }

    /// The session's policy; the benchmark's floor keeps to the same.
    package static var configuration: URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCredentialStorage = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalAndRemoteCacheData
        // The uploader's own deadline comes first, on the tracker's clock.
        configuration.timeoutIntervalForRequest = 150
        #if canImport(Darwin)
            configuration.allowsConstrainedNetworkAccess = false
        #endif
        return configuration
    }

    private static func urlRequest(_ request: UploadRequest) -> URLRequest {
        var result = URLRequest(url: request.url)
        result.httpMethod = request.method
        if !request.body.isEmpty { result.httpBody = Data(request.body) }
        for header in request.headers { result.setValue(header.value, forHTTPHeaderField: header.name) }
        return result
    }
}

/// Follows one exchange: refuses redirects, and stops reading an answer that is too long.
private final class ExchangeDelegate: NSObject, URLSessionDataDelegate {
    private struct State {
        var waiter: CheckedContinuation<Exchange, Never>?
        var status = 0
        var retryAfter: String?
        var tag: String?
        var body: [UInt8] = []
        var isTooLong = false
        var isAbandoned = false
    }

    private let state = Locked(State())

    func run(_ task: URLSessionDataTask) async -> Exchange {
        await withCheckedContinuation { waiter in
            let isAbandoned = state.withLock { state -> Bool in
                if !state.isAbandoned { state.waiter = waiter }
                return state.isAbandoned
            }
            if isAbandoned { waiter.resume(returning: Self.abandoned) } else { task.resume() }
        }
    }

    /// The caller is cancelled: it goes on at once, whenever the session comes to say so, if it ever does.
    func abandon() {
        let waiter = state.withLock { state in
            state.isAbandoned = true
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(returning: Self.abandoned)
    }

    private static let abandoned = Exchange.failed(.connection("cancelled"))

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        let isTooLong = response.expectedContentLength > Int64(Exchange.largestAnswer)
        state.withLock { state in
            let response = response as? HTTPURLResponse
            state.status = response?.statusCode ?? 0
            state.retryAfter = response?.value(forHTTPHeaderField: "Retry-After")
            state.tag = response?.value(forHTTPHeaderField: "ETag")
            state.isTooLong = isTooLong
        }
        completionHandler(isTooLong ? .cancel : .allow)
        if isTooLong { dataTask.cancel() }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isTooLong = state.withLock { state -> Bool in
            guard !state.isTooLong else { return true }
            state.isTooLong = state.body.count + data.count > Exchange.largestAnswer
            if !state.isTooLong { state.body += data }
            return state.isTooLong
        }
        if isTooLong { dataTask.cancel() }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let (waiter, result) = state.withLock { state -> (CheckedContinuation<Exchange, Never>?, Exchange) in
            defer { state.waiter = nil }
            return (state.waiter, Self.result(of: state, response: task.response, error: error))
        }
        waiter?.resume(returning: result)
    }

    private static func result(of state: State, response: URLResponse?, error: (any Error)?) -> Exchange {
        if state.isTooLong { return .failed(.answerTooLong) }
        if let error {
            let error = error as NSError
            #if canImport(Darwin)
                if let urlError = error as? URLError, urlError.networkUnavailableReason == .constrained {
                    return .held(.constrained)
                }
            #endif
            if error.code == NSURLErrorTimedOut { return .failed(.timedOut) }
            // A status came and the rest did not, for which Foundation on Linux has no code of its own.
            let code = state.status != 0 ? NSURLErrorBadServerResponse : error.code
            return .failed(.connection(words(for: code)))
        }
        let answer = response as? HTTPURLResponse
        let status = state.status != 0 ? state.status : answer?.statusCode ?? 0
        guard status > 0 else { return .failed(.connection("no HTTP answer")) }
        return .answer(
            status: status, retryAfter: state.retryAfter ?? answer?.value(forHTTPHeaderField: "Retry-After"),
            tag: state.tag ?? answer?.value(forHTTPHeaderField: "ETag"), body: state.body)
    }

    /// The system's own texts may quote the address, which can hold a key.
    private static func words(for code: Int) -> String {
        switch code {
        case NSURLErrorCannotConnectToHost: "cannot connect"
        case NSURLErrorCannotFindHost, NSURLErrorDNSLookupFailed: "host not found"
        case NSURLErrorNetworkConnectionLost: "connection lost"
        case NSURLErrorBadServerResponse: "answer broke off"
        case NSURLErrorNotConnectedToInternet: "no network"
        case NSURLErrorSecureConnectionFailed: "TLS failed"
        default: "connection failed (\(code))"
        }
    }
}
