import AnalyticsIngestServer
import Foundation
import Testing

@Suite("Faults as words, and in a queue")
struct FaultTests {
    @Test("Every fault has a word that brings it back, a name and a line of help", arguments: Fault.allCases)
    func words(_ fault: Fault) {
        #expect(Fault(fault.word) == fault)
        #expect(Fault(fault.word.uppercased()) == fault || fault == .retryAfterText("soon"))
        #expect(!fault.name.isEmpty)
        #expect(fault.summary.count > 10)
    }

    @Test("The menu has no two alike")
    func menu() {
        #expect(Set(Fault.allCases.map(\.word)).count == Fault.allCases.count)
        #expect(Set(Fault.allCases.map(\.name)).count == Fault.allCases.count)
        #expect(Fault.menu.count == 13)
    }

    @Test(
        "Words that people type",
        arguments: [
            ("200", Fault.ok), ("ok", .ok), ("503", .unavailable(retryAfter: nil)),
            ("503:60", .unavailable(retryAfter: 60)),
            ("429:1", .tooManyRequests(retryAfter: 1)), ("422", .status(422)), ("500", .status(500)),
            ("308", .redirect(308)), ("redirect:307", .redirect(307)), ("Slow:0.5", .slow(seconds: 0.5)),
            ("partial:4", .partialReject(every: 4)), ("retry-after:-5", .retryAfterText("-5")),
            ("retry-after: 120", .retryAfterText(" 120")),
        ])
    func typed(_ word: String, _ fault: Fault) {
        #expect(Fault(word) == fault)
    }

    @Test(
        "Words that mean nothing",
        arguments: [
            "", ":", "399", "600", "-1", "429:x", "429:-1", "partial:0", "redirect:305", "slow:-1",
            "slow:nan",
            "slow:1e9", "huge:0", "bomb:5000", "20x", "ok:1", "retry-after:a\r\nb",
            "503:99999999999999999999",
        ])
    func unknown(_ word: String) {
        #expect(Fault(word) == nil)
    }

    @Test("A script is used up request by request, then the standing fault is back")
    func script() throws {
        let collector = Collector()
        collector.fault = .status(401)
        collector.script([.ok, .unavailable(retryAfter: 7)])
        collector.setFault(.captivePortal, forNext: 2)
        #expect(collector.snapshot.queuedFaults == 4)
        let answers = try (0..<6).map { collector.answer(try Fixture.batch("b\($0)", [$0])).status }
        #expect(answers == [200, 503, 200, 200, 401, 401])
        #expect(collector.snapshot.unique == 1)
        collector.script([.ok])
        collector.fault = .status(413)
        #expect(collector.answer(try Fixture.batch("b9", [9])).status == 413)
    }

    @Test("What each fault plans", arguments: Fault.allCases)
    func plans(_ fault: Fault) throws {
        let collector = Collector()
        collector.fault = fault
        let plan = collector.answer(try Fixture.batch("b1", [1, 2]))
        let stored = collector.snapshot.unique + collector.snapshot.rejected
        #expect(stored == (fault.stores ? 2 : 0))
        #expect(collector.snapshot.unanswered == (plan.delivery.answers ? 0 : 1))
        #expect(collector.snapshot.requestsByStatus == (plan.delivery.answers ? [plan.status: 1] : [:]))
        #expect(collector.snapshot.fault == fault.word)
    }

    @Test("A bad body is refused although the fault would store it, and noted although the fault answers")
    func badBody() throws {
        let collector = Collector()
        collector.script([.slow(seconds: 9), .unavailable(retryAfter: nil)])
        #expect(collector.answer(try Fixture.request([:])).status == 400)
        #expect(collector.answer(try Fixture.request([:])).status == 503)
        #expect(collector.snapshot.badRequests == 2)
    }

    @Test(
        "Impossible parameters are brought into range",
        arguments: [
            Fault.status(7), .redirect(99), .partialReject(every: -3), .slow(seconds: .nan),
            .slow(seconds: -1),
            .hugeBody(megabytes: -1), .gzipBomb(megabytes: 0), .drip(milliseconds: .min),
            .tooManyRequests(retryAfter: .min), .unavailable(retryAfter: -9),
        ])
    func clamped(_ fault: Fault) throws {
        let collector = Collector()
        collector.fault = fault
        let plan = collector.answer(try Fixture.batch("b1", [1]))
        #expect((200...599).contains(plan.status))
        #expect(plan.header("Retry-After") == nil || plan.header("Retry-After") == "0")
    }

    @Test("The bomb is small, and opens to what it says")
    func bomb() throws {
        let collector = Collector()
        collector.fault = .gzipBomb(megabytes: 8)
        guard case .bytes(let data) = collector.answer(try Fixture.batch("b1", [1])).body else {
            Issue.record("no bytes")
            return
        }
        #expect(data.count < 20_000)
        #expect(try Gzip.open(data, limit: 8 << 20).count == 8 << 20)
    }
}
