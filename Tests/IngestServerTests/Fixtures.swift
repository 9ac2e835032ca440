import AnalyticsIngestServer
import Foundation

/// A right batch body, and ways to spoil it.
enum Fixture {
    static func event(
        _ seq: Int, id: String? = nil, name: String = "tapped", props: [String: Any] = ["count": 3]
    ) -> [String: Any] {
        [
            "id": id ?? "e\(seq)", "name": name, "schema": 2, "time": "2026-08-11T10:00:00.123Z", "seq": seq,
            "session": "s1", "sampleRate": 1.0, "props": props,
        ]
    }

    static func body(
        batch: String = "b1", install: String = "i1", sentAt: String = "2026-08-11T10:00:05.000Z",
        events: [[String: Any]] = [event(1)]
    ) -> [String: Any] {
        [
            "batchId": batch, "sentAt": sentAt, "install": install,
            "context": ["app": "1.0", "os": "iOS 17", "device": "phone", "locale": "en_GB", "sdk": "1.0"],
            "events": events,
        ]
    }

    static func json(_ object: [String: Any]) throws -> Data {
        try JSONSerialization.data(withJSONObject: object)
    }

    static func request(_ object: [String: Any], headers: [HeaderField] = []) throws -> IngestRequest {
        try request(raw: json(object), headers: headers)
    }

    static func request(raw: Data, headers: [HeaderField] = []) throws -> IngestRequest {
        IngestRequest(
            method: "POST", path: Collector.eventsPath,
            headers: [HeaderField("Content-Encoding", "gzip")] + headers, body: try Gzip.pack(raw))
    }

    static func batch(_ name: String, _ seqs: [Int], install: String = "i1") throws -> IngestRequest {
        try request(body(batch: name, install: install, events: seqs.map { event($0) }))
    }

    static func bytes(of request: IngestRequest, extra: String = "") -> [UInt8] {
        var head = "\(request.method) \(request.path) HTTP/1.1\r\nHost: x\r\n\(extra)"
        for field in request.headers { head += "\(field.name): \(field.value)\r\n" }
        head += "Content-Length: \(request.body.count)\r\n\r\n"
        return Array(head.utf8) + request.body
    }
}

extension AnswerPlan {
    var text: String {
        guard case .bytes(let data) = body else { return "" }
        return String(decoding: data, as: UTF8.self)
    }

    func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}
