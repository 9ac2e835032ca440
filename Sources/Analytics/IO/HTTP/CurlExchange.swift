#if canImport(FoundationNetworking) && !canImport(Darwin)
    import CAnalyticsCurl
    import Foundation

    /// One request and its response over libcurl, on the thread that calls `run`.
    struct CurlExchange {
        private let request: UploadRequest

        init(_ request: UploadRequest) {
            self.request = request
        }

        /// Ends with the response, the failure, or soon after the ticket is abandoned.
        func run(_ ticket: CurlTicket) -> Exchange {
            guard let easy = canalytics_easy_make() else {
                return .failed(.connection(.other(code: Code.noMemory)))
            }
            defer { canalytics_easy_free(easy) }
            guard let multi = canalytics_multi_make() else {
                return .failed(.connection(.other(code: Code.noMemory)))
            }
            let reader = CurlReader(ticket)
            let headers = headerList()
            defer { canalytics_list_free(headers) }
            // libcurl reads the body where it lies, so it stays there until the exchange has ended.
            let code = request.body.withUnsafeBufferPointer { body -> Int in
                withExtendedLifetime(reader) {
                    set(easy, body: body, headers: headers, reader: reader)
                    ticket.wakes(multi)
                    defer {
                        ticket.wakes(nil)
                        canalytics_multi_free(multi, easy)
                    }
                    guard canalytics_multi_add(multi, easy) else { return Code.noMemory }
                    while canalytics_multi_step(multi) {
                        guard !ticket.isAbandoned else { break }
                        canalytics_multi_wait(multi)
                    }
                    return Int(canalytics_multi_result(multi))
                }
            }
            let verification = canalytics_easy_info(easy, Int32(CANALYTICS_INFO_SSL_VERIFYRESULT))
            return reader.exchange(code: code, verification: verification)
        }

        private func set(
            _ easy: OpaquePointer, body: UnsafeBufferPointer<UInt8>, headers: OpaquePointer?,
            reader: CurlReader
        ) {
            func set(_ option: Int, _ value: Int) {
                _ = canalytics_easy_set_long(easy, Int32(option), value)
            }
            func set(_ option: Int, _ value: UnsafeRawPointer?) {
                _ = canalytics_easy_set_pointer(easy, Int32(option), value)
            }
            func set(_ option: Int, _ value: String) {
                value.withCString { set(option, UnsafeRawPointer($0)) }
            }
            set(CANALYTICS_OPT_NOSIGNAL, 1)
            set(CANALYTICS_OPT_URL, request.url.absoluteString)
            // http and https, nothing else that libcurl knows.
            set(CANALYTICS_OPT_PROTOCOLS, 1 | 2)
            // HTTP/1.1: one request a connection gains nothing from a newer version.
            set(CANALYTICS_OPT_HTTP_VERSION, 2)
            set(CANALYTICS_OPT_FORBID_REUSE, 1)
            set(CANALYTICS_OPT_QUICK_EXIT, 1)
            // The deadline is the uploader's, on the tracker's clock; this ends a thread that all have forgotten.
            set(CANALYTICS_OPT_TIMEOUT_MS, 150_000)
            set(CANALYTICS_OPT_MAXFILESIZE, Exchange.largestResponse)
            if EndpointRules.isLoopback(request.url.host ?? "") {
                // Whatever `http_proxy` says: a proxy elsewhere could not reach it, and would be shown the write key.
                set(CANALYTICS_OPT_PROXY, "")
            }
            // As FoundationNetworking does, for systems whose authorities libcurl does not find by itself.
            if let file = ProcessInfo.processInfo.environment["URLSessionCertificateAuthorityInfoFile"],
                FileManager.default.isReadableFile(atPath: file)
            {
                set(CANALYTICS_OPT_CAINFO, file)
            }
            if request.method == "POST" {
                set(CANALYTICS_OPT_POST, 1)
                set(CANALYTICS_OPT_POSTFIELDSIZE, body.count)
                set(CANALYTICS_OPT_POSTFIELDS, body.baseAddress.map { UnsafeRawPointer($0) })
            } else if request.method != "GET" {
                set(CANALYTICS_OPT_CUSTOMREQUEST, request.method)
            }
            set(CANALYTICS_OPT_HTTPHEADER, UnsafeRawPointer(headers))
            let context = UnsafeRawPointer(Unmanaged.passUnretained(reader).toOpaque())
            set(CANALYTICS_OPT_WRITEDATA, context)
            set(CANALYTICS_OPT_HEADERDATA, context)
            _ = canalytics_easy_set_sink(easy, Int32(CANALYTICS_OPT_WRITEFUNCTION)) {
                bytes, size, count, context in
                CurlReader.at(context)?.takeBody(bytes, size * count) ?? 0
            }
            _ = canalytics_easy_set_sink(easy, Int32(CANALYTICS_OPT_HEADERFUNCTION)) {
                bytes, size, count, context in
                CurlReader.at(context)?.takeHeader(bytes, size * count) ?? 0
            }
        }

        /// Without `Expect: 100-continue`, which servers answer late or not at all.
        private func headerList() -> OpaquePointer? {
            let lines = request.headers.map { header in
                let value = Self.printable(header.value)
                return value.isEmpty
                    ? "\(Self.printable(header.name));" : "\(Self.printable(header.name)): \(value)"
            }
            return (lines + ["Expect:"]).reduce(nil) { list, line in
                canalytics_list_append(list, line) ?? list
            }
        }

        /// A line break in a value would add headers.
        private static func printable(_ text: String) -> String {
            String(
                String.UnicodeScalarView(text.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }))
        }

        private enum Code { static let noMemory = 27 }
    }
#endif
