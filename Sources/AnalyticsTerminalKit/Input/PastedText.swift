/// The text of one paste, as it comes, up to its end mark `ESC [ 201 ~`.
struct PastedText: Sendable {
    private static let end = Array("\u{1B}[201~".utf8)

    /// In scalars.
    private let limit: Int
    private var bytes: [UInt8] = []
    /// How many bytes of the end mark have just come.
    private var matched = 0

    init(limit: Int) { self.limit = limit }

    /// Takes a byte; true at the end of the paste.
    mutating func take(_ byte: UInt8) -> Bool {
        if byte == Self.end[matched] {
            matched += 1
            return matched == Self.end.count
        }
        // It was text. An Esc stands only at the mark's start, so no other place in it can be the beginning.
        keep(Self.end.prefix(matched))
        matched = byte == 0x1B ? 1 : 0
        if matched == 0 { keep([byte]) }
        return false
    }

    /// The text so far, which is forgotten; what is not UTF-8 becomes U+FFFD.
    mutating func take() -> String {
        defer { (bytes, matched) = ([], 0) }
        var text = ""
        text.unicodeScalars.append(
            contentsOf: String(decoding: bytes, as: UTF8.self).unicodeScalars.prefix(limit))
        return text
    }

    private mutating func keep(_ more: some Collection<UInt8>) {
        // A scalar has four bytes at most.
        if bytes.count < limit * 4 { bytes += more }
    }
}
