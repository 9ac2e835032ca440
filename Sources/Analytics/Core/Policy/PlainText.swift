/// Brings text into the form that the detectors read: ASCII, with one byte for every foreign letter or sign.
package enum PlainText {
    /// Stands for a letter outside ASCII.
    package static let letter: UInt8 = 0x80
    /// Stands for any other character outside ASCII.
    package static let sign: UInt8 = 0x81

    /// Decodes percent escapes (also twice and thrice encoded), the escapes of JSON and C, and the HTML forms of `@` and `+`, folds
    /// full-width characters, foreign digits, dashes, dots and spaces to their ASCII forms, and leaves out
    /// invisible characters.
    ///
    /// Returns nil when the outcome can hold neither an address, nor a number, nor a parameter.
    package static func fold(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        var raw = Array(bytes)
        for _ in 0..<3 where raw.contains(0x25) {
            let decoded = decodingPercent(raw)
            if decoded.count == raw.count { break }
            raw = decoded
        }
        if raw.contains(0x5C) { raw = decodingBackslashes(raw) }
        if raw.contains(0x26) { raw = decodingEntities(raw) }
        var folded: [UInt8] = []
        folded.reserveCapacity(raw.count)
        var digits = 0
        var signs = 0
        for scalar in String(decoding: raw, as: UTF8.self).unicodeScalars {
            guard let byte = fold(scalar) else { continue }
            if ASCII.isDigit(byte) { digits += 1 }
            if byte == 0x40 || byte == 0x3D { signs += 1 }
            folded.append(byte)
        }
        return signs > 0 || digits >= 7 ? folded : nil
    }

    private static func fold(_ scalar: Unicode.Scalar) -> UInt8? {
        switch scalar.value {
        case 0..<0x80: return UInt8(truncatingIfNeeded: scalar.value)
        case 0xFF01...0xFF5E: return UInt8(truncatingIfNeeded: scalar.value - 0xFEE0)
        case 0xFE6B: return 0x40
        case 0xA0, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: return 0x20
        case 0x2010...0x2015, 0x2212: return 0x2D
        case 0x3002, 0xFF61: return 0x2E
        // Soft hyphen, zero-width characters and direction marks: nobody sees them.
        case 0xAD, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x2069, 0xFEFF: return nil
        default: break
        }
        let properties = scalar.properties
        if properties.generalCategory == .decimalNumber, let value = properties.numericValue {
            return 0x30 + UInt8(value)
        }
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: return nil
        case .currencySymbol: return 0x24
        default: return properties.isAlphabetic ? letter : sign
        }
    }

    private static func decodingPercent(_ bytes: [UInt8]) -> [UInt8] {
        replacing(bytes, behind: 0x25) { rest in
            guard rest.count > 2, let high = ASCII.hexadecimalValue(rest[rest.startIndex + 1]),
                let low = ASCII.hexadecimalValue(rest[rest.startIndex + 2])
            else { return nil }
            return (high << 4 | low, 3)
        }
    }

    /// `\u0040` and `\x40`; only ASCII, since everything else matters only as a letter or a sign.
    private static func decodingBackslashes(_ bytes: [UInt8]) -> [UInt8] {
        replacing(bytes, behind: 0x5C) { rest in
            let digits: ArraySlice<UInt8>
            switch rest.dropFirst().first {
            case 0x75: digits = rest.dropFirst(2).prefix(4)
            case 0x78: digits = rest.dropFirst(2).prefix(2)
            default: return nil
            }
            guard digits.count >= 2, digits.count % 2 == 0 else { return nil }
            var value = 0
            for byte in digits {
                guard let digit = ASCII.hexadecimalValue(byte) else { return nil }
                value = value << 4 | Int(digit)
            }
            return value < 0x80 ? (UInt8(value), digits.count + 2) : nil
        }
    }

    private static let entities: [(spelling: [UInt8], byte: UInt8)] = [
        ("&#64;", 0x40), ("&#x40;", 0x40), ("&commat;", 0x40), ("&#43;", 0x2B), ("&plus;", 0x2B),
        ("&nbsp;", 0x20),
        ("&#46;", 0x2E), ("&period;", 0x2E),
    ].map { (Array($0.0.utf8), $0.1) }

    private static func decodingEntities(_ bytes: [UInt8]) -> [UInt8] {
        replacing(bytes, behind: 0x26) { rest in
            entities.first { rest.starts(with: $0.spelling) }.map { ($0.byte, $0.spelling.count) }
        }
    }

    /// Replaces each escape by its byte. `decode` gets the bytes from an introducer on and returns what the escape
    /// stands for and its length, or nil when the introducer is only itself.
    private static func replacing(
        _ bytes: [UInt8], behind introducer: UInt8,
        decode: (ArraySlice<UInt8>) -> (byte: UInt8, length: Int)?
    ) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let escape = bytes[index] == introducer ? decode(bytes[index...]) : nil
            out.append(escape?.byte ?? bytes[index])
            index += escape?.length ?? 1
        }
        return out
    }
}
