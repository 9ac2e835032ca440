import Analytics
import AnalyticsTesting

/// Verbs that change the tracker's world.
extension Verb {
    static let world: [Verb] = [
        Verb(
            "server", "WORD", "how the server behaves, such as 200, 503 or slow:20; play --verbs lists all",
            example: "server 429:30",
            read: { line throws(LineReader.Complaint) in
                .deed(
                    .server(
                        try line.word("a behaviour of the server, such as 503; play --verbs lists them all")))
            },
            write: { if case .deed(.server(let word)) = $0 { LineReader.quote(word) } else { nil } }),
        Verb(
            "network", "what the network allows",
            choices: DeviceConditions.Network.allCases.map { ($0.rawValue, $0) }, deed: Deed.network,
            value: { if case .network(let network) = $0 { network } else { nil } }),
        Verb(
            "power", "whether the device saves power", choices: [("normal", false), ("low", true)],
            deed: { .power(isLow: $0) },
            value: { if case .power(let isLow) = $0 { isLow } else { nil } }),
        Verb(
            "disk", "normal|full [N]|read-only|locked|deleted",
            "full after N more bytes; simulated, but for deleted", example: "disk full 200",
            read: { line throws(LineReader.Complaint) in
                let disk = try line.choice([("full", .full(after: 0))] + disks)
                guard disk == .full(after: 0), !line.isOver else { return .deed(.disk(disk)) }
                return .deed(.disk(.full(after: try line.number(0...1_000_000_000))))
            },
            write: { action in
                guard case .deed(.disk(let disk)) = action else { return nil }
                if case .full(let bytes) = disk { return "full \(bytes)" }
                return disks.first { $0.value == disk }?.word
            }),
        Verb(
            "switch", "on|off|sample RATE|broken", "the remote configuration that the server has from now on",
            example: "switch sample 0.1",
            read: { line throws(LineReader.Complaint) in
                let document = try line.choice(documents + [("sample", nil)])
                if let document { return .deed(.serve(document)) }
                return .deed(.serve(.sampling(try line.share())))
            },
            write: { action in
                guard case .deed(.serve(let document)) = action else { return nil }
                if case .sampling(let rate) = document { return "sample \(rate)" }
                return documents.first { $0.value == document }?.word
            }),
        Verb(
            "crash", "[torn|stored]", "the process dies, in a line or before a deletion, and starts again",
            example: "crash torn",
            read: { line throws(LineReader.Complaint) in
                .deed(.crash(line.isOver ? .losingMemory : try line.choice(deaths)))
            },
            write: { action in
                guard case .deed(.crash(let death)) = action else { return nil }
                return deaths.first { $0.value == death }?.word ?? ""
            }),
    ]

    static let time: [Verb] = [
        Verb(
            "advance", "DURATION", "time passes", example: "advance 10s",
            read: { line throws(LineReader.Complaint) in .deed(.advance(try line.span())) },
            write: { if case .deed(.advance(let span)) = $0 { SpanText.write(span) } else { nil } }),
        Verb(
            "wall", "back DURATION", "someone sets the device's clock back", example: "wall back 1h",
            read: { line throws(LineReader.Complaint) in
                try line.choice([("back", ())])
                return .deed(.wallBack(try line.span()))
            },
            write: { action in
                guard case .deed(.wallBack(let span)) = action else { return nil }
                return "back \(SpanText.write(span))"
            }),
        Verb(
            "speed", "N", "how fast the clock runs by itself; only on screen, where it else stands still",
            example: "speed 10",
            read: { line throws(LineReader.Complaint) in .deed(.speed(try line.number(0...10_000))) },
            write: { if case .deed(.speed(let speed)) = $0 { "\(speed)" } else { nil } }),
    ]

    private static let disks: [(word: String, value: Deed.Disk)] = [
        ("normal", .normal), ("read-only", .readOnly), ("locked", .locked), ("deleted", .deleted),
    ]

    private static let documents: [(word: String, value: Deed.RemoteDocument?)] = [
        ("on", .on), ("off", .off), ("broken", .broken),
    ]

    private static let deaths: [(word: String, value: AnalyticsHarness.Death)] = [
        ("torn", .tearingLastLine), ("stored", .beforeDeleting),
    ]
}
