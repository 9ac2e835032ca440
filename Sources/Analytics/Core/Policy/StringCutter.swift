/// Cuts strings between characters, by characters and by bytes of UTF-8.
package enum StringCutter {
    /// The longest beginning within both limits, or nil when the whole string is within them.
    ///
    /// A single character larger than the byte limit leaves an empty string.
    package static func cut(_ string: String, characters: Int, bytes: Int) -> String? {
        let size = string.utf8.count
        // No character is shorter than a byte.
        if size <= characters, size <= bytes { return nil }
        var end = string.startIndex
        var count = 0
        var used = 0
        while count < characters, end < string.endIndex {
            let next = string.index(after: end)
            let length = string.utf8.distance(from: end, to: next)
            if used + length > bytes { break }
            used += length
            count += 1
            end = next
        }
        if end == string.endIndex { return nil }
        // A copy of its own, so that a short beginning does not hold the long original in memory.
        return String(decoding: string.utf8[..<end], as: UTF8.self)
    }
}
