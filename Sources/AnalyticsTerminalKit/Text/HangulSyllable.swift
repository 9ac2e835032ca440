/// Korean letters that come apart (some file systems and keyboards send them so) put back into one scalar,
/// as the tail of a grapheme would otherwise be lost.
enum HangulSyllable {
    /// The composed syllable when a leading consonant is followed by a vowel, and maybe a final consonant.
    static func compose(_ base: Unicode.Scalar, _ tail: Substring.UnicodeScalarView) -> Unicode.Scalar? {
        guard (0x1100...0x1112).contains(base.value), let vowel = tail.first,
            (0x1161...0x1175).contains(vowel.value)
        else { return nil }
        let syllable = 0xAC00 + ((base.value - 0x1100) * 21 + vowel.value - 0x1161) * 28
        guard let final = tail.dropFirst().first, (0x11A8...0x11C2).contains(final.value) else {
            return Unicode.Scalar(syllable)
        }
        return Unicode.Scalar(syllable + final.value - 0x11A7)
    }
}
