/// Digits in groups, with what people write between the groups of a telephone number.
package struct PhoneRun {
    package struct Group {
        package var start: Int
        package var end: Int
        package var isInParentheses = false
        /// What stands between this group and the one before: bits of ``Gap``.
        package var gap: UInt8 = 0
        /// Where a separator stands inside the group, from its start; 0 for none. Only in parentheses: `(06 1)`.
        package var split = 0
        package var count: Int { split == 0 ? end - start : end - start - 1 }

        /// The digit at a position below ``count``.
        @inline(__always)
        func digit(_ position: Int, in bytes: UnsafeBufferPointer<UInt8>) -> UInt8 {
            bytes[start + position + (split > 0 && position >= split ? 1 : 0)] - 0x30
        }
    }

    package enum Gap {
        package static let space: UInt8 = 1
        package static let hyphen: UInt8 = 2
        package static let dot: UInt8 = 4
        package static let slash: UInt8 = 8
        package static let parenthesis: UInt8 = 16
    }

    /// Where the number begins, with its plus or parenthesis.
    package var start: Int
    package var hasPlus: Bool
    package var groups: [Group]
    package var end: Int { groups.last?.end ?? start }

    /// Reads a run that begins at `start`, or nil when no group of digits does.
    package init?(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) {
        self.start = start
        hasPlus = false
        groups = []
        var index = start
        var closesOuter = false
        if bytes[index] == 0x2B {
            hasPlus = true
            closesOuter = start > 0 && bytes[start - 1] == 0x28
            index += 1
        }
        var pending = Self.opening(bytes, at: &index)
        guard index < bytes.count, ASCII.isDigit(bytes[index]) else { return nil }
        groups.reserveCapacity(6)
        var gap: UInt8 = 0
        while groups.count < 24 {
            var end = index
            while end < bytes.count, ASCII.isDigit(bytes[end]) { end += 1 }
            var split = 0
            if pending, bytes[end] != 0x29 {
                split = end - index
                end += 1
                while end < bytes.count, ASCII.isDigit(bytes[end]) { end += 1 }
            }
            groups.append(Group(start: index, end: end, isInParentheses: pending, gap: gap, split: split))
            index = end
            gap = 0
            if pending {
                index += 1
                gap |= Gap.parenthesis
            } else if closesOuter, index < bytes.count, bytes[index] == 0x29 {
                closesOuter = false
                index += 1
                gap |= Gap.parenthesis
            }
            guard Self.readGap(bytes, at: &index, into: &gap) else { break }
            pending = Self.opening(bytes, at: &index)
            if pending { gap |= Gap.parenthesis }
            guard index < bytes.count, ASCII.isDigit(bytes[index]), gap != 0 else { break }
        }
    }

    /// Steps over a parenthesis that holds one to five digits, with one space or hyphen between them at most.
    private static func opening(_ bytes: UnsafeBufferPointer<UInt8>, at index: inout Int) -> Bool {
        guard index < bytes.count, bytes[index] == 0x28 else { return false }
        var end = index + 1
        var hasSeparator = false
        while end < bytes.count, end - index <= 6 {
            let isSeparator =
                !hasSeparator && end > index + 1 && (bytes[end] == 0x20 || bytes[end] == 0x2D)
                && end + 1 < bytes.count && ASCII.isDigit(bytes[end + 1])
            guard ASCII.isDigit(bytes[end]) || isSeparator else { break }
            hasSeparator = hasSeparator || isSeparator
            end += 1
        }
        guard end < bytes.count, bytes[end] == 0x29, end - index > 1, end - index <= 6 else { return false }
        index += 1
        return true
    }

    /// Steps over at most three separators; false when they are not those of a telephone number.
    private static func readGap(
        _ bytes: UnsafeBufferPointer<UInt8>, at index: inout Int, into gap: inout UInt8
    ) -> Bool {
        let start = index
        while index < bytes.count, index - start < 4 {
            switch bytes[index] {
            case 0x20: gap |= Gap.space
            case 0x2D: gap |= Gap.hyphen
            case 0x2E: gap |= Gap.dot
            case 0x2F: gap |= Gap.slash
            default:
                let size = index - start
                // " -5" is a negative number and ". " ends a sentence.
                let isNegative = size >= 2 && bytes[index - 1] == 0x2D && bytes[index - 2] == 0x20
                let endsSentence = size >= 2 && bytes[start] == 0x2E
                return !isNegative && !endsSentence
            }
            index += 1
        }
        return false
    }
}
