import struct Foundation.Date

/// A moment on the wall clock, in milliseconds since 1970-01-01T00:00:00Z.
///
/// Its description is RFC 3339 in UTC with milliseconds, whatever calendar, locale or 12-hour setting the
/// device uses. Years outside 0000 to 9999, which only a broken clock produces, are shown as the nearest bound.
package struct Timestamp: Sendable, Hashable, Comparable, Codable, CustomStringConvertible {
    /// Milliseconds since 1970 in UTC; negative before.
    package var milliseconds: Int64

    /// Makes a timestamp from milliseconds since 1970 in UTC.
    package init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// Decodes the plain number of milliseconds.
    package init(from decoder: any Decoder) throws {
        milliseconds = try decoder.singleValueContainer().decode(Int64.self)
    }

    /// Encodes the plain number of milliseconds.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(milliseconds)
    }

    /// The earlier of two moments is the smaller.
    package static func < (left: Self, right: Self) -> Bool { left.milliseconds < right.milliseconds }

    /// RFC 3339 in UTC with milliseconds, such as `2026-08-11T10:00:00.250Z`.
    package var description: String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(24)
        appendRFC3339(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The time between two moments; negative when `other` is the later one.
    package func since(_ other: Timestamp) -> Duration {
        .milliseconds(milliseconds.subtractingReportingOverflow(other.milliseconds).partialValue)
    }

    /// The moment `span` later; at the ends of what milliseconds can express it stays there.
    package func advanced(by span: Duration) -> Timestamp {
        let (sum, overflow) = milliseconds.addingReportingOverflow(Int64(span.milliseconds))
        return Timestamp(milliseconds: overflow ? (span < .zero ? .min : .max) : sum)
    }

    /// Appends the 24 bytes of the description; the hot path writes event times with it.
    package func appendRFC3339(to bytes: inout [UInt8]) {
        // 0000-01-01T00:00:00.000Z and 9999-12-31T23:59:59.999Z: the range that four digits can tell.
        let bounded = min(max(milliseconds, -62_167_219_200_000), 253_402_300_799_999)
        let day = Int((bounded >= 0 ? bounded : bounded - 86_399_999) / 86_400_000)
        let rest = Int(bounded) - day * 86_400_000
        let (year, month, date) = Self.civil(day: day)
        bytes.appendDigits(year, width: 4)
        bytes.append(UInt8(ascii: "-"))
        bytes.appendDigits(month, width: 2)
        bytes.append(UInt8(ascii: "-"))
        bytes.appendDigits(date, width: 2)
        bytes.append(UInt8(ascii: "T"))
        bytes.appendDigits(rest / 3_600_000, width: 2)
        bytes.append(UInt8(ascii: ":"))
        bytes.appendDigits(rest / 60_000 % 60, width: 2)
        bytes.append(UInt8(ascii: ":"))
        bytes.appendDigits(rest / 1_000 % 60, width: 2)
        bytes.append(UInt8(ascii: "."))
        bytes.appendDigits(rest % 1_000, width: 3)
        bytes.append(UInt8(ascii: "Z"))
    }

    /// Year, month and day of the proleptic Gregorian calendar for a day counted from 1970-01-01.
    ///
    /// Counts from 1 March of year 0 so that the leap day is the last of its year; 400 years have 146,097 days.
    private static func civil(day: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = day + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        return (
            yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * marchMonth + 2) / 5 + 1
        )
    }
}

extension Timestamp {
    /// The nearest millisecond to a date; a date that no millisecond count can express becomes the nearest that can.
    package init(_ date: Date) {
        let milliseconds = (date.timeIntervalSince1970 * 1_000).rounded()
        self.init(milliseconds: Int64(exactly: milliseconds) ?? (milliseconds < 0 ? .min : .max))
    }

    /// The same moment, for public values.
    package var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1_000) }
}

extension [UInt8] {
    fileprivate mutating func appendDigits(_ value: Int, width: Int) {
        var divisor = width == 4 ? 1_000 : (width == 3 ? 100 : 10)
        while divisor > 0 {
            append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value / divisor % 10))
            divisor /= 10
        }
    }
}
