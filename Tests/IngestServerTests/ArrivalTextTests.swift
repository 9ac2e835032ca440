import AnalyticsIngestServer
import Foundation
import Testing

@Suite("What arrives, in lines for a person")
struct ArrivalTextTests {
    private static let noon = Date(timeIntervalSince1970: 1_786_442_400)
    private let collector = Collector(now: { noon })

    private func lines(_ requests: [IngestRequest], fault: Fault = .ok) -> [String] {
        let heard = Heard()
        collector.fault = fault
        collector.onChange { heard.add($0) }
        for request in requests { _ = collector.answer(request) }
        return heard.all.compactMap { ArrivalText.line($0, at: Self.noon) }
    }

    @Test("An event is shown with its schema version, its number and its values")
    func event() throws {
        let body = Fixture.body(
            install: "0123456789abcdef", sentAt: "2026-08-11T10:00:02.000Z",
            events: [Fixture.event(7, props: ["count": 3, "plan": "pro", "ok": true, "speed": 1.5])])
        let said = lines([try Fixture.request(body)])
        #expect(said.count == 2)
        #expect(said[0].hasPrefix("10:00:00.000 request   1: 1 event, batch b1, install 012345.., "))
        #expect(said[0].hasSuffix(", clock skew +2000 ms, answered 200"))
        #expect(
            said[1] == "10:00:00.000 event     tapped schema 2 seq 7 install 012345.. "
                + "count=3 ok=true plan=\"pro\" speed=1.5")
    }

    @Test("A repeat and a gap have a line each")
    func repeatsAndGaps() throws {
        let said = lines([
            try Fixture.batch("b1", [1]), try Fixture.batch("b2", [1, 3]), try Fixture.batch("b3", [7]),
        ])
        let kinds = said.map { $0.dropFirst(13).prefix { $0 != " " } }
        #expect(
            kinds == ["request", "event", "request", "duplicate", "event", "gap", "request", "event", "gap"])
        #expect(said[5].hasSuffix("gap       install i1: number 2 was not there when the next one came"))
        #expect(said[8].hasSuffix("numbers 4 to 6 were not there when the next one came"))
    }

    @Test("A bad body has a line for each thing that is wrong")
    func badBody() throws {
        var event = Fixture.event(1)
        event["schema"] = "two"
        event["seq"] = nil
        let said = lines([try Fixture.request(Fixture.body(events: [event]))])
        #expect(said[0].contains("request   1: unreadable, ") && said[0].hasSuffix("answered 400"))
        #expect(said.contains { $0.hasSuffix("bad       events[0].seq is missing") })
        #expect(said.contains { $0.hasSuffix("bad       events[0].schema is not an integer") })
    }

    @Test(
        "The line says what the server did",
        arguments: [
            (Fault.unavailable(retryAfter: nil), "answered 503 (fault 503)"),
            (.partialReject(every: 2), "answered 200 (fault partial:2)"),
            (.reset, "not answered (fault reset)"), (.storedThenLost, "not answered (fault lost)"),
        ])
    func faults(_ fault: Fault, _ words: String) throws {
        let said = lines([try Fixture.batch("b1", [1, 2])], fault: fault)
        #expect(try #require(said.first).hasSuffix(words))
    }

    @Test(
        "No byte of a request can steer the terminal",
        arguments: ["\u{1B}[31m", "\r", "\n", "\u{9B}2J", "\u{202E}"])
    func escapes(_ text: String) throws {
        let event = Fixture.event(1, name: "bad\(text)name", props: ["note": text])
        let said = lines([try Fixture.request(Fixture.body(install: text, events: [event]))])
        #expect(said.count == 2)
        for line in said {
            #expect(
                line.unicodeScalars.allSatisfy {
                    $0.properties.generalCategory != .control && $0.properties.generalCategory != .format
                })
        }
    }

    @Test("A long line is cut")
    func longLine() throws {
        let props = Dictionary(
            uniqueKeysWithValues: (0..<64).map { ("key\($0)", String(repeating: "x", count: 200)) })
        let said = lines([try Fixture.request(Fixture.body(events: [Fixture.event(1, props: props)]))])
        #expect(try #require(said.last).count <= 1_003)
    }

    @Test("The summary counts all that came")
    func summary() throws {
        _ = lines([try Fixture.batch("b1", [1, 3]), try Fixture.batch("b1", [1, 3])])
        #expect(
            ArrivalText.summary(collector.snapshot, after: .seconds(90))
                == "2 requests (200: 2), 2 duplicates, 1 missing, 0 rejected, 0 bad, in 90 s; "
                + "2 unique events: tapped v2 2")
    }
}
