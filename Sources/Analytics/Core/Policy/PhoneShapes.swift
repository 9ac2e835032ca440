/// Tells by the shape of its groups whether a run of digits is a telephone number.
package struct PhoneShapes {
    let bytes: UnsafeBufferPointer<UInt8>
    let groups: ArraySlice<PhoneRun.Group>
    private let digits: Int
    /// Union of the gaps inside the run, without the first group's.
    private let gaps: UInt8
    /// The lengths of the groups as decimal digits: 334 for `555-123-4567`; 0 when one is longer than nine.
    private let shape: Int

    package init(_ bytes: UnsafeBufferPointer<UInt8>, _ groups: ArraySlice<PhoneRun.Group>) {
        self.bytes = bytes
        self.groups = groups
        digits = groups.reduce(0) { $0 + $1.count }
        gaps = groups.dropFirst().reduce(0) { $0 | $1.gap }
        let fits = groups.count <= 7 && groups.allSatisfy { $0.count <= 9 }
        shape = fits ? groups.reduce(0) { $0 * 10 + $1.count } : 0
    }

    private func digit(_ position: Int, of group: Int = 0) -> UInt8 {
        let group = groups[groups.startIndex + group]
        return position < group.count ? group.digit(position, in: bytes) : 0
    }

    private func length(_ group: Int) -> Int {
        group < groups.count ? groups[groups.startIndex + group].count : 0
    }

    private func value(_ group: Int) -> Int {
        guard group < groups.count, length(group) <= 4 else { return 0 }
        return (0..<length(group)).reduce(0) { $0 * 10 + Int(digit($1, of: group)) }
    }

    /// After a plus: seven to fifteen digits that do not begin with 0 and are no decimal number.
    func isInternational() -> Bool {
        if digit(0) == 0 { return false }
        var total = 0
        var count = 0
        for group in groups {
            if total + group.count > 15 { break }
            total += group.count
            count += 1
        }
        if count == 1 {
            return total >= 8 && !(length(1) > 0 && groups[groups.startIndex + 1].gap == PhoneRun.Gap.dot)
        }
        let dots = groups.dropFirst().prefix(count - 1).filter { $0.gap == PhoneRun.Gap.dot }.count
        // "+37.7749 -122.4194" and "+40.20361-075.00417" are places on a map.
        let isDecimal = dots > 0 && groups[groups.startIndex + 1].gap == PhoneRun.Gap.dot
        if isDecimal, dots < count - 1 || dots == 1 { return false }
        return total >= 7
    }

    /// Behind a word such as `tel` or `call`: any seven to fifteen digits but dates, decimals and dotted
    /// versions.
    func isPlausible() -> Bool {
        let dotsOnly = groups.count > 1 && gaps == PhoneRun.Gap.dot
        if dotsOnly { return isNational() }
        return (7...15).contains(digits) && !beginsWithDate
    }

    /// Without help from the text around it: only what is written the way a country writes its numbers.
    func isNational() -> Bool {
        if groups.count == 1 { return isCompact() }
        if beginsWithDate || isDottedAddress || hasOddGaps { return false }
        return isGrouped() || hasAreaInParentheses() || hasTrunkZero() || hasInternationalZeros()
    }

    /// A slash may only follow the area code, and dots do not mix with other signs.
    private var hasOddGaps: Bool {
        let later = groups.dropFirst(2)
        if later.contains(where: { $0.gap & PhoneRun.Gap.slash != 0 }) { return true }
        let dots = groups.dropFirst().filter { $0.gap & PhoneRun.Gap.dot != 0 }.count
        if dots == 0 { return false }
        if groups.count == 2 { return true }
        let first = groups[groups.startIndex + 1].gap
        let afterArea = first & (PhoneRun.Gap.parenthesis | PhoneRun.Gap.slash) != 0
        return dots < groups.count - (afterArea ? 2 : 1)
    }

    /// Nothing but single spaces between the groups.
    private var isSpaced: Bool { isSpaced(after: 1) }

    private func isSpaced(after first: Int) -> Bool {
        groups.dropFirst(first).allSatisfy { $0.gap == PhoneRun.Gap.space }
    }

    private func isYear(_ value: Int) -> Bool { (1900...2099).contains(value) }

    private var isDottedAddress: Bool {
        gaps == PhoneRun.Gap.dot && groups.count == 4 && groups.allSatisfy { $0.count <= 3 }
    }

    private var beginsWithDate: Bool {
        func isDay(_ one: Int, _ two: Int) -> Bool {
            one > 0 && two > 0 && min(one, two) <= 12 && max(one, two) <= 31
        }
        if length(0) == 4, length(1) == 2, length(2) == 2 {
            return isYear(value(0)) && isDay(value(1), value(2))
        }
        if length(0) <= 2, length(1) <= 2, length(2) == 4 {
            return isYear(value(2)) && isDay(value(0), value(1))
        }
        guard length(0) == 8 else { return false }
        let parts = (0..<8).map { Int(digit($0)) }
        let year = parts[0] * 1_000 + parts[1] * 100 + parts[2] * 10 + parts[3]
        return isYear(year) && isDay(parts[4] * 10 + parts[5], parts[6] * 10 + parts[7])
    }

    /// Ten or eleven digits with one leading zero, or `00` and a country code. The check digit of a
    /// barcode outweighs two zeros; every other plain run of digits is a number of something else.
    private func isCompact() -> Bool {
        guard digit(0) == 0 else { return false }
        if digit(1) != 0 { return digits == 11 || digits == 10 }
        guard digits >= 12, digits <= 15, digit(2) != 0 else { return false }
        if digits == 13, CheckDigit.isBarcode(bytes[firstRange]) { return false }
        return digit(2) != 1 || digits == 13
    }

    private var firstRange: Range<Int> { groups[groups.startIndex].start..<groups[groups.startIndex].end }

    private func isGrouped() -> Bool {
        switch shape {
        case 334: return true  // North America, and many others
        case 1_334: return digit(0) == 1 || digit(0) == 7 || digit(0) == 8
        case 433, 434: return digit(0) == 1 && digit(2) == 0 && digit(3) == 0  // 1800 and its kin
        case 55: return digit(0) >= 6 && gaps & ~(PhoneRun.Gap.space | PhoneRun.Gap.hyphen) == 0  // India
        case 344: return digit(0) == 1 && digit(1) >= 3  // China
        case 244: return digit(0) >= 2  // Mexico
        case 254: return digit(0, of: 1) == 9  // Brazil
        case 3_222: return digit(0) >= 6  // Spain
        case 2_322: return digit(0) >= 8 || isSpaced
        case 44: return isSpaced && digit(0) >= 2 && !isYear(value(0))  // Hong Kong, Singapore, Costa Rica
        case 2_222:  // Denmark, Norway, Luxembourg; `08-12 34 56`
            let isTrunk = digit(0) == 0 && digit(1) != 0
            let first = groups[groups.startIndex + 1].gap
            return (isSpaced || (isTrunk && first == PhoneRun.Gap.hyphen && isSpaced(after: 2)))
                && digit(0) != 1 && (digit(0) != 0 || isTrunk)
        case 322: return isSpaced && digit(0) != 1 && (digit(0) != 0 || digit(1) != 0)
        case 233: return isSpaced && digit(0) == 0 && digit(1) != 0
        case 3_322: return digit(0) >= 3  // Russia, Turkey
        case 13_322: return digit(0) == 7 || digit(0) == 8
        case 333: return digit(0) >= 4 && gaps & PhoneRun.Gap.dot == 0  // Poland, Spain, Portugal
        default: return false
        }
    }

    /// `(555) 123-4567`, `8 (495) 123-45-67`: an area code that is no year, behind a short prefix at most.
    private func hasAreaInParentheses() -> Bool {
        guard let area = groups.prefix(2).firstIndex(where: \.isInParentheses) else { return false }
        let offset = area - groups.startIndex
        if offset == 1, length(0) > 3 { return false }
        if length(offset) == 4, (1900...2099).contains(value(offset)) { return false }
        let rest = groups[(area + 1)...]
        let restDigits = rest.reduce(0) { $0 + $1.count }
        return (8...12).contains(digits) && restDigits >= 5
            && rest.allSatisfy { $0.count >= 2 && !$0.isInParentheses }
    }

    /// `020 7946 0958`, `06 12 34 56 78`: a leading zero, nine to twelve digits in two to five groups.
    private func hasTrunkZero() -> Bool {
        guard digit(0) == 0, digit(1) != 0, (2...5).contains(length(0)) || shape == 65,
            (9...12).contains(digits),
            groups.count <= 5, groups.dropFirst().allSatisfy({ $0.count <= 8 && !$0.isInParentheses }),
            (groups.last?.count ?? 0) >= 2
        else { return false }
        if groups.count == 2, gaps == PhoneRun.Gap.dot { return false }
        return groups.contains { $0.count != 2 } || groups.count == 5
    }

    /// `0044 20 7946 0958`, `00 49 151 1234567`.
    private func hasInternationalZeros() -> Bool {
        guard digit(0) == 0, digit(1) == 0, (10...15).contains(digits) else { return false }
        switch length(0) {
        case 2: return length(1) <= 3 && digit(0, of: 1) != 0
        case 3: return digit(2) == 1 || digit(2) == 7
        case 4, 5: return digit(2) >= 2
        default: return false
        }
    }
}
