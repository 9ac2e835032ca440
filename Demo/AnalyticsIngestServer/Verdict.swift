import Foundation

/// What the checks say about a request, before any fault has its way.
struct Verdict {
    /// 200, or the status that an honest server would refuse it with.
    var status = 200
    var batch: CheckedBatch?
    var rawBytes = 0
    var violations: [Violation] = []

    /// Checks key, encoding and body, in the order in which a server can know them.
    static func of(_ request: IngestRequest, writeKey: RequiredKey?, limit: Int) -> Verdict {
        if let writeKey, !writeKey.isCarried(by: request.headers) {
            return refused(401, "header \(writeKey.name)", "does not carry the write key")
        }
        guard request.body.count <= limit else {
            return refused(413, "body", "is larger than \(limit) bytes")
        }
        let encoding = request.header("content-encoding")?.lowercased()
        guard encoding == "gzip" else {
            return refused(415, "header content-encoding", encoding == nil ? "is missing" : "is not gzip")
        }
        let raw: Data
        do {
            raw = try Gzip.open(request.body, limit: limit)
        } catch GzipError.tooLarge {
            return refused(413, "body", "opens to more than \(limit) bytes")
        } catch GzipError.truncated {
            return refused(400, "body", "is gzip that breaks off")
        } catch GzipError.trailingBytes {
            return refused(400, "body", "has bytes after its gzip")
        } catch {
            return refused(400, "body", "is not gzip")
        }
        let (batch, violations) = BatchBody.read(raw)
        return Verdict(
            status: violations.isEmpty ? 200 : 400, batch: batch, rawBytes: raw.count, violations: violations)
    }

    private static func refused(_ status: Int, _ path: String, _ reason: String) -> Verdict {
        Verdict(status: status, violations: [Violation(path: path, reason: reason)])
    }
}
