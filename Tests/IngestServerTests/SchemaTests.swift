import AnalyticsIngestServer
import Foundation
import Testing

/// One way to spoil a right body, and where the collector must point.
struct Spoiled: Sendable, CustomTestStringConvertible {
    let path: String
    let label: String
    let spoil: @Sendable (inout [String: Any]) -> Void

    init(_ path: String, _ label: String, _ spoil: @escaping @Sendable (inout [String: Any]) -> Void) {
        self.path = path
        self.label = label
        self.spoil = spoil
    }

    var testDescription: String { "\(path) \(label)" }

    /// Sets a field of the second event, or takes it away.
    static func event(_ key: String, _ label: String, _ value: (any Sendable)?, at path: String? = nil)
        -> Spoiled
    {
        Spoiled("events[1].\(path ?? key)", label) { body in
            var events = body["events"] as? [[String: Any]] ?? []
            events[1][key] = value
            body["events"] = events
        }
    }

    static func field(_ key: String, _ label: String, _ value: (any Sendable)?) -> Spoiled {
        Spoiled(key, label) { $0[key] = value }
    }

    static func context(_ key: String, _ label: String, _ value: (any Sendable)?) -> Spoiled {
        Spoiled("context.\(key)", label) { body in
            var context = body["context"] as? [String: Any] ?? [:]
            context[key] = value
            body["context"] = context
        }
    }
}

@Suite("A body that breaks the wire format is named and refused")
struct SchemaTests {
    static let spoiled: [Spoiled] = [
        .field("batchId", "missing", nil), .field("batchId", "a number", 7), .field("batchId", "empty", ""),
        .field("batchId", "far too long", String(repeating: "x", count: 257)),
        .field("sentAt", "missing", nil), .field("sentAt", "without milliseconds", "2026-08-11T10:00:00Z"),
        .field("sentAt", "with an offset", "2026-08-11T10:00:00.000+00:00"),
        .field("sentAt", "in seconds since 1970", 1_786_442_400),
        .field("install", "missing", nil), .field("install", "null", NSNull()),
        .field("install", "empty", ""),
        .field("context", "missing", nil), .field("context", "a list", ["1.0"]),
        .context("app", "missing", nil), .context("os", "a number", 17), .context("device", "missing", nil),
        .context("locale", "null", NSNull()), .context("sdk", "missing", nil),
        .context("ip", "not agreed", "x"),
        .field("events", "missing", nil), .field("events", "an object", ["a": 1]),
        .field("events", "empty", [Int]()),
        .field("batch_id", "misspelt, in addition", "b"),
        Spoiled("events[1]", "not an object") { $0["events"] = [Fixture.event(1), 5] as [Any] },
        .event("id", "missing", nil), .event("id", "a number", 12), .event("id", "empty", ""),
        .event("name", "missing", nil), .event("name", "empty", ""),
        .event("name", "too long", String(repeating: "n", count: 101)),
        .event("schema", "missing", nil), .event("schema", "a string", "2"),
        .event("schema", "a fraction", 2.5),
        .event("schema", "a boolean", true), .event("time", "missing", nil),
        .event("time", "on 30 February", "2026-02-30T10:00:00.000Z"),
        .event("time", "12-hour", "2026-08-11T10:00:00.000 PM"),
        .event("time", "in Arabic digits", "٢٠٢٦-٠٨-١١T10:00:00.000Z"),
        .event("time", "at hour 24", "2026-08-11T24:00:00.000Z"),
        .event("time", "not in a leap year", "2025-02-29T10:00:00.000Z"),
        .event("seq", "missing", nil), .event("seq", "negative", -1), .event("seq", "over 2^53", 1 << 54),
        .event("seq", "a string", "1042"), .event("session", "missing", nil),
        .event("session", "null", NSNull()),
        .event("sampleRate", "missing", nil), .event("sampleRate", "zero", 0.0),
        .event("sampleRate", "over one", 1.5),
        .event("sampleRate", "a boolean", true), .event("user", "null", NSNull()),
        .event("user", "a number", 1),
        .event("user", "empty", ""), .event("props", "missing", nil), .event("props", "a list", [1]),
        .event("props", "holding null", ["a": NSNull()] as [String: NSNull], at: "props.a"),
        .event("props", "holding a list", ["tags": ["x"]], at: "props.tags"),
        .event("props", "holding an object", ["deep": ["x": 1]], at: "props.deep"),
        .event("props", "holding too large an integer", ["big": UInt64.max], at: "props.big"),
        .event("properties", "misspelt, in addition", ["a": 1]),
    ]

