import Analytics
import AnalyticsTesting

extension Verb {
    /// The one table that feeds parser, printer and help.
    public static let table: [Verb] =
        words + events + [
            Verb(
                "consent", "what the user says; deny erases",
                choices: [("grant", Consent.granted), ("unknown", .unknown), ("deny", .denied)],
                deed: Deed.consent,
                value: { if case .consent(let consent) = $0 { consent } else { nil } }),
            Verb("background", "the app leaves the foreground", deed: .background),
            Verb("foreground", "the app is back", deed: .foreground),
            Verb("time-out", "the background time runs out now", deed: .expireBackground),
            Verb("flush", "the host asks for everything to be sent", deed: .flush),
        ] + world + time + people

    private static let words: [Verb] = [
        Verb(
            "say", "TEXT", "a caption for who watches", example: "say The server starts to fail",
            read: { line throws(LineReader.Complaint) in .say(try line.remainder("a text")) },
            write: { if case .say(let text) = $0 { text } else { nil } }),
        Verb(
            "seed", "N", "identifiers and jitter; before every other step", example: "seed 7",
            read: { line throws(LineReader.Complaint) in .seed(try line.number(0...UInt64.max)) },
            write: { if case .seed(let seed) = $0 { "\(seed)" } else { nil } }),
        Verb(
            "expect", "NAME OP VALUE", "fails the scenario unless it is so", example: "expect waiting = 60",
            read: { line throws(LineReader.Complaint) in .expect(try Expectation(&line)) },
            write: { if case .expect(let expectation) = $0 { expectation.text } else { nil } }),
    ]

    private static let events: [Verb] = [
        Verb(
            "fire", "NAME [xN] | NAME [vN] KEY=VALUE ...", "fires an event; a sample's name fires the sample",
            example: "fire checkout_started x60",
            read: { line throws(LineReader.Complaint) in
                var whole = line
                let name = try line.word("an event's name")
                if line.isOver { return .deed(.fire(name, count: 1)) }
                guard line.continuesEvent else {
                    return .deed(.fire(name, count: try line.number(0...1_000_000, after: "x")))
                }
                let event = try ComposedEvent(&whole)
                line = whole
                return .deed(.track(event))
            },
            write: { action in
                if case .deed(.track(let event)) = action {
                    // Without properties and version the line would mean the sample of that name.
                    return event.text + (event.properties.isEmpty && event.schemaVersion == 1 ? " v1" : "")
                }
                guard case .deed(.fire(let name, let count)) = action else { return nil }
                return LineReader.quote(name) + (count == 1 ? "" : " x\(count)")
            }),
        Verb(
            "burst", "N [threads N]", "fires the first sample as fast as can be",
            example: "burst 1500 threads 4",
            read: { line throws(LineReader.Complaint) in
                let events = try line.number(0...1_000_000)
                guard !line.isOver else { return .deed(.burst(Burst(events: events, threads: 1))) }
                try line.choice([("threads", ())])
                return .deed(.burst(Burst(events: events, threads: try line.number(1...64))))
            },
            write: { action in
                guard case .deed(.burst(let burst)) = action else { return nil }
                return "\(burst.events)" + (burst.threads == 1 ? "" : " threads \(burst.threads)")
            }),
    ]

    private static let people: [Verb] = [
        Verb(
            "identify", "ID", "a user signs in, by an opaque ID", example: "identify user-4711",
            read: { line throws(LineReader.Complaint) in .deed(.identify(try line.word("an ID"))) },
            write: { if case .deed(.identify(let user)) = $0 { LineReader.quote(user) } else { nil } }),
        Verb("logout", "the user signs out: another install ID", deed: .logOut),
    ]
}
