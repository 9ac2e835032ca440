/// Takes a property key apart into lower-case words.
package enum KeyWords {
    /// The words of a key. Words end at anything that is neither letter nor digit, at digits (which are left
    /// out), where lower case meets upper case, and before the last capital of a run that goes on in lower
    /// case.
    ///
    /// A single small letter stays with the capital after it: `eMail` is a mail, and `iPhone` is no phone.
    package static func split(_ key: String) -> [String] {
        let scalars = Array(key.unicodeScalars)
        var words: [String] = []
        var word = String.UnicodeScalarView()
        func endWord() {
            if !word.isEmpty { words.append(String(word)) }
            word = String.UnicodeScalarView()
        }
        for (index, scalar) in scalars.enumerated() {
            guard isLetter(scalar) else {
                endWord()
                continue
            }
            guard isUpper(scalar) else {
                word.append(scalar)
                continue
            }
            if index > 0, !word.isEmpty {
                let next = index + 1 < scalars.count ? scalars[index + 1] : nil
                let goesOnLower = next.map { isLetter($0) && !isUpper($0) } ?? false
                let previousIsUpper = isUpper(scalars[index - 1])
                if previousIsUpper ? goesOnLower : word.count > 1 { endWord() }
            }
            if scalar.isASCII {
                word.append(Unicode.Scalar(UInt8(truncatingIfNeeded: scalar.value) | 0x20))
            } else {
                word.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
            }
        }
        endWord()
        return words
    }

    private static func isUpper(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII ? scalar.value &- 0x41 < 26 : scalar.properties.isUppercase
    }

    /// Letters, and the marks that belong to them.
    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return (scalar.value | 0x20) &- 0x61 < 26 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark: return true
        default: return scalar.properties.isAlphabetic
        }
    }
}
