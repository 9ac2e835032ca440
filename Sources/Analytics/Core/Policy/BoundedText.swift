/// The part of a host's string that is ever read: the cost of an event must not depend on how long its strings are.
package enum BoundedText {
    /// Names and keys with more bytes are refused unread. Longer than any name or key that limits allow.
    package static let maxNameBytes = 1_024

    /// How many bytes of a string value are read. Everything that can be sent lies well inside, so that an address
    /// that crosses the end of a cut is still found.
    package static func valueBytes(maxStringBytes: Int) -> Int { max(4_096, maxStringBytes + 512) }

    /// Whether the string has more bytes of UTF-8; reads at most one more than `bytes` of a string without a count.
    @inline(__always)
    package static func exceeds(_ text: String, bytes: Int) -> Bool {
        if let count = text.utf8.withContiguousStorageIfAvailable({ $0.count }) { return count > bytes }
        return text.utf8.index(text.startIndex, offsetBy: bytes + 1, limitedBy: text.endIndex) != nil
    }

    /// The first bytes of the string as a separate string; nil when the whole string is not longer.
    ///
    /// Never ends inside a scalar, but may end inside a character.
    @inline(__always)
    package static func head(of text: String, bytes: Int) -> String? {
        exceeds(text, bytes: bytes) ? copyHead(of: text, bytes: bytes) : nil
    }

    private static func copyHead(of text: String, bytes: Int) -> String {
        // One byte more shows whether the last scalar is whole.
        var head = Array(text.utf8.prefix(bytes + 1))
        var end = bytes
        while end > 0, end < head.count, head[end] & 0xC0 == 0x80 { end -= 1 }
        head.removeSubrange(min(end, head.count)...)
        return String(decoding: head, as: UTF8.self)
    }
}
