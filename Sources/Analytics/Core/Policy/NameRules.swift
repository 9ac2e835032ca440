/// What event names and property keys may look like.
package enum NameRules {
    /// Why an event name is refused, in words that do not repeat it; nil when it is fine.
    ///
    /// Letters and digits are those of any script, with the marks that some scripts need. Names are limited
    /// in bytes, too (four for each character), because one character may carry any number of marks.
    package static func faultInName(_ name: String, maxCharacters: Int) -> String? {
        let plain = name.utf8.withContiguousStorageIfAvailable { bytes in
            bytes.count <= maxCharacters && bytes.first != 0x20 && bytes.last != 0x20 && !bytes.isEmpty
                && bytes.allSatisfy(isNameByte)
        }
        if plain == true { return nil }
        if name.isEmpty { return "the name is empty" }
        if BoundedText.exceeds(name, bytes: byteLimit(maxCharacters)) || name.count > maxCharacters {
            return "the name is longer than \(maxCharacters) characters"
        }
        if name.utf8.first == 0x20 || name.utf8.last == 0x20 { return "the name begins or ends with a space" }
        guard name.unicodeScalars.allSatisfy(isNameScalar) else {
            return "the name holds something other than letters, digits, _ - . : / and spaces"
        }
        return nil
    }

    /// Whether a key has 1 to `maxCharacters` characters and no control characters. Anything else may be in a
    /// key.
    package static func isKey(_ key: String, maxCharacters: Int) -> Bool {
        let plain = key.utf8.withContiguousStorageIfAvailable { bytes in
            guard bytes.count <= maxCharacters else { return false }
            var unusual: UInt8 = 0
            for byte in bytes { unusual |= (byte &- 0x20 < 0x5F) ? 0 : 1 }
            return unusual == 0 && !bytes.isEmpty
        }
        if plain == true { return true }
        guard !key.isEmpty, !BoundedText.exceeds(key, bytes: byteLimit(maxCharacters)),
            key.count <= maxCharacters
        else {
            return false
        }
        return !key.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
    }

    private static func byteLimit(_ characters: Int) -> Int { min(characters * 4, BoundedText.maxNameBytes) }

    /// Letters and digits of ASCII, `_ - . : /` and the space.
    @inline(__always)
    private static func isNameByte(_ byte: UInt8) -> Bool {
        // 0x2D...0x3A is `- . /`, the digits and the colon.
        return ASCII.isLetter(byte) || byte &- 0x2D < 14 || byte == 0x5F || byte == 0x20
    }

    private static func isNameScalar(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return isNameByte(UInt8(truncatingIfNeeded: scalar.value)) }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .decimalNumber,
            .nonspacingMark, .spacingMark:
            return true
        default: return false
        }
    }
}
