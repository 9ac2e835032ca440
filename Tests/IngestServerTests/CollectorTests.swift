import AnalyticsIngestServer
import Foundation
import Testing

@Suite("The collector's books")
struct CollectorTests {
    private let collector = Collector(now: { Date(timeIntervalSince1970: 1_786_442_400) })

    @Test("An event that comes twice is counted once, in a resent batch or a new one")
    func dedupe() throws {
        _ = collector.answer(try Fixture.batch("b1", [1, 2, 3]))
        _ = collector.answer(try Fixture.batch("b1", [1, 2, 3]))
        _ = collector.answer(try Fixture.batch("b2", [3, 4]))
        let snapshot = collector.snapshot
        #expect(snapshot.unique == 4)
        #expect(snapshot.duplicates == 4)
        #expect(snapshot.batches == 2)
        #expect(snapshot.batchesSeenAgain == 1)
        #expect(snapshot.batchesStoredAgain == 1)
        #expect(snapshot.contradictions == 0)
        #expect(collector.events.map(\.seq) == [1, 2, 3, 4])
    }

    @Test(
        "Numbers that never came are listed",
        arguments: [
            ([1, 2, 3], [] as [SequenceRange]), ([5, 6], []), ([1, 4], [SequenceRange(2, 3)]),
            ([4, 1], [SequenceRange(2, 3)]), ([1, 3, 2], []),
            ([1, 3, 5, 9], [SequenceRange(2, 2), SequenceRange(4, 4), SequenceRange(6, 8)]), ([9, 7, 8], []),
        ])
    func gaps(_ seqs: [Int], _ wanted: [SequenceRange]) throws {
        for seq in seqs { _ = collector.answer(try Fixture.batch("b\(seq)", [seq])) }
        let install = try #require(collector.snapshot.installs.first)
        #expect(install.gaps == wanted)
        #expect(install.missing == wanted.reduce(0) { $0 + $1.count })
        #expect(collector.snapshot.missing == install.missing)
        #expect(install.first == seqs.min())
        #expect(install.last == seqs.max())
    }

    @Test("A random order of arrival leaves exactly the numbers that were withheld")
    func gapsAgainstModel() throws {
        let seed = UInt64.random(in: 1 ... .max)
        var random = Seeded(seed)
        let withheld = Set((0..<60).map { _ in Int.random(in: 1...398, using: &random) })
        let sent = (0...399).filter { !withheld.contains($0) }.shuffled(using: &random)
        for part in stride(from: 0, to: sent.count, by: 25) {
            _ = collector.answer(
                try Fixture.batch("b\(part)", Array(sent[part..<min(part + 25, sent.count)])))
        }
        let install = try #require(collector.snapshot.installs.first)
        #expect(Set(install.gaps.flatMap { Array($0.first...$0.last) }) == withheld, "seed \(seed)")
    }

    @Test("Each install has a sequence of its own")
    func installs() throws {
        _ = collector.answer(try Fixture.batch("b1", [1], install: "i1"))
        _ = collector.answer(
            try Fixture.request(
                Fixture.body(batch: "b2", install: "i2", events: [Fixture.event(3, id: "other")])))
        #expect(collector.snapshot.installs.map(\.install) == ["i1", "i2"])
        #expect(collector.snapshot.missing == 0)
    }

