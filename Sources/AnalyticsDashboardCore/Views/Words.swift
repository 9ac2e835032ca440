import Analytics
import AnalyticsTerminalKit

import struct Foundation.Date

/// How the screen writes times, spans and sizes.
enum Words {
    /// The time of day in UTC, such as `12:04:28`.
    static func time(_ time: Date) -> String {
        let milliseconds = Int((time.timeIntervalSince1970 * 1_000).rounded())
        let ofDay = (milliseconds % 86_400_000 + 86_400_000) % 86_400_000 / 1_000
        return "\(two(ofDay / 3_600)):\(two(ofDay / 60 % 60)):\(two(ofDay % 60))"
    }

    /// Minutes and seconds, such as `00:17`; hours before them when there are any.
    static func span(milliseconds: Int) -> String {
        let seconds = max(0, milliseconds) / 1_000
        let tail = "\(two(seconds / 60 % 60)):\(two(seconds % 60))"
        return seconds < 3_600 ? tail : "\(seconds / 3_600):\(tail)"
    }

    /// What is left of a wait: rounded up, so that it is over when it says so.
    static func countdown(milliseconds: Int) -> String { span(milliseconds: max(0, milliseconds) + 999) }

    /// A span in its largest whole unit, such as `30 min` or `7 days`.
    static func length(_ span: Duration) -> String {
        let seconds = span.components.seconds
        guard span == .seconds(seconds) else { return "\(SpanText.whole(span)) ms" }
        switch seconds {
        case 86_400... where seconds % 86_400 == 0:
            return "\(seconds / 86_400) day\(seconds == 86_400 ? "" : "s")"
        case 3_600... where seconds % 3_600 == 0: return "\(seconds / 3_600) h"
        case 60... where seconds % 60 == 0: return "\(seconds / 60) min"
        default: return "\(seconds) s"
        }
    }

    /// Nanoseconds in a unit of three digits at most, such as `256 ns` or `2.0 us`.
    static func span(nanoseconds: Int) -> String {
        let units = [("ns", 1), ("us", 1_000), ("ms", 1_000_000)]
        guard let (unit, size) = units.first(where: { nanoseconds < $0.1 * 1_000 }) else {
            return "\(nanoseconds / 1_000_000_000) s"
        }
        let tenths = nanoseconds * 10 / size
        return size == 1 || tenths >= 100 ? "\(tenths / 10) \(unit)" : "\(tenths / 10).\(tenths % 10) \(unit)"
    }

    /// A share in hundredths of a percent, such as `9.98 %`.
    static func percent(_ share: Double) -> String {
        let hundredths = Int((share * 10_000).rounded())
        return "\(hundredths / 100).\(right("\(hundredths % 100)", width: 2, with: "0")) %"
    }

    /// Bytes in units of 1,024, with one digit after the point.
    static func bytes(_ count: Int) -> String {
        if count < 1_024 { return "\(count) B" }
        let kilobytes = count < 1_024 * 1_024
        let tenths = count * 10 / (kilobytes ? 1_024 : 1_024 * 1_024)
        return "\(tenths / 10).\(tenths % 10) \(kilobytes ? "KB" : "MB")"
    }

    /// The text at the left of `width` columns; longer text stays as it is.
    static func left(_ text: String, width: Int) -> String { text + filler(text, width, " ") }

    /// The text at the right of `width` columns; longer text stays as it is.
    static func right(_ text: String, width: Int, with filler: Character = " ") -> String {
        Self.filler(text, width, filler) + text
    }

    private static func filler(_ text: String, _ width: Int, _ character: Character) -> String {
        String(repeating: character, count: max(0, width - text.count))
    }

    private static func two(_ number: Int) -> String { right("\(number)", width: 2, with: "0") }
}
