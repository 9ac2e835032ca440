import Analytics

/// A team's own sample events, read from JSON:
///
///     [
///       {"name": "checkout_step", "schemaVersion": 2, "properties": {"step": 2, "plan": "pro", "speed": 1.0}},
///       {"name": "signed_up", "schemaVersion": 1, "label": "a new customer"}
///     ]
///
/// `2` is a whole number and `2.0` is not. Names and properties that the SDK would refuse are taken: to see it refuse
/// them is what a sample can be for.
public struct EventsFile: Sendable {
    /// What is wrong with a file.
    public struct Fault: Error, CustomStringConvertible {
        let file: String
        let line: Int
        let column: Int?
        let text: String

        /// Such as `events.json:7: "schemaVersion": expected a whole number, not a text`; with a column where that
        /// finds what the text cannot show.
        public var description: String { "\(file):\(line):\(column.map { "\($0):" } ?? "") \(text)" }
    }

    /// The events in the file's order; the first nine have the keys 1 to 9.
    public let samples: [Stage.Sample]

    /// Reads a file's text; throws the first thing that is wrong.
    public init(_ text: String, file: String) throws(Fault) {
        do throws(PlacedJSON.Fault) {
            let root = try PlacedJSON.read(text)
            let example = "[{\"name\": \"tap\", \"schemaVersion\": 1}]"
            guard case .list(let items) = root.value else {
                throw root.fault("a list of events, such as \(example)")
            }
            guard !items.isEmpty else {
                throw PlacedJSON.Fault(
                    line: root.line,
                    text: "the list is empty: expected at least one event, such as \(example)")
            }
            var samples: [Stage.Sample] = []
            for item in items { samples.append(try Self.sample(item)) }
            self.samples = samples
        } catch {
            throw Fault(file: file, line: error.line, column: error.column, text: error.text)
        }
    }

    private static let fields = ["name", "schemaVersion", "properties", "label"]

    private static func sample(_ item: PlacedJSON) throws(PlacedJSON.Fault) -> Stage.Sample {
        guard case .object(let pairs) = item.value else { throw item.fault("an event in braces") }
        var parts: [String: PlacedJSON] = [:]
        for (key, value) in pairs {
            guard fields.contains(key) else {
                throw PlacedJSON.Fault(
                    line: value.line, text: "\"\(key)\": expected one of \(fields.joined(separator: ", "))")
            }
            parts[key] = value
        }
        guard let name = parts["name"] else { throw item.missing("name") }
        guard let version = parts["schemaVersion"] else { throw item.missing("schemaVersion") }
        let event = ComposedEvent(
            name: try name.text("name"), schemaVersion: try version.whole("schemaVersion"),
            properties: try parts["properties"]?.properties() ?? [:])
        let label = try parts["label"]?.text("label") ?? event.name
        return Stage.Sample(event, label: label)
    }
}

extension Stage.Sample {
    /// A sample of an event by its parts.
    public init(_ event: ComposedEvent, label: String) {
        self.init(label: label, name: event.name, event: event) { tracker in
            // A stage's tracker is one; what only keeps promises to the host's code has no events without types.
            (tracker as? any AnalyticsClient)?.track(
                event.name, schemaVersion: event.schemaVersion, properties: event.properties)
        }
    }
}

extension PlacedJSON {
    fileprivate func fault(_ expected: String, at key: String? = nil) -> Fault {
        Fault(line: line, text: "\(key.map { "\"\($0)\": " } ?? "")expected \(expected), not \(kind)")
    }

    fileprivate func missing(_ key: String) -> Fault {
        Fault(line: line, text: "this event has no \"\(key)\"")
    }

    fileprivate func text(_ key: String) throws(Fault) -> String {
        guard case .string(let text) = value else { throw fault("a text", at: key) }
        return text
    }

    fileprivate func whole(_ key: String) throws(Fault) -> Int {
        guard case .number(let digits) = value else { throw fault("a whole number", at: key) }
        guard let number = Int(digits) else {
            // That it is a number would be no answer; its digits are.
            let found = digits.count > 24 ? "\(digits.prefix(24)).." : digits
            let range = digits.contains { ".eE".contains($0) } ? "" : " from \(Int.min) to \(Int.max)"
            throw Fault(line: line, text: "\"\(key)\": expected a whole number\(range), not \(found)")
        }
        return number
    }

    fileprivate func properties() throws(Fault) -> [String: PropertyValue] {
        guard case .object(let pairs) = value else { throw fault("properties in braces", at: "properties") }
        var properties: [String: PropertyValue] = [:]
        for (key, value) in pairs { properties[key] = try value.property(key) }
        return properties
    }

    private func property(_ key: String) throws(Fault) -> PropertyValue {
        switch value {
        case .string(let text): return .string(text)
        case .bool(let truth): return .bool(truth)
        case .number(let digits):
            if digits.contains(where: { ".eE".contains($0) }) { return .double(Double(digits) ?? .infinity) }
            guard let number = Int(digits) else {
                throw Fault(
                    line: line, text: "\"\(key)\": expected a whole number from \(Int.min) to \(Int.max)")
            }
            return .int(number)
        case .object, .list, .null: throw fault("a text, a number, true or false", at: key)
        }
    }
}
