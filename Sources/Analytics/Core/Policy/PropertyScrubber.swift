/// Sorts an event's properties by key, takes out what must not be recorded, and cuts long strings.
package struct PropertyScrubber: Sendable {
    package typealias Property = (key: String, value: PropertyValue)

    private let limits: EventLimits
    private let rules: ScrubbingRules
    private let matcher: KeyMatcher

    package init(limits: EventLimits, rules: ScrubbingRules) {
        self.limits = limits
        self.rules = rules
        matcher = KeyMatcher(rules)
    }

    /// What stays, in the order of the keys' bytes, and what was done. The same properties give the same
    /// answer, in whatever order the dictionary yields them.
    package func scrub(_ properties: [String: PropertyValue], of event: String) -> ([Property], PolicyNote) {
        var note = PolicyNote()
        var sorted: [Property] = []
        sorted.reserveCapacity(properties.count)
        for (key, value) in properties {
            if NameRules.isKey(key, maxCharacters: limits.maxKeyCharacters) {
                sorted.append((key, value))
            } else {
                note.removed.append(invalid(key))
            }
        }
        KeyOrder.sort(&sorted)
        if sorted.count > limits.maxProperties {
            for property in sorted[limits.maxProperties...] {
                let personal = PersonalDataScan.find(in: property.key) != nil
                note.removed.append(
                    RemovedKey(
                        key: personal ? RemovedKey.hiddenKey : property.key, reason: .tooManyProperties))
            }
            sorted.removeSubrange(limits.maxProperties...)
        }
        let allowed = rules.allowList.isEmpty ? nil : rules.allowList[event]
        var kept = 0
        for index in sorted.indices {
            if let removal = removal(of: sorted[index], allowed: allowed) {
                note.removed.append(removal)
                continue
            }
            if case .string(let text) = sorted[index].value, let short = cut(text) {
                sorted[index].value = .string(short)
                note.cut.append(sorted[index].key)
            }
            if kept != index { sorted.swapAt(kept, index) }
            kept += 1
        }
        if kept < sorted.count { sorted.removeSubrange(kept...) }
        if note.removed.count > 1 { note.removed.sort(by: KeyOrder.precedes) }
        return (sorted, note)
    }

    /// Why a property must go; nil when it may stay.
    package func removal(of property: Property, allowed: Set<String>?) -> RemovedKey? {
        if let found = PersonalDataScan.find(in: property.key) {
            return RemovedKey(key: RemovedKey.hiddenKey, reason: found == .email ? .email : .phone)
        }
        if let allowed {
            if !allowed.contains(property.key) { return RemovedKey(key: property.key, reason: .notAllowed) }
        } else if !property.value.isBool, matcher.blocks(property.key) {
            return RemovedKey(key: property.key, reason: .blockedKey)
        }
        switch property.value {
        case .string(let text):
            guard rules.scansValues, let found = PersonalDataScan.find(in: text) else { return nil }
            return RemovedKey(key: property.key, reason: found == .email ? .email : .phone)
        case .double(let number):
            return number.isFinite ? nil : RemovedKey(key: property.key, reason: .nonFinite)
        case .int, .bool: return nil
        }
    }

    /// Whether a key names personal data, for values other than truth values.
    package func blocks(_ key: String) -> Bool { matcher.blocks(key) }

    private func cut(_ text: String) -> String? {
        StringCutter.cut(text, characters: limits.maxStringCharacters, bytes: limits.maxStringBytes)
    }

    private func invalid(_ key: String) -> RemovedKey {
        switch PersonalDataScan.find(in: key) {
        case .email: return RemovedKey(key: RemovedKey.hiddenKey, reason: .email)
        case .phone: return RemovedKey(key: RemovedKey.hiddenKey, reason: .phone)
        case nil:
            let limit = limits.maxKeyCharacters
            let shown = StringCutter.cut(key, characters: limit, bytes: limit * 4) ?? key
            return RemovedKey(key: shown, reason: .invalidKey)
        }
    }
}

extension PropertyValue {
    fileprivate var isBool: Bool {
        if case .bool = self { return true }
        return false
    }
}
