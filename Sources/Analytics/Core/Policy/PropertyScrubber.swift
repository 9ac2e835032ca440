/// Takes an event's first properties in the order of their keys, removes those that must not be recorded, and cuts long
/// strings.
///
/// The cost is bounded: of each string only the beginning is read (``BoundedText``), and of any number of properties
/// only the first are looked at (``PropertySelection``).
package struct PropertyScrubber: Sendable {
    package typealias Property = (key: String, value: PropertyValue)

    private let limits: EventLimits
    private let rules: ScrubbingRules
    private let matcher: KeyMatcher
    private let valueBytes: Int

    package init(limits: EventLimits, rules: ScrubbingRules) {
        self.limits = limits
        self.rules = rules
        matcher = KeyMatcher(rules)
        valueBytes = BoundedText.valueBytes(maxStringBytes: limits.maxStringBytes)
    }

    /// The properties that stay, in the order of the keys' bytes, and what was done. The same properties give the same
    /// result, in whatever order the dictionary yields them.
    package func scrub(_ properties: [String: PropertyValue], of event: String) -> ([Property], PolicyNote) {
        var selection = PropertySelection(properties, limits: limits)
        var note = PolicyNote(removed: selection.removed, unnamed: selection.unnamed)
        var sorted = selection.takeProperties()
        let allowed = rules.allowList.isEmpty ? nil : rules.allowList[event]
        var kept = 0
        for index in sorted.indices {
            if case .string(let text) = sorted[index].value,
                let head = BoundedText.head(of: text, bytes: valueBytes)
            {
                // Longer than any string that is sent, so that it is noted as cut below.
                sorted[index].value = .string(head)
            }
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

    /// Why a property must be removed; nil when it may stay. Reads all of a string value: pass one of bounded length.
    private func removal(of property: Property, allowed: Set<String>?) -> RemovedKey? {
        if let found = PersonalDataScan.find(in: property.key) {
            return RemovedKey(key: RemovedKey.hiddenKey, reason: .init(found))
        }
        if let allowed {
            if !allowed.contains(property.key) { return RemovedKey(key: property.key, reason: .notAllowed) }
        } else if !property.value.isBool, matcher.blocks(property.key) {
            return RemovedKey(key: property.key, reason: .blockedKey)
        }
        switch property.value {
        case .string(let text):
            guard rules.scansValues, let found = PersonalDataScan.find(in: text) else { return nil }
            return RemovedKey(key: property.key, reason: .init(found))
        case .double(let number):
            return number.isFinite ? nil : RemovedKey(key: property.key, reason: .nonFinite)
        case .int, .bool: return nil
        }
    }

    /// Whether a key names personal data, for values other than Booleans.
    package func blocks(_ key: String) -> Bool { matcher.blocks(key) }

    /// The part of a string value that is read.
    package func read(_ text: String) -> String { BoundedText.head(of: text, bytes: valueBytes) ?? text }

    private func cut(_ text: String) -> String? {
        StringCutter.cut(text, characters: limits.maxStringCharacters, bytes: limits.maxStringBytes)
    }
}

extension PropertyValue {
    fileprivate var isBool: Bool {
        if case .bool = self { return true }
        return false
    }
}
