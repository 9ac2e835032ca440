/// Tells whether bytes are JSON to the letter.
///
/// Foundation's readers forgive what many servers do not: a byte order mark, broken UTF-8, a raw control character in
/// a string, a comma before a closing bracket. Lines go into a request as they stand on disk, so one forgiven line
/// would have the server refuse its whole batch.
struct StrictJSON {
    /// Deeper than any event of ours; the limit bounds the recursion, whatever a file holds.
    private static let deepest = 16

    private let bytes: ArraySlice<UInt8>
    private var index: Int

    /// Whether `bytes` are one JSON object in valid UTF-8 and nothing else.
    static func isObject(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.first == UInt8(ascii: "{"),
            String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(bytes)
        else {
            return false
        }
        var check = StrictJSON(bytes: bytes, index: bytes.startIndex)
        guard check.skipValue(depth: 0) else { return false }
        check.skipSpace()
        return check.index == bytes.endIndex
    }

    private var next: UInt8? { index < bytes.endIndex ? bytes[index] : nil }

    private mutating func skip(_ byte: Character) -> Bool {
        guard next == byte.asciiValue else { return false }
        index += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A { index += 1 }
    }

    private mutating func skipValue(depth: Int) -> Bool {
        guard depth <= Self.deepest else { return false }
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return skipMembers(depth: depth, to: "}", areNamed: true)
        case UInt8(ascii: "["): return skipMembers(depth: depth, to: "]", areNamed: false)
        case UInt8(ascii: "\""): return skipString()
        case UInt8(ascii: "t"): return skipWord("true")
        case UInt8(ascii: "f"): return skipWord("false")
        case UInt8(ascii: "n"): return skipWord("null")
        default: return skipNumber()
        }
    }

    private mutating func skipMembers(depth: Int, to end: Character, areNamed: Bool) -> Bool {
        index += 1
        skipSpace()
        if skip(end) { return true }
        repeat {
            if areNamed {
                skipSpace()
                guard skipString() else { return false }
                skipSpace()
                guard skip(":") else { return false }
            }
            guard skipValue(depth: depth + 1) else { return false }
            skipSpace()
        } while skip(",")
        return skip(end)
    }

    private mutating func skipString() -> Bool {
        guard skip("\"") else { return false }
        while let byte = next {
            index += 1
            switch byte {
            case UInt8(ascii: "\""): return true
            case UInt8(ascii: "\\"): guard skipEscape() else { return false }
            case ..<0x20: return false
            default: continue
            }
        }
        return false
    }

    private mutating func skipEscape() -> Bool {
        guard let byte = next else { return false }
        index += 1
        guard byte == UInt8(ascii: "u") else { return "\"\\/bfnrt".utf8.contains(byte) }
        let digits = bytes[index...].prefix(4)
        index += digits.count
        return digits.count == 4 && digits.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
    }

    private mutating func skipWord(_ word: StaticString) -> Bool {
        let length = word.utf8CodeUnitCount
        let expected = UnsafeBufferPointer(start: word.utf8Start, count: length)
        guard bytes[index...].prefix(length).elementsEqual(expected) else { return false }
        index += length
        return true
    }

    private mutating func skipNumber() -> Bool {
        _ = skip("-")
        if !skip("0"), skipDigits() == 0 { return false }
        if skip("."), skipDigits() == 0 { return false }
        if skip("e") || skip("E") {
            _ = skip("+") || skip("-")
            return skipDigits() > 0
        }
        return true
    }

    private mutating func skipDigits() -> Int {
        let start = index
        while let byte = next, (0x30...0x39).contains(byte) { index += 1 }
        return index - start
    }
}
