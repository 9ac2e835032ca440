import Foundation

/// Finds what Foundation's reader forgives, so that a wrong writer does not pass unseen: a byte
/// order mark, invalid UTF-8, a comma before a closing bracket, one key twice in an object.
/// Expects text that Foundation has already read; its depth is therefore bounded.
enum JSONLint {
    static func problem(in bytes: [UInt8]) -> String? {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return "starts with a byte order mark" }
        // Foundation also reads UTF-16 and UTF-32, which betray themselves by zero bytes.
        guard !bytes.contains(0), String(bytes: bytes, encoding: .utf8) != nil else { return "is not UTF-8" }
        var keys: [Set<ArraySlice<UInt8>>] = []
        var text: ArraySlice<UInt8>?
        var afterComma = false
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            switch byte {
            case UInt8(ascii: "\""):
                let end = endOfString(in: bytes, from: index)
                text = bytes[index..<end]
                index = end
                afterComma = false
                continue
            case UInt8(ascii: ":"):
                if let key = text, let last = keys.indices.last, !keys[last].insert(key).inserted {
                    return "has one key twice in an object"
                }
            case UInt8(ascii: "{"), UInt8(ascii: "["): keys.append([])
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if afterComma { return "has a comma before a closing bracket" }
                _ = keys.popLast()
            case 0x20, 0x09, 0x0A, 0x0D:
                index += 1
                continue
            default: break
            }
            afterComma = byte == UInt8(ascii: ",")
            index += 1
        }
        return nil
    }

    private static func endOfString(in bytes: [UInt8], from start: Int) -> Int {
        var index = start + 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(index + 1, bytes.count)
    }
}