    @Test("The wrong field is named", arguments: spoiled)
    func namesTheField(_ row: Spoiled) throws {
        var body = Fixture.body(events: [Fixture.event(1), Fixture.event(2)])
        row.spoil(&body)
        let collector = Collector()
        let plan = collector.answer(try Fixture.request(body))
        #expect(plan.status == 400)
        #expect(plan.text.contains("\"path\":\"\(row.path)\""), "\(plan.text)")
        let snapshot = collector.snapshot
        #expect(snapshot.problems.map(\.violation.path) == [row.path])
        #expect(snapshot.badRequests == 1)
        #expect(snapshot.unique == 0)
    }

    @Test(
        "What is not proper JSON is refused",
        arguments: [
            "", "{", "[1]", "nonsense", "{\"a\":1,}", "{\"a\":1,\"a\":2}", "\u{FEFF}{}", "{\"a\":1e999}",
            "{\"a\":01}", "[[[[", "{\"a\":[1,]}", "null", String(repeating: "[", count: 5_000),
        ])
    func notJSON(_ text: String) throws {
        let collector = Collector()
        let plan = collector.answer(try Fixture.request(raw: Data(text.utf8)))
        #expect(plan.status == 400)
        #expect(collector.snapshot.problems.map(\.violation.path) == ["body"])
    }

    @Test(
        "Another encoding than UTF-8 is refused",
        arguments: [String.Encoding.utf16, .utf16LittleEndian, .utf32])
    func encoding(_ encoding: String.Encoding) throws {
        let text = String(decoding: try Fixture.json(Fixture.body()), as: UTF8.self)
        let collector = Collector()
        let plan = collector.answer(try Fixture.request(raw: try #require(text.data(using: encoding))))
        #expect(plan.status == 400)
        #expect(collector.snapshot.problems.map(\.violation.path) == ["body"])
    }

    @Test("A right body passes, with a user and at every edge of the format")
    func edges() throws {
        var event = Fixture.event(1 << 53, name: String(repeating: "é", count: 100))
        event["user"] = "u_77"
        event["sampleRate"] = 1
        event["time"] = "2024-02-29T23:59:59.999Z"
        event["schema"] = -1
        let collector = Collector()
        let plan = collector.answer(try Fixture.request(Fixture.body(events: [event])))
        #expect(plan.status == 200)
        #expect(collector.events.first?.user == "u_77")
        #expect(collector.events.first?.time == 1_709_251_199_999)
    }

    @Test("Types survive: 3, 3.0, true, -0.0 and the largest integers stay apart")
    func types() throws {
        let props = """
            {"i":3,"d":3.0,"t":true,"one":1,"z":-0.0,"big":9007199254740993,"max":9223372036854775807,\
            "tiny":5e-324,"e":1e3,"s":"3"}
            """
        let body = try Fixture.json(Fixture.body())
        let text = String(decoding: body, as: UTF8.self).replacingOccurrences(
            of: "{\"count\":3}", with: props)
        let collector = Collector()
        #expect(collector.answer(try Fixture.request(raw: Data(text.utf8))).status == 200)
        let found = try #require(collector.events.first).props
        let wanted: [String: ArrivedValue] = [
            "i": .int(3), "d": .double(3), "t": .bool(true), "one": .int(1), "z": .double(-0.0),
            "big": .int(9_007_199_254_740_993), "max": .int(.max), "tiny": .double(.leastNonzeroMagnitude),
            "e": .double(1_000),
            "s": .string("3"),
        ]
        #expect(found == wanted)
        guard case .double(let zero)? = found["z"] else {
            Issue.record("-0.0 became \(String(describing: found["z"]))")
            return
        }
        #expect(zero.sign == .minus)
    }

    @Test("Findings are bounded, however much is wrong")
    func bounded() throws {
        let collector = Collector()
        let events = (1...500).map { _ in ["x": 1] as [String: Any] }
        _ = collector.answer(try Fixture.request(Fixture.body(events: events)))
        #expect(collector.snapshot.problems.count == 20)
    }
}
