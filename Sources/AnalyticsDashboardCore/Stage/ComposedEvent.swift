import Analytics

/// An event put together at run time: typed at the keyboard, read from a file, or made by the autopilot.
public struct ComposedEvent: Sendable, Hashable {
    /// The event's name.
    public let name: String
    /// The event's schema version.
    public let schemaVersion: Int
    /// The properties.
    public let properties: [String: PropertyValue]

    /// An event by its parts.
    public init(name: String, schemaVersion: Int = 1, properties: [String: PropertyValue] = [:]) {
        self.name = name
        self.schemaVersion = schemaVersion
        self.properties = properties
    }

    /// The same event as one that a team declared.
    public init(_ event: some AnalyticsEvent) {
        let type = type(of: event)
        self.init(name: type.name, schemaVersion: type.schemaVersion, properties: event.properties)
    }
}

/// The event as one types it: `checkout_step v2 plan="pro" step=2`, keys in order.
extension ComposedEvent {
    /// What a reader of `LineReader` takes for the same event.
    public var text: String {
        let version = schemaVersion == 1 ? [] : ["v\(schemaVersion)"]
        let pairs = properties.sorted { $0.key < $1.key }.map { key, value in
            "\(LineReader.quoteKey(key))=\(Self.text(of: value))"
        }
        return ([LineReader.quote(name)] + version + pairs).joined(separator: " ")
    }

    /// Reads an event as one types it; throws the word that is wrong and what should stand there.
    init(_ line: inout LineReader) throws(LineReader.Complaint) {
        name = try line.word("an event's name")
        schemaVersion = try line.version() ?? 1
        var properties: [String: PropertyValue] = [:]
        while !line.isOver {
            let (key, value) = try line.property()
            properties[key] = value
        }
        self.properties = properties
    }

    private static func text(of value: PropertyValue) -> String {
        switch value {
        case .string(let text): LineReader.quote(text, always: true)
        case .int(let number): "\(number)"
        case .double(let number): "\(number)"
        case .bool(let truth): "\(truth)"
        }
    }
}

extension LineReader {
    /// Whether a version or a property comes next, and no count.
    var continuesEvent: Bool {
        guard let next else { return isAtQuote }
        return isAtQuote || next.contains("=") || (next.first == "v" && Int(next.dropFirst()) != nil)
    }

    /// A schema version such as `v2`, if that comes next.
    mutating func version() throws(Complaint) -> Int? {
        guard let word = next, word.first == "v", let version = Int(word.dropFirst()) else { return nil }
        _ = try self.word("")
        return version
    }

    /// A property such as `step=2`, `plan="pro"`, `ok=true` or `speed=1.5`; text needs quotes only where it could be
    /// taken for something else.
    mutating func property() throws(Complaint) -> (key: String, value: PropertyValue) {
        let expected = #"key=value, such as step=2, plan="pro", ok=true or speed=1.5"#
        let key = try part(upTo: "=", expected)
        guard take("=") else { throw Complaint(word: key, expected: expected) }
        if isAtQuote { return (key, .string(try word(expected))) }
        let text = isAtBlank ? "" : try word(expected)
        guard !text.isEmpty else { throw Complaint(word: key + "=", expected: expected) }
        return (key, try Self.value(text))
    }

    private static func value(_ text: String) throws(Complaint) -> PropertyValue {
        switch text {
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "nan", "inf", "-inf": return .double(Double(text) ?? .nan)
        default: break
        }
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        guard digits.first?.isNumber == true else { return .string(text) }
        if digits.allSatisfy(\.isNumber) {
            guard let number = Int(text) else {
                throw Complaint(word: text, expected: "a whole number from \(Int.min) to \(Int.max)")
            }
            return .int(number)
        }
        // Other spellings of numbers, such as 0x10, are text.
        guard text.allSatisfy({ "0123456789.eE+-".contains($0) }) else { return .string(text) }
        return Double(text).map { .double($0) } ?? .string(text)
    }

    /// A key that `property` reads back.
    static func quoteKey(_ key: String) -> String { quote(key, always: key.contains("=")) }
}
