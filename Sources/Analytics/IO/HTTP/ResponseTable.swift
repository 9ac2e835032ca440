import struct Foundation.Data
import class Foundation.JSONDecoder
import class Foundation.JSONSerialization

/// What each response of the server means for the batch: the one table from status to decision.
///
///     2xx, body empty, JSON or a short word     accepted; valid indexes in `rejected` are counted, with their reasons
///     2xx, any other body                       retry: a captive portal responded
///     3xx                                       retry: never followed, since a followed POST loses its body
///     401, 403, 404, 407                        refused: the key or the address is wrong, not the batch
///     408, 425, 429, 5xx                        retry, honouring Retry-After
///     any other 4xx                             discard; a 415 to a gzip body only after a plain one (see the uploader)
enum ResponseTable {
    /// Bodies that a server may send in place of JSON, in any case and trimmed.
    private static let words: Set = ["ok", "accepted", "success", "received"]

    static func result(of response: Exchange.Response, now: Timestamp) -> UploadResult {
        let status = response.status
        switch status {
        case 200..<300:
            guard let rejected = rejections(in: response.body) else {
                return .retry(after: nil, cause: .unexpectedBody)
            }
            return .accepted(rejected: rejected)
        case 300..<400:
            return .retry(after: nil, cause: .redirect(status))
        case 401, 403, 404, 407:
            return .refused(status: status)
        case 408, 425, 429:
            return .retry(after: RetryAfter.parse(response.retryAfter, now: now), cause: .status(status))
        case 400..<500:
            return .discard(status: status)
        default:
            return .retry(after: RetryAfter.parse(response.retryAfter, now: now), cause: .status(status))
        }
    }

    /// The events that the server names as rejected; nil when the body is no acceptance. Entries that make no sense
    /// are passed over: a response must not be able to do more than to reject.
    private static func rejections(in body: [UInt8]) -> [Rejection]? {
        let trimmed = body.trimmingBlanks()
        guard !trimmed.isEmpty else { return [] }
        // No longer than the longest of them.
        if trimmed.count <= 8, words.contains(String(decoding: trimmed, as: UTF8.self).lowercased()) {
            return []
        }
        let data = Data(body)
        guard (try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)) != nil else {
            return nil
        }
        let entries = (try? JSONDecoder().decode(Document.self, from: data))?.rejected ?? []
        return entries.compactMap { entry in
            guard let index = entry.index.flatMap(Int.init(exactly:)) else { return nil }
            return Rejection(index: index, reason: String((entry.reason ?? "no reason given").prefix(100)))
        }
    }

    /// The server's own words about a batch that it discards or refuses: its `error`, `message` or `reason`, else the
    /// beginning of the body; nil when it says nothing.
    static func reason(for result: UploadResult, in exchange: Exchange?) -> String? {
        guard case .response(let response) = exchange else { return nil }
        switch result {
        case .discard, .refused: break
        case .accepted, .retry, .held, .cancelled: return nil
        }
        let fault = try? JSONDecoder().decode(Fault.self, from: Data(response.body))
        let text =
            fault.flatMap { $0.error ?? $0.message ?? $0.reason }
            ?? String(decoding: response.body.prefix(400), as: UTF8.self)
        let line = text.prefix(100).map {
            $0.isNewline || $0.unicodeScalars.contains { $0.value < 0x20 } ? " " : $0
        }
        let words = String(line).split(separator: " ").joined(separator: " ")
        return words.isEmpty ? nil : words
    }

    private struct Fault: Decodable {
        var error, message, reason: String?
    }

    /// Decoded and not cast: a cast does not tell the numbers 0 and 1 from Booleans on every platform.
    private struct Document: Decodable {
        var rejected: [Entry]

        struct Entry: Decodable {
            var index: Double?
            var reason: String?

            private enum CodingKeys: String, CodingKey { case index, reason }

            init(from decoder: any Decoder) {
                let container = try? decoder.container(keyedBy: CodingKeys.self)
                index = try? container?.decode(Double.self, forKey: .index)
                reason = try? container?.decode(String.self, forKey: .reason)
            }
        }
    }
}
