#if canImport(FoundationNetworking) && !canImport(Darwin)
    /// Reads a response as libcurl hands it over, and tells libcurl to stop when it is too long.
    ///
    /// What is not a whole, short response is not kept: bodies and headers, interim responses and trailers included,
    /// are at most 64 KB each and `mostHeaders` lines.
    final class CurlReader {
        private static let mostHeaders = 1_000

        private let ticket: CurlTicket
        private var status = 0
        private var retryAfter: String?
        private var tag: String?
        private var body: [UInt8] = []
        private var headerBytes = 0
        private var headerLines = 0
        private var isBodyTooLong = false
        private var isHeadTooLong = false

        init(_ ticket: CurlTicket) {
            self.ticket = ticket
        }

        static func at(_ context: UnsafeMutableRawPointer?) -> CurlReader? {
            context.map { Unmanaged<CurlReader>.fromOpaque($0).takeUnretainedValue() }
        }

        /// Returns how much was taken; libcurl ends the exchange when that is less than it gave.
        func takeBody(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
            isBodyTooLong = isBodyTooLong || body.count + count > Exchange.largestResponse
            guard let bytes, !isBodyTooLong, !ticket.isAbandoned else { return 0 }
            body += UnsafeRawBufferPointer(start: bytes, count: count)
            return count
        }

        /// One line of the head, or a trailer.
        func takeHeader(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
            headerBytes += count
            headerLines += 1
            isHeadTooLong =
                isHeadTooLong || headerBytes > Exchange.largestResponse || headerLines > Self.mostHeaders
            guard let bytes, !isHeadTooLong, !ticket.isAbandoned else { return 0 }
            let line = UnsafeRawBufferPointer(start: bytes, count: count)
            if line.starts(with: "HTTP/".utf8) {
                // A final response after interim ones starts over.
                status = Self.status(in: line)
                (retryAfter, tag) = (nil, nil)
            } else if body.isEmpty {
                read(line)
            }
            return count
        }

        private func read(_ line: UnsafeRawBufferPointer) {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return }
            let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
            func value() -> String {
                String(decoding: line[(colon + 1)...].trimmingBlanks(), as: UTF8.self)
            }
            switch name {
            case "retry-after": retryAfter = retryAfter ?? value()
            case "etag": tag = tag ?? value()
            default: break
            }
        }

        /// The number after the version; 0 when there is none.
        private static func status(in line: UnsafeRawBufferPointer) -> Int {
            let digits = line.drop { $0 != 0x20 }.dropFirst().prefix(3)
            return Int(String(decoding: digits, as: UTF8.self)) ?? 0
        }

        /// What came of it, by libcurl's code and, for a certificate, OpenSSL's.
        func exchange(code: Int, verification: Int) -> Exchange {
            if isHeadTooLong { return .failed(.responseTooLong) }
            // 63: announced as too long.
            let isBodyTooLong = isBodyTooLong || code == 63
            if code == 0 || (isBodyTooLong && Exchange.Response.isDecided(byStatus: status)) {
                return .response(status: status, retryAfter: retryAfter, tag: tag, body: body)
            }
            if isBodyTooLong { return .failed(.responseTooLong) }
            return .failed(CurlFailure.cause(code: code, verification: verification, hasStatus: status != 0))
        }
    }

    /// What libcurl's codes mean (libcurl-errors(3)), and OpenSSL's for certificates (X509_V_ERR).
    enum CurlFailure {
        static func cause(code: Int, verification: Int, hasStatus: Bool) -> FailureCause {
            switch code {
            case 28: .timedOut
            // Its own limits for a body, a header and all of them; for one header over 100 KB old versions say "no memory".
            case 27, 63, 100: .responseTooLong
            case 51, 60: .tls(certificate(verification))
            case 58, 98: .tls(.clientCertificate)
            case 35, 53, 54, 59, 64, 66, 77, 80, 82, 83, 90, 91: .tls(.handshake)
            case 18: .connection(.responseCutShort)
            case 52, 55, 56, -1: .connection(hasStatus ? .responseCutShort : .lost)
            case 5, 6: .connection(.hostNotFound)
            case 7: .connection(.cannotConnect)
            case 1, 8: .connection(.notHTTP)
            case 3: .connection(.invalidAddress)
            default: hasStatus ? .connection(.responseCutShort) : .connection(.other(code: code))
            }
        }

        private static func certificate(_ verification: Int) -> TLSFailure {
            switch verification {
            // libcurl compares the host's name itself, and before it reads what OpenSSL found (1 until then).
            case 0, 1, 62, 63, 64: .wrongHost
            case 18: .selfSigned
            // 19: the last certificate of the chain is signed by itself and by no authority known here.
            case 2, 19, 20, 21, 27: .unknownAuthority
            case 9, 11: .notYetValid
            case 10, 12: .expired
            case 23: .revoked
            default: .untrusted
            }
        }
    }
#endif
