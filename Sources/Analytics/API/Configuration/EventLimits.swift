/// How large an event may be. The defaults suit screen views, taps and funnel steps.
///
/// A value out of its range is brought to the nearest end and reported in the tracker's status; nothing
/// traps.
public struct EventLimits: Sendable, Hashable, Codable {
    /// Longest event name, in characters; 1 to 200. A longer name makes the event invalid.
    public var maxNameCharacters: Int
    /// Longest property key, in characters; 1 to 256. A longer key goes with its value.
    public var maxKeyCharacters: Int
    /// Most properties per event; 0 to 256. The first in order of their keys' bytes stay; at most 16 of the others are
    /// named in the journal, and the rest are counted.
    public var maxProperties: Int
    /// Longest string value, in characters; 1 to 8,192. A longer one is cut between two characters.
    public var maxStringCharacters: Int
    /// Longest string value, in bytes of UTF-8; 4 to 32,768. Cut between two characters, too.
    public var maxStringBytes: Int
    /// Largest event once encoded, in bytes; 1,024 to 131,072. A larger one is dropped as too large.
    public var maxEventBytes: Int

    /// Makes limits; every parameter has the default that the type documents.
    public init(
        maxNameCharacters: Int = 100, maxKeyCharacters: Int = 64, maxProperties: Int = 64,
        maxStringCharacters: Int = 256, maxStringBytes: Int = 1_024, maxEventBytes: Int = 32 * 1_024
    ) {
        self.maxNameCharacters = maxNameCharacters
        self.maxKeyCharacters = maxKeyCharacters
        self.maxProperties = maxProperties
        self.maxStringCharacters = maxStringCharacters
        self.maxStringBytes = maxStringBytes
        self.maxEventBytes = maxEventBytes
    }

    /// Reads limits; a limit that is not mentioned has its default, so that a document may change just one.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func value(_ key: CodingKeys, or fallback: Int) throws -> Int {
            try container.decodeIfPresent(Int.self, forKey: key) ?? fallback
        }
        let usual = EventLimits()
        maxNameCharacters = try value(.maxNameCharacters, or: usual.maxNameCharacters)
        maxKeyCharacters = try value(.maxKeyCharacters, or: usual.maxKeyCharacters)
        maxProperties = try value(.maxProperties, or: usual.maxProperties)
        maxStringCharacters = try value(.maxStringCharacters, or: usual.maxStringCharacters)
        maxStringBytes = try value(.maxStringBytes, or: usual.maxStringBytes)
        maxEventBytes = try value(.maxEventBytes, or: usual.maxEventBytes)
    }

    private static let rules: [Rule] = [
        Rule("maxNameCharacters", \.maxNameCharacters, 1...200),
        Rule("maxKeyCharacters", \.maxKeyCharacters, 1...256),
        Rule("maxProperties", \.maxProperties, 0...256),
        Rule("maxStringCharacters", \.maxStringCharacters, 1...8_192),
        Rule("maxStringBytes", \.maxStringBytes, 4...32_768),
        Rule("maxEventBytes", \.maxEventBytes, 1_024...131_072),
    ]

    /// The same limits with every value in its range, and one sentence for each that was changed.
    public func clamped() -> (EventLimits, corrections: [String]) {
        var limits = self
        var corrections: [String] = []
        for rule in Self.rules {
            let wanted = self[keyPath: rule.value]
            let allowed = min(max(wanted, rule.range.lowerBound), rule.range.upperBound)
            guard allowed != wanted else { continue }
            limits[keyPath: rule.value] = allowed
            corrections.append(
                "\(rule.name) \(wanted) is outside \(rule.words): \(allowed) is used"
            )
        }
        return (limits, corrections)
    }
}

private struct Rule: Sendable {
    let name: String
    let value: WritableKeyPath<EventLimits, Int> & Sendable
    let range: ClosedRange<Int>
    var words: String { "\(range.lowerBound) to \(range.upperBound)" }

    init(_ name: String, _ value: WritableKeyPath<EventLimits, Int> & Sendable, _ range: ClosedRange<Int>) {
        self.name = name
        self.value = value
        self.range = range
    }
}
