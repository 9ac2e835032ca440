/// Half of a pair of `\u` escapes, which no Swift string can hold.
enum LoneSurrogate {
    /// Where the first begins in the token of a JSON string.
    static func first(in token: Substring.UTF8View) -> String.Index? {
        var place = token.startIndex
        while place < token.endIndex {
            guard token[place] == UInt8(ascii: "\\") else {
                place = token.index(after: place)
                continue
            }
            switch unit(token[place...]) {
            case nil: place = token.index(place, offsetBy: 2, limitedBy: token.endIndex) ?? token.endIndex
            case .some(let high) where (0xD800..<0xDC00).contains(high):
                let next = token.index(place, offsetBy: 6)
                guard let low = unit(token[next...]), (0xDC00..<0xE000).contains(low) else { return place }
                place = token.index(next, offsetBy: 6)
            case .some(let low) where (0xDC00..<0xE000).contains(low): return place
            case .some: place = token.index(place, offsetBy: 6)
            }
        }
        return nil
    }

    /// The number of an escape such as `\u00e9` at the start.
    private static func unit(_ bytes: Substring.UTF8View) -> UInt16? {
        let escape = Array(bytes.prefix(6))
        guard escape.count == 6, escape.starts(with: Array("\\u".utf8)) else { return nil }
        return UInt16(String(decoding: escape.dropFirst(2), as: UTF8.self), radix: 16)
    }
}
