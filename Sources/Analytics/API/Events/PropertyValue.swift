/// The value of one event property: a string, a whole number, a floating-point number or a truth value.
///
/// The type is part of the value: `3` and `3.0` stay different, in memory, on disk and on the wire.
public enum PropertyValue: Sendable, Hashable {
    /// Text. Cut at 256 characters and 1,024 bytes of UTF-8 when recorded.
    case string(String)
    /// A whole number, exact over the whole range of `Int`.
    case int(Int)
    /// A floating-point number. NaN and the infinities are removed when recorded, and noted.
    case double(Double)
    /// A truth value.
    case bool(Bool)
}

extension PropertyValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral
{
    /// Makes a string value from a literal.
    public init(stringLiteral value: String) { self = .string(value) }

    /// Makes a whole number from a literal.
    public init(integerLiteral value: Int) { self = .int(value) }

    /// Makes a floating-point number from a literal.
    public init(floatLiteral value: Double) { self = .double(value) }

    /// Makes a truth value from a literal.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension PropertyValue: ExpressibleByStringInterpolation {}

/// One object whose only key names the type, as in `{"double":3.0}`: coders that write 3.0 as 3 then still
/// read a floating-point number. Non-finite numbers are written as the strings `nan`, `inf` and `-inf`,
/// because JSON has no number for them and an encoder would throw.
extension PropertyValue: Codable {
    private enum CodingKeys: String, CodingKey {
        case string, int, double, bool
    }

    /// Reads a value that names its type; fails when no type or more than one is named.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard let kind = container.allKeys.first, container.allKeys.count == 1 else {
            let context = DecodingError.Context(
                codingPath: decoder.codingPath,
                debugDescription: "expected exactly one of string, int, double, bool")
            throw DecodingError.dataCorrupted(context)
        }
        switch kind {
        case .string: self = .string(try container.decode(String.self, forKey: kind))
        case .int: self = .int(try container.decode(Int.self, forKey: kind))
        case .bool: self = .bool(try container.decode(Bool.self, forKey: kind))
        case .double:
            if let word = try? container.decode(String.self, forKey: kind) {
                self = .double(try Self.nonFinite(word, in: container))
            } else {
                self = .double(try container.decode(Double.self, forKey: kind))
            }
        }
    }

    /// Writes the value under the name of its type.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .string(let value): try container.encode(value, forKey: .string)
        case .int(let value): try container.encode(value, forKey: .int)
        case .bool(let value): try container.encode(value, forKey: .bool)
        case .double(let value) where value.isFinite: try container.encode(value, forKey: .double)
        case .double(let value):
            try container.encode(value.isNaN ? "nan" : value < 0 ? "-inf" : "inf", forKey: .double)
        }
    }

    private static func nonFinite(
        _ word: String, in container: KeyedDecodingContainer<CodingKeys>
    ) throws -> Double {
        switch word {
        case "nan": return .nan
        case "inf": return .infinity
        case "-inf": return -.infinity
        default:
            throw DecodingError.dataCorruptedError(
                forKey: .double, in: container, debugDescription: "expected a number, nan, inf or -inf")
        }
    }
}
