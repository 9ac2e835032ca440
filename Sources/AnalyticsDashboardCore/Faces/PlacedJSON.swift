import Foundation

/// A JSON value with the line that it begins on, and numbers as they are written: Foundation tells neither.
struct PlacedJSON {
    indirect enum Value {
        case object([(key: String, value: PlacedJSON)])
        case list([PlacedJSON])
        case string(String)
        /// The digits as they stand, because `3` and `3.0` differ.
        case number(String)
        case bool(Bool)
        case null
    }

    /// What is wrong, and on which line.
    struct Fault: Error {
        let line: Int
        /// In Unicode scalars from 1, where the place in the line says more than the text.
        var column: Int?
        let text: String
    }

    let line: Int
    let value: Value

    /// Reads a text that is one JSON value.
    static func read(_ text: String) throws(Fault) -> PlacedJSON {
        var parser = Parser(text)
        let value = try parser.value(depth: 0)
        guard parser.isOver else { throw parser.fault("the end of the file after the list") }
        return value
    }

    /// What it is, for who expected something else.
    var kind: String {
        switch value {
        case .object: "an object"
        case .list: "a list"
        case .string: "a text"
        case .number: "a number"
        case .bool: "true or false"
        case .null: "null"
        }
    }
}

private struct Parser {
    private var rest: Substring.UTF8View
    private var line = 1
    private let text: String
    private var lineStart: String.Index

    init(_ text: String) {
        self.text = text
        lineStart = text.startIndex
        rest = text[...].utf8
        skipBlanks()
    }

    var isOver: Bool { rest.isEmpty }

    func fault(_ expected: String) -> PlacedJSON.Fault {
        // JSON knows four blanks; what else cannot be seen must be named.
        if let scalar = text[rest.startIndex...].unicodeScalars.first,
            InvisibleCharacter.isInvisible(scalar) || scalar.value > 0x7F && scalar.properties.isWhitespace
        {
            let place = column(of: rest.startIndex)
            return PlacedJSON.Fault(
                line: line, column: place, text: "\(InvisibleCharacter(scalar: scalar, column: place))")
        }
        let word = String(decoding: rest.prefix(20).prefix { $0 > 0x20 }, as: UTF8.self)
            .trimmingCharacters(in: ["\"", ":"])
        return PlacedJSON.Fault(
            line: line, text: "\(word.isEmpty ? "the file ends" : "\"\(word)\""): expected \(expected)")
    }

    private func column(of place: String.Index) -> Int {
        text.unicodeScalars.distance(from: lineStart, to: place) + 1
    }

    mutating func value(depth: Int) throws(PlacedJSON.Fault) -> PlacedJSON {
        // Deeper than anything that an event can hold; a hostile file must not exhaust the stack.
        guard depth < 20 else { throw fault("values less deeply nested") }
        let start = line
        let value: PlacedJSON.Value
        switch rest.first {
        case UInt8(ascii: "{"): value = try object(depth: depth)
        case UInt8(ascii: "["): value = try list(depth: depth)
        case UInt8(ascii: "\""): value = .string(try string())
        default: value = try scalar()
        }
        skipBlanks()
        return PlacedJSON(line: start, value: value)
    }

    private mutating func object(depth: Int) throws(PlacedJSON.Fault) -> PlacedJSON.Value {
        var pairs: [(key: String, value: PlacedJSON)] = []
        var keys: Set<String> = []
        rest.removeFirst()
        skipBlanks()
        if take("}") { return .object(pairs) }
        repeat {
            skipBlanks()
            guard rest.first == UInt8(ascii: "\"") else { throw fault("a key in quotes") }
            let place = line
            let start = rest.index(after: rest.startIndex)
            let key = try string()
            if let index = key.unicodeScalars.firstIndex(where: InvisibleCharacter.isInvisible) {
                let scalar = key.unicodeScalars[index]
                let place = column(of: start) + key.unicodeScalars.distance(from: key.startIndex, to: index)
                throw PlacedJSON.Fault(
                    line: line, column: place,
                    text: "\(InvisibleCharacter(scalar: scalar, column: place))")
            }
            guard keys.insert(key).inserted else {
                throw PlacedJSON.Fault(line: place, text: "\"\(key)\": expected each key once")
            }
            skipBlanks()
            guard take(":") else { throw fault("a colon after \"\(key)\"") }
            skipBlanks()
            pairs.append((key, try value(depth: depth + 1)))
        } while take(",")
        guard take("}") else { throw fault("a comma or a closing }") }
        return .object(pairs)
    }

    private mutating func list(depth: Int) throws(PlacedJSON.Fault) -> PlacedJSON.Value {
        var values: [PlacedJSON] = []
        rest.removeFirst()
        skipBlanks()
        if take("]") { return .list(values) }
        repeat {
            skipBlanks()
            values.append(try value(depth: depth + 1))
        } while take(",")
        guard take("]") else { throw fault("a comma or a closing ]") }
        return .list(values)
    }

    /// Finds the text's end; Foundation undoes its escapes.
    private mutating func string() throws(PlacedJSON.Fault) -> String {
        var isEscaped = false
        let body = rest.dropFirst().prefix { byte in
            if isEscaped {
                isEscaped = false
                return true
            }
            isEscaped = byte == UInt8(ascii: "\\")
            return byte != UInt8(ascii: "\"") && byte >= 0x20
        }
        let token = rest[rest.startIndex..<body.endIndex]
        guard body.endIndex < rest.endIndex, rest[body.endIndex] == UInt8(ascii: "\"") else {
            throw fault("a closing quote on the same line")
        }
        if let place = LoneSurrogate.first(in: token) {
            throw PlacedJSON.Fault(
                line: line, column: column(of: place),
                text:
                    "\"\(String(text[place...].prefix(6)))\" is half of a surrogate pair: expected both, or the character itself"
            )
        }
        guard let text = try? JSONDecoder().decode(String.self, from: Data(token + [UInt8(ascii: "\"")]))
        else {
            throw fault(#"a text whose escapes are \", \\, \/, \b, \f, \n, \r, \t or \u0000"#)
        }
        rest = rest[rest.index(after: body.endIndex)...]
        return text
    }

    private mutating func scalar() throws(PlacedJSON.Fault) -> PlacedJSON.Value {
        let token = rest.prefix { byte in
            byte > 0x20 && ![UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}")].contains(byte)
        }
        let word = String(decoding: token, as: UTF8.self)
        let value: PlacedJSON.Value
        switch word {
        case "true": value = .bool(true)
        case "false": value = .bool(false)
        case "null": value = .null
        case _ where word.wholeMatch(of: Self.number) != nil: value = .number(word)
        default: throw fault("a text in quotes, a number, true, false, [ or {")
        }
        rest = rest[token.endIndex...]
        return value
    }

    private static var number: Regex<Substring> { /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/ }

    private mutating func take(_ mark: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: mark) else { return false }
        rest.removeFirst()
        skipBlanks()
        return true
    }

    private mutating func skipBlanks() {
        while let byte = rest.first, [0x20, 0x09, 0x0A, 0x0D].contains(byte) {
            rest.removeFirst()
            if byte == 0x0A {
                line += 1
                lineStart = rest.startIndex
            }
        }
    }
}
