import struct Foundation.Data
import class Foundation.JSONDecoder
import class Foundation.JSONSerialization

/// What each answer of the server means for the batch: the one table from status to decision.
///
///     2xx, body empty or JSON        accepted; valid indexes in `rejected` are counted, with their reasons
///     2xx, body not JSON             retry: a captive portal answered
///     3xx                            retry: never followed, since a followed POST loses its body
///     401, 403, 404, 407             refused: the key or the address is wrong, not the batch
///     408, 425, 429, 5xx             retry, honouring Retry-After
///     any other 4xx                  discard
enum AnswerTable {
    static func result(status: Int, retryAfter: String?, body: [UInt8], now: Timestamp) -> UploadResult {
        switch status {
        case 200..<300:
            guard let rejected = rejections(in: body) else { return .retry(after: nil, cause: .notJSON) }
            return .accepted(rejected: rejected)
        case 300..<400:
            return .retry(after: nil, cause: .redirect(status))
        case 401, 403, 404, 407:
            return .refused(status: status)
        case 408, 425, 429:
            return .retry(after: RetryAfter.parse(retryAfter, now: now), cause: .status(status))
        case 400..<500:
            return .discard(status: status)
        default:
            return .retry(after: RetryAfter.parse(retryAfter, now: now), cause: .status(status))
        }
    }

    /// The events that the server names as rejected; nil when the body is neither empty nor JSON. Entries that
    /// make no sense are passed over: an answer must not be able to do more than to reject.
    private static func rejections(in body: [UInt8]) -> [Rejection]? {
        guard body.contains(where: { !" \t\r\n".utf8.contains($0) }) else { return [] }
        let data = Data(body)
        guard (try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)) != nil else {
            return nil
        }
        let entries = (try? JSONDecoder().decode(Answer.self, from: data))?.rejected ?? []
        return entries.compactMap { entry in
            guard let index = entry.index.flatMap(Int.init(exactly:)) else { return nil }
            return Rejection(index: index, reason: String((entry.reason ?? "no reason given").prefix(100)))
        }
    }

    /// Decoded and not cast: a cast tells the numbers 0 and 1 from truth values on no platform alike.
    private struct Answer: Decodable {
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
