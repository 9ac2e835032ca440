/// Finds telephone numbers in text that ``PlainText`` understands.
///
/// A telephone number is
/// - a plus and seven to fifteen digits (eight without separators), the first of them not 0;
/// - seven to fifteen digits behind a word that says so, as in `tel:5551234`, `call me at 5551234567` or
///   `wa.me/15551234567`;
/// - digits in groups the way a country writes its numbers: 3-3-4, an area code in parentheses, a leading
///   zero with nine to twelve digits, and a few more (``PhoneShapes``);
/// - ten or eleven digits with one leading zero, also when they would be an ISBN-10.
///
/// Any other plain run of digits is *not* one: a ten-digit order number and a national number without
/// separators look the same, and removing some orders' numbers would falsify the counts of all. What is
/// written in groups like a telephone number is taken for one, whatever it is: `123-456-7890` goes. Digits
/// glued to letters, as in
/// `ORD-555-123-4567`, are an identifier; dates, IP addresses, decimals and versions are what they are. Digits before
/// a unit or a currency (`514 667 928 kr`) are an amount, and those behind `ISBN` and the like another numbering.
package enum PhoneDetector {
    package static func holdsNumber(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            guard ASCII.isDigit(byte) || byte == 0x2B || byte == 0x28, let run = PhoneRun(bytes, at: index)
            else {
                index += 1
                continue
            }
            if isNumber(run, in: bytes) { return true }
            index = max(run.end, index + 1)
        }
        return false
    }

    private static func isNumber(_ run: PhoneRun, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let groups = run.groups[...]
        // Most runs are short: nothing below looks at fewer than seven digits.
        if groups.reduce(0, { $0 + $1.count }) < 7 { return false }
        let before = run.start > 0 ? bytes[run.start - 1] : 0x20
        let isGlued = isWord(before)
        if run.hasPlus, !isGlued, PhoneShapes(bytes, groups).isInternational() { return true }
        let sense = isGlued ? .none : PhoneHints.sense(before: run.start, in: bytes)
        if sense == .otherNumbering { return false }
        let isHinted = sense == .phone
        let opens = !run.hasPlus && isOpen(bytes, before: run.start)
        let closes = isOpen(bytes, after: run.end) && !PhoneHints.isAmount(bytes, until: run.end)
        if isCandidate(groups, isHinted, opens && closes, bytes) { return true }
        // Two numbers, or a date and a number, side by side.
        let pieces = groups.splitAtSpaces()
        guard pieces.count > 1 else { return false }
        return pieces.contains { piece in
            let first = piece.startIndex == groups.startIndex
            let last = piece.endIndex == groups.endIndex
            return (piece.count > 1 || isHinted)
                && isCandidate(piece, isHinted, (opens || !first) && (closes || !last), bytes)
        }
    }

    private static func isCandidate(
        _ groups: ArraySlice<PhoneRun.Group>, _ isHinted: Bool, _ isFree: Bool,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        let shapes = PhoneShapes(bytes, groups)
        return (isHinted && shapes.isPlausible()) || (isFree && shapes.isNational())
    }

    /// Whether a number may begin here: not inside a word, an identifier, an amount or a time.
    private static func isOpen(_ bytes: UnsafeBufferPointer<UInt8>, before start: Int) -> Bool {
        guard start > 0 else { return true }
        switch bytes[start - 1] {
        // - . # $ % @ and a plus that belongs to something else
        case 0x2D, 0x2E, 0x23, 0x24, 0x25, 0x40, 0x2B: return false
        case 0x2C, 0x3A: return start < 2 || !ASCII.isDigit(bytes[start - 2])
        case let byte: return !isWord(byte)
        }
    }

    /// Whether a number may end here. An extension (`x12`, `ext. 12`) may follow directly.
    private static func isOpen(_ bytes: UnsafeBufferPointer<UInt8>, after end: Int) -> Bool {
        guard end < bytes.count else { return true }
        let next = end + 1 < bytes.count ? bytes[end + 1] : 0x20
        switch bytes[end] {
        case 0x25, 0x40: return false
        case 0x2D, 0x2E, 0x2F: return !isWord(next) || bytes[end] == 0x2F
        case 0x2C, 0x3A: return !ASCII.isDigit(next)
        case 0x78, 0x58: return ASCII.isDigit(next) || next == 0x2E
        case 0x65, 0x45: return next | 0x20 == 0x78
        case let byte: return !isWord(byte)
        }
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == 0x5F
    }
}

extension ArraySlice<PhoneRun.Group> {
    /// The parts between gaps that are nothing but spaces, also in front of an area code in parentheses. Four
    /// digits there are an issue of a journal more often than an area.
    fileprivate func splitAtSpaces() -> [ArraySlice<PhoneRun.Group>] {
        var pieces: [ArraySlice<PhoneRun.Group>] = []
        var start = startIndex
        for index in indices.dropFirst() {
            let group = self[index]
            let isSpace = group.gap & ~PhoneRun.Gap.parenthesis == PhoneRun.Gap.space
            guard isSpace, !self[index - 1].isInParentheses, !group.isInParentheses || group.count <= 3 else {
                continue
            }
            pieces.append(self[start..<index])
            start = index
        }
        pieces.append(self[start..<endIndex])
        return pieces
    }
}
