/// The one time format of the wire: `2026-08-11T10:00:00.000Z`, and nothing looser.
enum WireTime {
    /// Milliseconds since 1970, or nil when the text is not exactly of this form or no real time.
    static func milliseconds(_ text: String) -> Int? {
        let bytes = Array(text.utf8)
        guard bytes.count == 24 else { return nil }
        for (index, mark) in marks where bytes[index] != mark { return nil }
        guard let year = number(bytes[0..<4]), let month = number(bytes[5..<7]),
            let day = number(bytes[8..<10]), let hour = number(bytes[11..<13]),
            let minute = number(bytes[14..<16]), let second = number(bytes[17..<19]),
            let milli = number(bytes[20..<23])
        else { return nil }
        guard (1...12).contains(month), day >= 1, day <= daysIn(month: month, year: year),
            hour < 24, minute < 60, second < 60
        else { return nil }
        let days = dayNumber(year: year, month: month, day: day)
        return (((days * 24 + hour) * 60 + minute) * 60 + second) * 1_000 + milli
    }

    private static let marks: [(Int, UInt8)] = [
        (4, UInt8(ascii: "-")), (7, UInt8(ascii: "-")), (10, UInt8(ascii: "T")), (13, UInt8(ascii: ":")),
        (16, UInt8(ascii: ":")), (19, UInt8(ascii: ".")), (23, UInt8(ascii: "Z")),
    ]

    // By hand: `Int` would take a sign, and digits of other scripts have no place here.
    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        var value = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            value = value * 10 + Int(digit - UInt8(ascii: "0"))
        }
        return value
    }

    private static func isLeap(_ year: Int) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    private static func daysIn(month: Int, year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private static func dayNumber(year: Int, month: Int, day: Int) -> Int {
        let before = year - 1
        let leapDays = before >= 0 ? before / 4 - before / 100 + before / 400 + 1 : 0
        let ofMonths = (1..<month).reduce(0) { $0 + daysIn(month: $1, year: year) }
        let daysBefore1970 = 719_528
        return year * 365 + leapDays + ofMonths + day - 1 - daysBefore1970
    }
}
