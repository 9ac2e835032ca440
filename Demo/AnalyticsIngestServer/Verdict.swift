import Foundation

/// What the checks say about a request, before any fault has its way.
struct Verdict {
    /// 200, or the status that an honest server would refuse it with.
    var status = 200
    var batch: CheckedBatch?
    var rawBytes = 0
    var violations: [Violation] = []

    /// Checks key, encoding and body, in the order in which a server can know them.
    static func of(_ request: IngestRequest, writeKey: String?, limit: Int) -> Verdict {
        if let writeKey, !WriteKey(writeKey).isCarried(by: request.headers) {
            return refused(401, "header authorization", "does not carry the write key")
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

/// The write key in whichever header a team prefers: `Authorization: Bearer` or `Basic`, or an `X-` header.
private struct WriteKey {
    private let forms: Set<String>
    private let key: String

    init(_ key: String) {
        self.key = key
        let basic = ["\(key):", ":\(key)", key].map { Data($0.utf8).base64EncodedString() }
        forms = Set(["Bearer \(key)", key] + basic.map { "Basic \($0)" })
    }

    func isCarried(by headers: [HeaderField]) -> Bool {
        headers.contains { field in
            let name = field.name.lowercased()
            if name == "authorization" { return forms.contains(field.value) }
            return name.hasPrefix("x-") && field.value == key
        }
    }
}
