import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Carries requests over a URLSession of its own: ephemeral, without cookies, cache or credentials of the host.
///
/// Made at the first send, since creating one takes milliseconds. On Linux, where `SystemTransport` prefers libcurl,
/// each request has a separate session: there, a kept connection that dies unanswered stalls until the time-out.
package final class URLSessionTransport: HTTPTransport {
    #if canImport(Darwin)
        /// One for loopback addresses, which never pass through a proxy, and one for all others.
        private let sessions = Locked<[Bool: URLSession]>([:])
    #endif
    /// Cancelling can wait for the session's own queue, so for the server: never on a caller's thread.
    private static let endings = DispatchQueue(
        label: "analytics.http.endings", qos: .utility, attributes: .concurrent)

    package init() {}

    deinit {
        #if canImport(Darwin)
            for session in sessions.withLock({ $0.values }) { session.finishTasksAndInvalidate() }
        #endif
    }

    package func exchange(_ request: UploadRequest) async -> Exchange {
        let delegate = ExchangeDelegate()
        let session = session(for: request, delegate: delegate)
        let task = session.dataTask(with: Self.urlRequest(request))
        #if canImport(Darwin)
            task.delegate = delegate
        #endif
        let result = await withTaskCancellationHandler {
            await delegate.run(task)
        } onCancel: {
            delegate.abandon()
        }
        // Also after a response that was too long: the server may still be sending it.
        Self.endings.async {
            task.cancel()
            #if !canImport(Darwin)
                session.invalidateAndCancel()
            #endif
        }
        return result
    }

    private func session(for request: UploadRequest, delegate: ExchangeDelegate) -> URLSession {
        let isLoopback = EndpointRules.isLoopback(request.url.host ?? "")
        let configuration = Self.configuration
        if isLoopback { configuration.connectionProxyDictionary = [:] }
        #if canImport(Darwin)
            return sessions.withLock { sessions in
                if let session = sessions[isLoopback] { return session }
                let made = URLSession(configuration: configuration)
                sessions[isLoopback] = made
                return made
            }
        #else
            return URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
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
        // Otherwise the system adds the languages of the device.
        result.setValue("*", forHTTPHeaderField: "Accept-Language")
        return result
    }
}

/// Follows one exchange: refuses redirects, and ends the exchange at a response that is too long.
private final class ExchangeDelegate: NSObject, URLSessionDataDelegate {
    private struct State {
        var waiter: CheckedContinuation<Exchange, Never>?
        var response = Exchange.Response(status: 0)
        var isOver = false
    }

    private let state = Locked(State())

    func run(_ task: URLSessionDataTask) async -> Exchange {
        await withCheckedContinuation { waiter in
            let isOver = state.withLock { state -> Bool in
                if !state.isOver { state.waiter = waiter }
                return state.isOver
            }
            if isOver { waiter.resume(returning: Self.abandoned) } else { task.resume() }
        }
    }

    /// The caller is cancelled: it goes on at once, whenever the session comes to say so, if it ever does.
    func abandon() { end { _ in Self.abandoned } }

    private static let abandoned = Exchange.failed(.connection(.lost))

    /// Ends the exchange with its first result; later ones, and what is still received, are dropped.
    private func end(_ result: (State) -> Exchange) {
        let (waiter, exchange) = state.withLock {
            state -> (CheckedContinuation<Exchange, Never>?, Exchange) in
            let exchange = result(state)
            let waiter = state.waiter
            state = State(isOver: true)
            return (waiter, exchange)
        }
        waiter?.resume(returning: exchange)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    /// No credentials for a server that asks for some: its response is what it said. Certificates are the system's to judge.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        completionHandler(.performDefaultHandling, nil)
        #if !canImport(Darwin)
            // FoundationNetworking never comes back from this; it has told the status before.
            end { state in state.response.status > 0 ? .response(state.response) : Self.abandoned }
        #endif
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        let isTooLong = response.expectedContentLength > Int64(Exchange.largestResponse)
        state.withLock { $0.response = Self.head(of: response) }
        if isTooLong { end(Self.tooLong) }
        completionHandler(isTooLong ? .cancel : .allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isTooLong = state.withLock { state -> Bool in
            guard !state.isOver else { return false }
            guard state.response.body.count + data.count <= Exchange.largestResponse else { return true }
            state.response.body += data
            return false
        }
        if isTooLong { end(Self.tooLong) }
    }

    private static func tooLong(_ state: State) -> Exchange {
        let isDecided = Exchange.Response.isDecided(byStatus: state.response.status)
        return isDecided ? .response(state.response) : .failed(.responseTooLong)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        end { Self.result(of: $0.response, last: task.response, error: error) }
    }

    private static func head(of response: URLResponse?) -> Exchange.Response {
        guard let response = response as? HTTPURLResponse else { return Exchange.Response(status: 0) }
        return Exchange.Response(
            status: response.statusCode, retryAfter: response.value(forHTTPHeaderField: "Retry-After"),
            tag: response.value(forHTTPHeaderField: "ETag"))
    }

    private static func result(
        of response: Exchange.Response, last: URLResponse?, error: (any Error)?
    ) -> Exchange {
        if let error {
            #if canImport(Darwin)
                if (error as? URLError)?.networkUnavailableReason == .constrained {
                    return .held(.constrained)
                }
            #endif
            return .failed(URLFailure.cause(of: error as NSError, hasStatus: response.status != 0))
        }
        // A refused redirect is told at the end alone.
        let response = response.status != 0 ? response : head(of: last)
        return response.status > 0 ? .response(response) : .failed(.connection(.notHTTP))
    }
}
