import Foundation

extension AnswerPlan {
    static let json = HeaderField("Content-Type", "application/json")

    /// Lets the fault answer, unless the fault would store and the request does not deserve it.
    init(number: Int, fault: Fault, verdict: Verdict, rejected: [Int], generation: Int) {
        if fault.stores, verdict.status != 200 {
            self.init(
                number: number, status: verdict.status, headers: [Self.json],
                body: .bytes(Self.reasons(verdict.violations)), generation: generation)
            return
        }
        let answer = FaultAnswer(fault, rejected: rejected)
        self.init(
            number: number, status: answer.status, headers: answer.headers, body: answer.body,
            delivery: answer.delivery, generation: generation)
    }

    private static func reasons(_ violations: [Violation]) -> Data {
        let list = violations.map { ["path": $0.path, "reason": $0.reason] }
        return FaultAnswer.encode(["error": "bad request", "violations": list])
    }
}

/// What each fault answers.
struct FaultAnswer {
    var status = 200
    var headers = [AnswerPlan.json]
    var body = AnswerBody.bytes(Data("{}".utf8))
    var delivery = Delivery.whole

    init(_ fault: Fault, rejected: [Int]) {
        switch fault {
        case .ok, .partialReject: body = .bytes(Self.accepted(rejected))
        case .emptyAnswer: body = .bytes(Data())
        case .slow(let seconds):
            body = .bytes(Self.accepted([]))
            delivery = .delayed(seconds: min(max(seconds.isNaN ? 0 : seconds, 0), 3_600))
        case .tooManyRequests(let pause): refuse(429, retryAfter: "\(max(0, pause))")
        case .unavailable(let pause): refuse(503, retryAfter: pause.map { "\(max(0, $0))" })
        case .retryAfterText(let text): refuse(503, retryAfter: text)
        case .status(let wanted): refuse(min(max(wanted, 400), 599), retryAfter: nil)
        case .redirect(let wanted):
            status = (300...399).contains(wanted) ? wanted : 302
            headers = [HeaderField("Location", Collector.redirectPath)]
            body = .bytes(Data())
        case .captivePortal: answerAsPortal()
        case .storedThenLost: delivery = .closed
        case .reset: delivery = .reset
        case .offline: delivery = .refused
        case .neverAnswers: delivery = .silence
        case .cutShort:
            let whole = Self.accepted([])
            body = .bytes(whole)
            delivery = .cut(after: whole.count / 2)
        case .endlessBody: body = .endless
        case .hugeBody(let megabytes): body = .filler(min(max(megabytes, 0), 1_024) << 20)
        case .drip(let pause):
            body = .bytes(Self.accepted([]))
            delivery = .drip(milliseconds: min(max(pause, 0), 60_000))
        case .gzipBomb(let megabytes):
            headers.append(HeaderField("Content-Encoding", "gzip"))
            body = .bytes(Self.prepareBomb(megabytes: megabytes))
        case .junkRejected: body = .bytes(Data(Self.junk.utf8))
        }
    }

    @discardableResult
    static func prepareBomb(megabytes: Int) -> Data {
        Bombs.shared.bomb(megabytes: min(max(megabytes, 1), 1_024))
    }

    static func encode(_ object: [String: Any]) -> Data {
        // Only strings, numbers and lists come here, so that the fallback is never sent.
        (try? JSONSerialization.data(withJSONObject: object, options: [.sortedKeys])) ?? Data("{}".utf8)
    }

    private static let junk = """
        {"rejected":[{"index":999999,"reason":"a"},{"index":-1,"reason":"b"},{"index":"0","reason":"c"},\
        {"index":1.5,"reason":"d"},{"reason":"e"},null,7,{"index":9223372036854775808},{"index":null}]}
        """

    private static func accepted(_ rejected: [Int]) -> Data {
        let list = rejected.map { ["index": $0, "reason": "unknownSchema"] as [String: Any] }
        return encode(["rejected": list])
    }

    private mutating func refuse(_ status: Int, retryAfter: String?) {
        self.status = status
        if let retryAfter { headers.append(HeaderField("Retry-After", retryAfter)) }
        body = .bytes(Self.encode(["error": "fault \(status)"]))
    }

    private mutating func answerAsPortal() {
        headers = [HeaderField("Content-Type", "text/html; charset=utf-8")]
        let page = "<!doctype html><title>Welcome</title><p>Log in to use this network.</p>"
        body = .bytes(Data(page.utf8))
    }
}

/// Bombs already made; making one takes seconds of zlib's time.
private final class Bombs: Sendable {
    static let shared = Bombs()
    private let made = Locked<[Int: Data]>([:])

    func bomb(megabytes: Int) -> Data {
        made.withLock { made in
            if let bomb = made[megabytes] { return bomb }
            let bomb = (try? Gzip.packZeros(megabytes: megabytes)) ?? Data()
            if made.count >= 4 { made.removeAll() }
            made[megabytes] = bomb
            return bomb
        }
    }
}
