/// Takes the first valid properties of an event in the order of their keys' bytes; names a few of those it leaves out
/// and counts the others.
struct PropertySelection {
    typealias Property = PropertyScrubber.Property

    private(set) var properties: [Property] = []
    private(set) var removed: [RemovedKey] = []
    /// How many were left out without being named.
    private(set) var unnamed = 0

    /// Hands the properties over without a copy.
    mutating func takeProperties() -> [Property] {
        var taken: [Property] = []
        swap(&taken, &properties)
        return taken
    }

    init(_ all: [String: PropertyValue], limits: EventLimits) {
        var invalid: [String] = []
        if all.count <= limits.maxProperties {
            properties.reserveCapacity(all.count)
            for (key, value) in all {
                if NameRules.isKey(key, maxCharacters: limits.maxKeyCharacters) {
                    properties.append((key, value))
                } else {
                    invalid.append(key)
                }
            }
            KeyOrder.sort(&properties)
            if invalid.isEmpty { return }
            // At most `maxProperties`.
            invalid.sort(by: KeyOrder.precedes)
        } else {
            invalid = select(from: all, limits: limits)
        }
        unnamed += max(0, invalid.count - RemovedKey.maxNamed)
        for key in invalid.prefix(RemovedKey.maxNamed) {
            removed.append(Self.invalid(key, maxCharacters: limits.maxKeyCharacters))
        }
    }

    /// Splits too many properties in one pass; returns the first invalid keys.
    private mutating func select(from all: [String: PropertyValue], limits: EventLimits) -> [String] {
        var valid = BoundedSelection<Property>(capacity: limits.maxProperties + RemovedKey.maxNamed) {
            KeyOrder.precedes($0.key, $1.key)
        }
        var invalid = BoundedSelection<String>(capacity: RemovedKey.maxNamed, by: KeyOrder.precedes)
        for (key, value) in all {
            if NameRules.isKey(key, maxCharacters: limits.maxKeyCharacters) {
                valid.offer((key, value))
            } else {
                invalid.offer(key)
            }
        }
        properties = valid.sorted()
        unnamed += valid.offered - properties.count
        for property in properties.dropFirst(limits.maxProperties) {
            let isPersonal = PersonalDataScan.find(in: property.key) != nil
            removed.append(
                RemovedKey(
                    key: isPersonal ? RemovedKey.hiddenKey : property.key, reason: .tooManyProperties))
        }
        properties.removeLast(max(0, properties.count - limits.maxProperties))
        let named = invalid.sorted()
        unnamed += invalid.offered - named.count
        return named
    }

    private static func invalid(_ key: String, maxCharacters: Int) -> RemovedKey {
        let read = BoundedText.head(of: key, bytes: BoundedText.maxNameBytes) ?? key
        switch PersonalDataScan.find(in: read) {
        case let found?: return RemovedKey(key: RemovedKey.hiddenKey, reason: .init(found))
        case nil:
            let shown = StringCutter.cut(read, characters: maxCharacters, bytes: maxCharacters * 4) ?? read
            return RemovedKey(key: shown, reason: .invalidKey)
        }
    }
}