    @Test("Contradictions are noticed: an ID with other content, a number used twice, a batch that grew")
    func contradictions() throws {
        _ = collector.answer(try Fixture.batch("b1", [1]))
        _ = collector.answer(try Fixture.request(Fixture.body(events: [Fixture.event(1, name: "other")])))
        _ = collector.answer(try Fixture.request(Fixture.body(events: [Fixture.event(1, id: "new")])))
        _ = collector.answer(try Fixture.batch("b1", [1, 2]))
        let snapshot = collector.snapshot
        #expect(snapshot.contradictions == 1)
        #expect(snapshot.sequenceReused == 1)
        #expect(snapshot.batchesChanged == 2)
        #expect(
            snapshot.problems.map(\.violation.path) == [
                "events[0].id", "batchId", "events[0].seq", "batchId",
            ])
    }

    @Test("A rejected event is not stored, arrives for the gaps, and is not rejected once stored")
    func partialReject() throws {
        collector.fault = .partialReject(every: 2)
        let plan = collector.answer(try Fixture.batch("b1", [1, 2, 3, 4]))
        let rejected =
            #"{"rejected":[{"index":0,"reason":"unknownSchema"},{"index":2,"reason":"unknownSchema"}]}"#
        #expect(plan.text == rejected)
        #expect(collector.answer(try Fixture.batch("b1", [1, 2, 3, 4])).text == rejected)
        #expect(collector.snapshot.unique == 2)
        #expect(collector.snapshot.rejected == 2)
        #expect(collector.snapshot.missing == 0)
        collector.fault = .ok
        #expect(collector.answer(try Fixture.batch("b1", [1, 2, 3, 4])).text == #"{"rejected":[]}"#)
        #expect(collector.snapshot.unique == 4)
        #expect(collector.snapshot.rejected == 0)
        collector.fault = .partialReject(every: 1)
        #expect(collector.answer(try Fixture.batch("b1", [1, 2, 3, 4])).text == #"{"rejected":[]}"#)
    }

    @Test("Skew is the device's clock against ours")
    func skew() throws {
        for sentAt in ["2026-08-11T10:00:05.000Z", "2026-08-11T09:59:00.000Z", "2026-08-11T10:00:00.250Z"] {
            _ = collector.answer(try Fixture.request(Fixture.body(sentAt: sentAt)))
        }
        let skew = try #require(collector.snapshot.skew)
        let found: [Int] = [skew.last, skew.lowest, skew.highest]
        #expect(found == [250, -60_000, 5_000] as [Int])
    }

    @Test("Requests, bytes, statuses and names are counted")
    func counts() throws {
        let good = try Fixture.batch("b1", [1, 2])
        _ = collector.answer(good)
        collector.setFault(.unavailable(retryAfter: nil), forNext: 1)
        _ = collector.answer(good)
        _ = collector.answer(IngestRequest(method: "GET", path: "/v1/events"))
        _ = collector.answer(IngestRequest(method: "GET", path: "/favicon.ico"))
        let snapshot = collector.snapshot
        #expect(snapshot.requests == 2)
        #expect(snapshot.requestsByStatus == [200: 1, 503: 1])
        #expect(snapshot.strayRequests == 2)
        #expect(snapshot.bytesCompressed == 2 * good.body.count)
        #expect(snapshot.bytesRaw > snapshot.bytesCompressed)
        #expect((snapshot.gzipRatio ?? 0) > 1)
        #expect(snapshot.names == ["tapped v2": 2])
        #expect(snapshot.lastRequests.map(\.fault) == ["200", "503"])
        #expect(snapshot.lastRequests.map(\.stored) == [2, 0])
        #expect(snapshot.lastRequests.map(\.batch) == ["b1", "b1"])
        let copy = try JSONDecoder().decode(CollectorSnapshot.self, from: JSONEncoder().encode(snapshot))
        #expect(copy == snapshot)
    }

    @Test("Memory stays bounded: the newest details are kept, and what is forgotten is counted")
    func bounded() throws {
        var limits = CollectorLimits()
        limits.eventIDs = 10
        limits.events = 5
        limits.requests = 3
        limits.problems = 2
        limits.installs = 2
        limits.runsPerInstall = 3
        limits.names = 1
        let collector = Collector(limits: limits)
        for index in 0..<20 {
            _ = collector.answer(try Fixture.batch("b\(index)", [index * 2], install: "i\(index / 7)"))
            _ = collector.answer(try Fixture.request([:]))
        }
        _ = collector.answer(
            try Fixture.request(Fixture.body(events: [Fixture.event(90, id: "n", name: "late")])))
        let snapshot = collector.snapshot
        #expect(snapshot.unique == 21)
        #expect(snapshot.idsForgotten == 11)
        #expect(snapshot.numbersNotFollowed > 0)
        #expect(collector.events.map(\.id) == ["e32", "e34", "e36", "e38", "n"])
        #expect(snapshot.lastRequests.map(\.number) == [39, 40, 41])
        #expect(snapshot.problems.count == 2)
        #expect(snapshot.installs.count == 2)
        #expect(snapshot.names == ["tapped v2": 20, "other": 1])
    }

    @Test("The observer hears of each arrival, duplicate, gap and problem, and may ask back")
    func observer() throws {
        let heard = Heard()
        collector.onChange { [collector] changes in
            _ = collector.snapshot
            heard.add(changes)
        }
        _ = collector.answer(try Fixture.batch("b1", [1]))
        _ = collector.answer(try Fixture.batch("b2", [1, 4]))
        _ = collector.answer(try Fixture.request([:]))
        let changes = heard.all
        #expect(changes.contains(.gap(install: "i1", SequenceRange(2, 3))))
        #expect(changes.count { if case .stored = $0 { true } else { false } } == 2)
        #expect(changes.count { if case .duplicate = $0 { true } else { false } } == 1)
        #expect(changes.count { if case .problem = $0 { true } else { false } } == 5)
        #expect(changes.count { if case .request = $0 { true } else { false } } == 3)
    }

    @Test("Reset forgets arrivals and keeps the fault and the configuration")
    func reset() throws {
        _ = collector.answer(try Fixture.batch("b1", [1]))
        collector.fault = .captivePortal
        collector.setConfiguration(Data("{}".utf8))
        collector.reset()
        #expect(collector.snapshot.unique == 0)
        #expect(collector.events.isEmpty)
        #expect(collector.fault == .captivePortal)
        #expect(
            collector.answer(IngestRequest(method: "GET", path: Collector.configurationPath)).status == 200)
    }

    @Test("Many threads at once lose nothing and count nothing twice")
    func threads() throws {
        let requests = try (0..<64).map {
            try Fixture.batch("b\($0 % 32)", [($0 % 32) * 2, ($0 % 32) * 2 + 1])
        }
        DispatchQueue.concurrentPerform(iterations: requests.count) { _ = collector.answer(requests[$0]) }
        let snapshot = collector.snapshot
        #expect(snapshot.unique == 64)
        #expect(snapshot.duplicates == 64)
        #expect(snapshot.missing == 0)
        #expect(snapshot.contradictions == 0)
    }
}

/// What an observer heard, from any thread.
final class Heard: @unchecked Sendable {
    private let lock = NSLock()
    private var changes: [CollectorChange] = []

    var all: [CollectorChange] { lock.withLock { changes } }

    func add(_ more: [CollectorChange]) {
        lock.withLock { changes += more }
    }
}

/// Random numbers that a printed seed brings back.
struct Seeded: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
