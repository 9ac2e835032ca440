/// The order of property keys: by the bytes of their UTF-8, the same on every platform and in every locale. Keys that
/// are too long for any limit are compared by the bytes that are read, then by their length.
enum KeyOrder {
    static func sort(_ properties: inout [PropertyScrubber.Property]) {
        // Few properties are the rule, and for them insertion beats everything else.
        guard properties.count <= 16 else {
            properties.sort { precedes($0.key, $1.key) }
            return
        }
        var index = 1
        while index < properties.count {
            var place = index
            while place > 0, precedes(properties[place].key, properties[place - 1].key) {
                properties.swapAt(place, place - 1)
                place -= 1
            }
            index += 1
        }
    }

    static func precedes(_ one: RemovedKey, _ two: RemovedKey) -> Bool {
        one.key == two.key ? one.reason.rawValue < two.reason.rawValue : precedes(one.key, two.key)
    }

    @inline(__always)
    static func precedes(_ one: String, _ two: String) -> Bool {
        let answer = one.utf8.withContiguousStorageIfAvailable { first in
            two.utf8.withContiguousStorageIfAvailable { second in
                let common = min(first.count, second.count, BoundedText.maxNameBytes)
                var index = 0
                while index < common {
                    if first[index] != second[index] { return first[index] < second[index] }
                    index += 1
                }
                return first.count < second.count
            }
        }
        if let decided = answer.flatMap({ $0 }) { return decided }
        return one.utf8.lexicographicallyPrecedes(two.utf8)
    }
}
