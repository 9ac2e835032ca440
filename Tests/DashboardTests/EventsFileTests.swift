import Analytics
import AnalyticsDashboardCore
import Testing

/// A team's own sample events, read from a file.
@Suite struct EventsFileTests {
    @Test func theTypesAreThoseThatAreWritten() throws {
        let text = #"""
            [
              {"name": "order \u00e9\n", "schemaVersion": 3, "label": "an order",
               "properties": {"total": 12.0, "items": 3, "gift": false, "note": "a \"b\"", "big": 1e3, "low": -7}},
              {"name": "signed_up", "schemaVersion": 1, "properties": {}}
            ]
            """#
        let samples = try EventsFile(text, file: "e.json").samples
        #expect(samples.map(\.label) == ["an order", "signed_up"])
        #expect(samples.map(\.name) == ["order é\n", "signed_up"])
        #expect(
            samples[0].event
                == ComposedEvent(
                    name: "order é\n", schemaVersion: 3,
                    properties: [
                        "total": 12.0, "items": 3, "gift": false, "note": "a \"b\"", "big": 1_000.0,
                        "low": -7,
                    ]))
        #expect(samples[1].event?.properties == [:])
    }

    @Test func aSampleIsFiredAsItIsWritten() async throws {
        let sample = try #require(
            try EventsFile(
                #"[{"name": "tap", "schemaVersion": 4, "properties": {"n": 1.0}}]"#, file: "e.json"
            ).samples.first)
        let stage = try Stages.fresh(samples: [sample])
        _ = await stage.perform(.consent(.granted))
        _ = await stage.perform(.fire("tap", count: 1))
        let line = try #require(stage.harness.segmentLines().first?.lines.last)
        #expect(line.contains(#""schema":4"#) && line.contains(#""n":1.0"#))
    }

    @Test(arguments: [
        ("", 1, "the file ends"), ("{}", 1, "expected a list of events"),
        ("{}", 1, "expected a list of events"), ("[]", 1, "the list is empty: expected at least one event"),
        ("[\n\n3]", 3, "expected an event in braces, not a number"),
        ("[{\"name\": \"a\",\n\"schemaVersion\": 1}\n{}]", 3, "expected a comma or a closing ]"),
        (
            "[{\"name\": \"a\"\n,\n\"lable\": 1}]", 3,
            "\"lable\": expected one of name, schemaVersion, properties, label"
        ),
        ("[{\"name\": \"a\"},\n{}]", 1, "this event has no \"schemaVersion\""),
        ("[\n{\"schemaVersion\": 1}]", 2, "this event has no \"name\""),
        ("[{\"name\":\n7, \"schemaVersion\": 1}]", 2, "\"name\": expected a text, not a number"),
        (
            "[{\"name\": \"a\", \"schemaVersion\":\n\"1\"}]", 2,
            "\"schemaVersion\": expected a whole number, not a text"
        ),
        (
            "[{\"name\": \"a\", \"schemaVersion\": 1.0}]", 1,
            "\"schemaVersion\": expected a whole number, not 1.0"
        ),
        (
            "[{\"name\": \"a\", \"schemaVersion\": 99999999999999999999}]", 1,
            "expected a whole number from \(Int.min) to \(Int.max), not 99999999999999999999"
        ),
        (
            "[{\"name\": \"a\", \"schemaVersion\": 1, \"properties\": {\n\"a\": 1,\n\"b\": null}}]", 3,
            "\"b\": expected a text, a number, true or false, not null"
        ),
        ("[{\"name\": \"a\", \"schemaVersion\": 1, \"properties\": {\"a\": [1]}}]", 1, "not a list"),
        ("[{\"name\": \"a\",\n\"name\": \"b\"}]", 2, "\"name\": expected each key once"),
        (
            "[{\"name\": \"a\", \"schemaVersion\": 1, \"properties\": {\"a\": 99999999999999999999}}]", 1,
            "whole number from"
        ),
        ("[{\"name\": \"a\nb\"}]", 1, "a closing quote on the same line"),
        ("[{\"name\": \"a\\q\"}]", 1, "escapes"),
        ("[{name: 1}]", 1, "a key in quotes"), ("[{\"name\" 1}]", 1, "a colon after \"name\""),
        ("[01]", 1, "a text in quotes"),
        ("[1]\n]", 2, "the end of the file"), (String(repeating: "[", count: 5_000), 1, "less deeply nested"),
    ])
    func whatIsWrongIsNamedWithItsLine(text: String, line: Int, words: String) {
        #expect {
            try EventsFile(text, file: "e.json")
        } throws: { error in
            "\(error)".hasPrefix("e.json:\(line): ") && "\(error)".contains(words)
        }
    }

    @Test func anyTextIsReadOrRefused() {
        let seed = UInt64.random(in: 1 ... .max)
        var random = Dice(seed)
        let whole = Array(
            #"[{"name": "a", "schemaVersion": 1, "properties": {"a": 1.5, "b": "\u00e9", "c": true}}]"#)
        for _ in 0..<2_000 {
            var text = whole
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0..<text.count, using: &random)
                if Bool.random(using: &random) {
                    text.remove(at: place)
                } else {
                    text.insert(
                        ["\"", "{", "]", "\\", "\n", "9", "é", ","].randomElement(using: &random) ?? "x",
                        at: place)
                }
            }
            do throws(EventsFile.Fault) {
                _ = try EventsFile(String(text), file: "e.json")
            } catch {
                #expect("\(error)".hasPrefix("e.json:"), "seed \(seed)")
            }
        }
    }
}
