import Analytics
import AnalyticsDashboardCore
import AnalyticsTerminalKit
import AnalyticsTesting
import Testing

/// An event that is typed, from the first letter to the decision on it.
@Suite struct ComposeTests {
    private func typed(_ text: String) throws -> Model {
        var model = try Models.fresh()
        model.compositions = [ComposedEvent(name: "tap", properties: ["element": "buy"])]
        _ = model.update(.key(.character("e")))
        _ = model.update(.key(.control("u")))
        for character in text { _ = model.update(.key(.character(character))) }
        return model
    }

    @Test(arguments: [
        ("tap", ComposedEvent(name: "tap")),
        ("tap v3", ComposedEvent(name: "tap", schemaVersion: 3)),
        (
            #"checkout_step step=2 plan="pro" ok=true speed=1.5"#,
            ComposedEvent(
                name: "checkout_step", properties: ["step": 2, "plan": "pro", "ok": true, "speed": 1.5])
        ),
        (
            #""Order Completed" v2 total=3.0"#,
            ComposedEvent(name: "Order Completed", schemaVersion: 2, properties: ["total": 3.0])
        ),
        (
            "a b=pro c=-4 d=-0.5 e=1e3",
            ComposedEvent(name: "a", properties: ["b": "pro", "c": -4, "d": -0.5, "e": 1_000.0])
        ),
        (#"a b="true" c="2" d="""#, ComposedEvent(name: "a", properties: ["b": "true", "c": "2", "d": ""])),
        (
            #"a "a b"=1 d=0x10 e=2026-01-02"#,
            ComposedEvent(name: "a", properties: ["a b": 1, "d": "0x10", "e": "2026-01-02"])
        ),
        (#"a t="a=b \"c\" \u{1F600}""#, ComposedEvent(name: "a", properties: ["t": "a=b \"c\" 😀"])),
    ])
    func whatIsTypedIsFiredWithItsTypes(text: String, event: ComposedEvent) throws {
        var model = try typed(text)
        #expect(model.update(.key(.enter)) == [.deed(.track(event))])
        #expect(model.overlay == .none)
    }

    @Test(arguments: [
        ("", "an event's name"), ("tap step", "key=value"), ("tap step=", "key=value"),
        (#"tap a="b"#, "closing quote"),
        ("tap a=99999999999999999999", "whole number"),
    ])
    func whatCannotBeReadStaysAndSaysWhatWasExpected(text: String, words: String) throws {
        var model = try typed(text)
        #expect(model.update(.key(.enter)).isEmpty)
        #expect(model.overlay != .none)
        let shown = Screen.draw(model, size: Size(width: 120, height: 24)).rows.joined(separator: "\n")
        #expect(shown.contains("expected") && shown.contains(words))
        #expect(model.update(.key(.escape)).isEmpty)
        #expect(model.message == "Nothing fired.")
    }

    @Test func arrowsGoThroughTheSamplesAndWhatWasFiredBefore() throws {
        var model = try typed("tap element=\"sell\"")
        _ = model.update(.key(.enter))
        _ = model.update(.key(.character("e")))
        let again = ComposedEvent(name: "tap", properties: ["element": "sell"])
        var next = model
        #expect(next.update(.key(.enter)) == [.deed(.track(again))])
        _ = model.update(.key(.down))
        _ = model.update(.key(.down))
        #expect(
            model.update(.key(.enter)) == [
                .deed(.track(ComposedEvent(name: "tap", properties: ["element": "buy"])))
            ])
    }

    @Test func anyEventIsReadBackFromItsText() throws {
        let seed = UInt64.random(in: 1 ... .max)
        var random = Dice(seed)
        let letters: [Character] = [
            "a", "Z", "0", " ", "=", "\"", "\\", "\n", "\t", "é", "世", "😀", "-", ".", "v", "x", "#", "\u{1B}",
            "\u{A0}",
        ]
        func text(_ length: ClosedRange<Int>) -> String {
            String(
                (0..<Int.random(in: length, using: &random)).map { _ in
                    letters.randomElement(using: &random) ?? "a"
                })
        }
        for _ in 0..<500 {
            var properties: [String: PropertyValue] = [:]
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                let values: [PropertyValue] = [
                    .string(text(0...8)), .int(.random(in: .min ... .max, using: &random)),
                    .bool(.random(using: &random)),
                    .double(.random(in: -1e6...1e6, using: &random)), .double(3), .double(-.infinity),
                    .double(1e300),
                ]
                properties[text(1...5)] = values.randomElement(using: &random)
            }
            let event = ComposedEvent(
                name: text(1...8), schemaVersion: .random(in: -1...3, using: &random), properties: properties)
            let line = "fire " + event.text
            // With neither version nor property, the line means the sample of that name.
            guard case .deed(.track(let read)) = PlainCommand(line) else {
                #expect(properties.isEmpty && event.schemaVersion == 1, "\(line), seed \(seed)")
                continue
            }
            #expect(read == event, "\(line), seed \(seed)")
        }
    }

    @Test(arguments: [
        (
            ComposedEvent(name: "tap", properties: ["n": 1]), Consent.granted,
            "KEEP tap v1; nothing removed or cut."
        ),
        (ComposedEvent(name: "tap"), .unknown, "DROP tap v1: noConsent, "),
        (ComposedEvent(name: "bad!"), .granted, "DROP bad! v1: invalid, "),
        (
            ComposedEvent(name: "tap", properties: ["email": "x"]), .granted,
            "KEEP tap v1; removed email: the key names personal data."
        ),
        (
            ComposedEvent(name: "tap", properties: ["t": .string(String(repeating: "a", count: 300))]),
            .granted, "KEEP tap v1; cut t."
        ),
    ])
    func theDecisionIsSaidAtOnceAndIsTheTrackers(event: ComposedEvent, consent: Consent, words: String)
        async throws
    {
        let stage = try Stages.fresh()
        _ = await stage.perform(.consent(consent))
        #expect(stage.start(.track(event)).words.hasPrefix(words))
        await stage.harness.settle()
        let kind: JournalEntry.Kind = words.hasPrefix("KEEP") ? .kept : .dropped
        #expect(
            stage.harness.tracker.journal().contains {
                $0.kind == kind && $0.name == (consent == .granted ? event.name : nil)
            })
    }
}

/// Random numbers that a printed seed brings back.
struct Dice: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return (state >> 32) | (state << 32)
    }
}
