/// Tells whether a property key names personal data, by the rule that ``ScrubbingRules`` documents.
package struct KeyMatcher: Sendable {
    /// Entries that match at the end of a key, joined to one word.
    private var anywhere: Set<String> = []
    /// Entries that match alone or behind words for a person only.
    private var alone: Set<String> = []
    /// The last three letters that some entry allows, a bit for each of 26^3: most keys are done here.
    private var endings = [UInt64](repeating: 0, count: 26 * 26 * 26 / 64 + 1)
    /// Entries shorter than three letters, each with a 1 in front so that `a` differs from `aa`.
    private var short: [Int] = []
    /// Verdicts on keys that took more than a look at their last letters: an app has few different ones.
    private let known = Locked<[String: Bool]>([:])
    private static let mostKnown = 256

    /// Too common to be blocked behind every other word.
    private static let everyday: Set<String> = [
        "name", "address", "ip", "mail", "mobile", "tel", "fax", "street", "contact", "displayname", "secret",
    ]
    /// Words for a person, or for whose data it is.
    private static let persons: Set<String> = [
        "user", "customer", "client", "member", "person", "people", "guest", "patient", "employee", "owner",
        "author",
        "sender", "receiver", "recipient", "contact", "friend", "driver", "buyer", "seller", "account",
        "profile",
        "my", "your", "their", "full", "first", "last", "billing", "shipping", "delivery", "home", "work",
        "private",
        "personal", "primary", "secondary", "new", "old", "current", "emergency", "student", "parent",
        "child",
        "traveller", "traveler", "passenger", "subscriber", "visitor", "invitee", "referrer", "real", "legal",
    ]
    /// Words that may follow without changing whose data the value is.
    private static let trailing: Set<String> = [
        "value", "text", "string", "raw", "input", "hash", "hashed", "md", "sha", "entered", "typed",
        "encrypted",
        "normalized", "home", "work", "mobile", "private", "business", "primary", "secondary", "main", "alt",
        "new",
        "old", "current",
    ]

    package init(_ rules: ScrubbingRules) {
        for entry in rules.blockedKeys.union(rules.additionalBlockedKeys) {
            let joined = KeyWords.split(entry).joined()
            guard !joined.isEmpty else { continue }
            if Self.everyday.contains(joined) { alone.insert(joined) } else { anywhere.insert(joined) }
            noteEnding(of: joined)
            noteEnding(of: joined + "s")
        }
        for word in Self.trailing { noteEnding(of: word) }
    }

    private mutating func noteEnding(of word: String) {
        let letters = word.utf8.suffix(3).map { Int($0) - 97 }
        // Words with other letters than ASCII's are never asked about here.
        guard letters.allSatisfy((0..<26).contains) else { return }
        let known = letters.reduce(0) { $0 * 26 + $1 }
        if letters.count < 3 { short.append(letters.reduce(1) { $0 * 26 + $1 }) }
        let size = (0..<letters.count).reduce(1) { size, _ in size * 26 }
        // In front of a word shorter than three letters anything may stand.
        for index in stride(from: known, to: 26 * 26 * 26, by: size) {
            endings[index >> 6] |= 1 << UInt64(index & 63)
        }
    }

    /// Whether the key is blocked.
    package func blocks(_ key: String) -> Bool {
        let mayMatch = key.utf8.withContiguousStorageIfAvailable { canMatch($0) } ?? true
        guard mayMatch else { return false }
        if let verdict = known.withLock({ $0[key] }) { return verdict }
        let verdict = matches(KeyWords.split(key))
        // Keys made up at run time would fill memory: what comes later is judged each time.
        known.withLock { if $0.count < Self.mostKnown { $0[key] = verdict } }
        return verdict
    }

    /// False when no entry ends in the key's last three letters. Keys with other letters than ASCII's may
    /// match.
    @inline(__always)
    private func canMatch(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var ending = 0
        var weight = 1
        var index = bytes.count - 1
        while index >= 0, weight < 26 * 26 * 26 {
            let byte = bytes[index]
            index -= 1
            if byte >= 0x80 { return true }
            let letter = (byte | 0x20) &- 0x61
            guard letter < 26 else { continue }
            ending += Int(letter) * weight
            weight *= 26
        }
        if weight < 26 * 26 * 26 { return short.contains(weight + ending) }
        return endings[ending >> 6] & (1 << UInt64(ending & 63)) != 0
    }

    private func matches(_ words: [String]) -> Bool {
        var end = words.count
        while end > 0 {
            var joined = ""
            for start in stride(from: end - 1, through: max(0, end - 5), by: -1) {
                joined = words[start] + joined
                if contains(joined, in: anywhere) { return true }
                if contains(joined, in: alone), words[..<start].allSatisfy(Self.persons.contains) {
                    return true
                }
            }
            guard Self.trailing.contains(words[end - 1]) else { return false }
            end -= 1
        }
        return false
    }

    private func contains(_ word: String, in entries: Set<String>) -> Bool {
        entries.contains(word) || (word.utf8.last == 0x73 && entries.contains(String(word.dropLast())))
    }
}
