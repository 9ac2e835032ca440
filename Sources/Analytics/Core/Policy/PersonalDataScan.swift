/// The kinds of personal data that are searched for in text.
package enum PersonalData: Sendable, Equatable {
    case email
    case phone
    /// A URL with a credential, or a parameter named after a way to reach a person.
    case credential
}

/// Searches text for e-mail addresses, telephone numbers and URLs with credentials, in time linear in its length.
package enum PersonalDataScan {
    /// What the text holds, the e-mail address first; nil when it holds nothing of the kind.
    package static func find(in text: String) -> PersonalData? {
        let found = text.utf8.withContiguousStorageIfAvailable { find(in: $0) }
        if let found { return found }
        // Text bridged from another runtime has no bytes to look at: copy it.
        return Array(text.utf8).withUnsafeBufferPointer { find(in: $0) }
    }

    @inline(__always)
    private static func find(in bytes: UnsafeBufferPointer<UInt8>) -> PersonalData? {
        // Few characters are too short for either: `a@b.co` has six bytes, a telephone number seven digits.
        if bytes.count < 6 { return nil }
        var digits = 0
        var signs = 0
        var escapes = 0
        var foreign = 0
        // No branches, so that the compiler can look at many bytes at once.
        for byte in bytes {
            digits &+= byte &- 0x30 < 10 ? 1 : 0
            // = > ? @: one comparison for the two that matter.
            signs &+= byte &- 0x3D < 4 ? 1 : 0
            escapes &+= byte &- 0x25 < 2 || byte == 0x5C ? 1 : 0
            foreign &+= byte >= 0x80 ? 1 : 0
        }
        if signs == 0, digits < 7, escapes == 0, foreign == 0 { return nil }
        return findClosely(in: bytes, isPlain: escapes == 0 && foreign == 0)
    }

    private static func findClosely(in bytes: UnsafeBufferPointer<UInt8>, isPlain: Bool) -> PersonalData? {
        if isPlain { return find(inPlain: bytes) }
        guard let plain = PlainText.fold(bytes) else { return nil }
        return plain.withUnsafeBufferPointer { find(inPlain: $0) }
    }

    private static func find(inPlain bytes: UnsafeBufferPointer<UInt8>) -> PersonalData? {
        if isUUID(bytes) { return nil }
        if EmailDetector.holdsAddress(bytes) { return .email }
        if PhoneDetector.holdsNumber(bytes) { return .phone }
        return CredentialDetector.holdsCredential(bytes) ? .credential : nil
    }

    /// The commonest string with many digits, told at once.
    private static func isUUID(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard bytes.count == 36 else { return false }
        return bytes.indices.allSatisfy { index in
            let byte = bytes[index]
            if index == 8 || index == 13 || index == 18 || index == 23 { return byte == 0x2D }
            return ASCII.hexadecimalValue(byte) != nil
        }
    }
}
