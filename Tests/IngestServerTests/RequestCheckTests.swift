import AnalyticsIngestServer
import Foundation
import Testing

@Suite("What a request must carry")
struct RequestCheckTests {
    @Test("Gzip that is broken is refused, and the reason says how")
    func gzip() throws {
        let good = try Gzip.pack(Fixture.json(Fixture.body()))
        var flipped = good
        flipped[good.count - 6] ^= 0xFF
        let rows: [(Data, Int, String)] = [
            (Data(), 400, "breaks off"), (good.prefix(good.count / 2), 400, "breaks off"),
            (good.dropLast(), 400, "breaks off"), (good + Data([0]), 400, "bytes after"),
            (good + good, 400, "bytes after"),
            (try Fixture.json(Fixture.body()), 400, "not gzip"), (flipped, 400, "not gzip"),
            (try Gzip.pack(Data(count: 9 << 20)), 413, "opens to more"),
            (Data(count: (8 << 20) + 1), 413, "larger"),
        ]
        for (body, status, reason) in rows {
            let collector = Collector()
            let request = IngestRequest(
                method: "POST", path: Collector.eventsPath,
                headers: [HeaderField("content-encoding", "GZIP")],
                body: body)
            #expect(collector.answer(request).status == status)
            let problem = try #require(collector.snapshot.problems.first?.violation)
            #expect(problem.path == "body")
            #expect(problem.reason.contains(reason), "\(problem.reason)")
        }
    }

    @Test(
        "Gzip opens what it packed, empty and large alike",
        arguments: [0, 1, 65_535, 65_536, 65_537, 1_000_000])
    func roundTrip(_ count: Int) throws {
        var random = Seeded(UInt64(count))
        let data = Data((0..<count).map { _ in UInt8.random(in: 0...7, using: &random) })
        #expect(try Gzip.open(Gzip.pack(data), limit: count) == data)
        if count > 0 {
            #expect(throws: GzipError.tooLarge(limit: count - 1)) {
                try Gzip.open(Gzip.pack(data), limit: count - 1)
            }
        }
    }

    @Test("A body that is not said to be gzip is refused", arguments: [nil, "identity", "br"])
    func encoding(_ encoding: String?) throws {
        let collector = Collector()
        let request = IngestRequest(
            method: "POST", path: Collector.eventsPath,
            headers: encoding.map { [HeaderField("Content-Encoding", $0)] } ?? [],
            body: try Gzip.pack(Fixture.json(Fixture.body())))
        #expect(collector.answer(request).status == 415)
        #expect(collector.snapshot.problems.first?.violation.path == "header content-encoding")
    }

    @Test(
        "The write key opens, in any usual header, and nothing else does",
        arguments: [
            ("Authorization", "Bearer k1", 200), ("authorization", "k1", 200), ("X-Write-Key", "k1", 200),
            ("Authorization", "Basic " + Data("k1:".utf8).base64EncodedString(), 200),
            ("Authorization", "Bearer k2", 401), ("Authorization", "Bearer k1 ", 401), ("Accept", "k1", 401),
        ])
    func writeKey(_ name: String, _ value: String, _ status: Int) throws {
        let collector = Collector(writeKey: "k1")
        let plan = collector.answer(try Fixture.request(Fixture.body(), headers: [HeaderField(name, value)]))
        #expect(plan.status == status)
        #expect(collector.snapshot.unique == (status == 200 ? 1 : 0))
    }

    @Test(
        "A header that was named is the only one that carries the key",
        arguments: [
            ("Key", "k1", 200), ("KEY", "k1", 200), ("X-Write-Key", "k1", 401),
            ("Authorization", "Bearer k1", 401),
            ("Key", "Bearer k1", 401),
        ])
    func namedWriteKeyHeader(_ name: String, _ value: String, _ status: Int) throws {
        let collector = Collector(writeKey: "k1", writeKeyHeader: "Key")
        let plan = collector.answer(try Fixture.request(Fixture.body(), headers: [HeaderField(name, value)]))
        #expect(plan.status == status)
    }

    @Test("The configuration is served with a tag, spared when known, absent when unset")
    func configuration() throws {
        let collector = Collector()
        let ask = { (tag: String?) in
            collector.answer(
                IngestRequest(
                    method: "GET", path: Collector.configurationPath,
                    headers: tag.map { [HeaderField("If-None-Match", $0)] } ?? []))
        }
        #expect(ask(nil).status == 404)
        collector.setConfiguration(Data(#"{"enabled":false}"#.utf8))
        let first = ask(nil)
        #expect(first.status == 200)
        #expect(first.text == #"{"enabled":false}"#)
        let tag = try #require(first.header("ETag"))
        #expect(ask(tag).status == 304)
        #expect(ask("W/\(tag)").status == 304)
        #expect(ask("\"old\", \(tag)").status == 304)
        collector.setConfiguration(Data("not json".utf8))
        #expect(ask(tag).status == 200)
        collector.setConfiguration(nil)
        #expect(ask(tag).status == 404)
        let counts = collector.snapshot.configuration
        let found: [Int] = [counts.requests, counts.sent, counts.notModified, counts.absent]
        #expect(found == [7, 2, 3, 2] as [Int])
        #expect(collector.snapshot.requests == 0)
    }
}
