import Foundation

/// Checks one field at a time and keeps what was found. A missing field is reported once, by `keys`.
struct FieldCheck {
    /// More findings than this help nobody.
    static let limit = 20

    private(set) var violations: [Violation] = []

    var isFull: Bool { violations.count >= Self.limit }

    mutating func report(_ path: String, _ reason: String) {
        if !isFull { violations.append(Violation(path: String(path.prefix(200)), reason: reason)) }
    }

    mutating func keys(
        of object: [String: Any], at path: String, required: [String], optional: [String] = []
    ) {
        let prefix = path.isEmpty ? "" : path + "."
        for name in required where object[name] == nil { report(prefix + name, "is missing") }
        let known = Set(required).union(optional)
        for name in object.keys.sorted() where !known.contains(name) {
            report(prefix + name, "is not part of the format")
        }
    }

    mutating func object(_ value: Any?, at path: String) -> [String: Any]? {
        typed(value, at: path, "is not an object")
    }

    mutating func string(_ value: Any?, at path: String) -> String? {
        typed(value, at: path, "is not a string")
    }

    /// Not empty, and short enough to be remembered by the hundred thousand.
    mutating func identifier(_ value: Any?, at path: String) -> String? {
        guard let text = string(value, at: path) else { return nil }
        guard !text.isEmpty else { return refuse(path, "is empty") }
        guard text.utf8.count <= 256 else { return refuse(path, "is longer than 256 bytes") }
        return text
    }

    mutating func name(_ value: Any?, at path: String) -> String? {
        guard let text = string(value, at: path) else { return nil }
        guard !text.isEmpty else { return refuse(path, "is empty") }
        guard text.count <= 100, text.utf8.count <= 1_024 else {
            return refuse(path, "is longer than 100 characters")
        }
        return text
    }

    mutating func time(_ value: Any?, at path: String) -> Int? {
        guard let text = string(value, at: path) else { return nil }
        guard let time = WireTime.milliseconds(text) else {
            return refuse(path, "is not RFC 3339 in UTC with milliseconds")
        }
        return time
    }

    mutating func int(_ value: Any?, at path: String) -> Int? {
        guard value != nil else { return nil }
        guard case .int(let number)? = Self.scalar(value) else { return refuse(path, "is not an integer") }
        return number
    }

    /// From 0 to 2^53: beyond that other readers of JSON lose digits.
    mutating func sequence(_ value: Any?, at path: String) -> Int? {
        guard let number = int(value, at: path) else { return nil }
        guard (0...(1 << 53)).contains(number) else { return refuse(path, "is out of range") }
        return number
    }

    mutating func rate(_ value: Any?, at path: String) -> Double? {
        guard value != nil else { return nil }
        let rate: Double
        switch Self.scalar(value) {
        case .double(let number): rate = number
        case .int(let number): rate = Double(number)
        default: return refuse(path, "is not a number")
        }
        guard rate > 0, rate <= 1 else { return refuse(path, "is not above 0 and up to 1") }
        return rate
    }

    mutating func scalar(_ value: Any?, at path: String) -> ArrivedValue? {
        guard let scalar = Self.scalar(value) else {
            return refuse(path, "is no string, integer, double or boolean")
        }
        return scalar
    }

    // By the number's own type code: casts would turn 1 into true and 3.0 into 3.
    private static func scalar(_ value: Any?) -> ArrivedValue? {
        if let text = value as? String { return .string(text) }
        guard let number = value as? NSNumber else { return nil }
        switch String(cString: number.objCType) {
        case "c", "B": return .bool(number.boolValue)
        case "d", "f": return number.doubleValue.isFinite ? .double(number.doubleValue) : nil
        default: return Int(exactly: number).map(ArrivedValue.int)
        }
    }

    private mutating func typed<Value>(_ value: Any?, at path: String, _ reason: String) -> Value? {
        guard let value else { return nil }
        guard let typed = value as? Value else { return refuse(path, reason) }
        return typed
    }

    private mutating func refuse<Value>(_ path: String, _ reason: String) -> Value? {
        report(path, reason)
        return nil
    }
}
