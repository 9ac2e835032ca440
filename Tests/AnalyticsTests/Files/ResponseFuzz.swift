import AnalyticsTesting
import Foundation

/// A server that answers with random statuses, headers and bodies until it is told to be good.
final class ResponseFuzz: @unchecked Sendable {
    private let lock = NSLock()
    private var random: SeededGenerator
    private var good = false
    private var answered: [String] = []

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    var isGood: Bool {
        get { lock.withLock { good } }
        set { lock.withLock { good = newValue } }
    }

    /// What it answered so far, in short.
    var past: [String] { lock.withLock { answered } }

    func answer(to request: AnalyticsHarness.Request) -> AnalyticsHarness.Answer {
        lock.withLock {
            let isDocument = request.method == "GET"
            guard !good else {
                return AnalyticsHarness.Answer(
                    status: 200, body: Array((isDocument ? #"{"enabled": true}"# : "{}").utf8))
            }
            let answer = isDocument ? document() : response()
            let body = String(decoding: answer.body.prefix(120), as: UTF8.self)
            answered.append("\(request.method) \(answer.status) \(answer.delivery) \(answer.headers) \(body)")
            return answer
        }
    }

    private func response() -> AnalyticsHarness.Answer {
        let statuses = [
            200, 200, 200, 202, 204, 206, 301, 400, 401, 408, 413, 415, 429, 500, 503, 0, 99, 999, -1,
        ]
        return answer(
            statuses,
            texts: [
                #"{"rejected":[{"index":0,"reason":"unknownSchema"}]}"#,
                #"{"rejected":[{"index":-1},{"index":99999999999999999999},{"index":1.5},{"index":"1"}]}"#,
                #"{"rejected":[{"index":1,"reason":"\u001b[2J"},{"index":1,"reason":7}]}"#,
                #"{"rejected":{}}"#, #"{"rejected":null}"#, "{}", "", "ok", "<html></html>", "[]", "null",
            ])
    }

    private func document() -> AnalyticsHarness.Answer {
        answer(
            [200, 200, 200, 200, 304, 404, 500],
            texts: [
                #"{"enabled": false}"#, #"{"enabled": null}"#, #"{"enabled": "true"}"#,
                #"{"error":"not found"}"#,
                #"{"enabled": true, "sampling": {"step": -1, "x": 1e400}, "limits": {"flushCount": -5}}"#,
                #"{"sampling": {"default": "1"}, "limits": []}"#, "{}", "", "<html></html>", "[]", "null",
            ])
    }

    private func answer(_ statuses: [Int], texts: [String]) -> AnalyticsHarness.Answer {
        var body = Array((texts.randomElement(using: &random) ?? "").utf8)
        switch Int.random(in: 0..<8, using: &random) {
        case 0: body = Damage.noise(&random, upTo: 2_000)
        case 1: body = Array(repeating: UInt8(ascii: "["), count: 60_000)
        case 2: body += Array(repeating: 0x20, count: 70_000)
        case 3...4 where !body.isEmpty:
            body = Damage.allCases.randomElement(using: &random)?.done(to: body, &random) ?? body
        case 5: body = Damage.values(of: body, &random)
        default: break
        }
        let waits = [
            "0", "-5", "1.5", "inf", "120", "99999999999999999999", "", "Wed, 21 Oct 2015 07:28:00 GMT", "é",
        ]
        var headers: [(name: String, value: String)] = []
        if Bool.random(using: &random) {
            headers.append(("Retry-After", waits.randomElement(using: &random) ?? ""))
        }
        if Int.random(in: 0..<3, using: &random) == 0 {
            headers.append(("ETag", String(decoding: Damage.noise(&random, upTo: 200), as: UTF8.self)))
        }
        let deliveries: [AnalyticsHarness.Answer.Delivery] = [
            .whole, .whole, .whole, .whole, .cut, .reset, .refused,
        ]
        return AnalyticsHarness.Answer(
            status: statuses.randomElement(using: &random) ?? 200, headers: headers, body: body,
            delivery: deliveries.randomElement(using: &random) ?? .whole)
    }
}
