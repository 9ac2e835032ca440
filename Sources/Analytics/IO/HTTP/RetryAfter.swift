import struct Foundation.Date
import class Foundation.DateFormatter
import struct Foundation.Locale
import struct Foundation.TimeZone

/// Reads the Retry-After header (RFC 9110, section 10.2.3): whole seconds, or a date in IMF format.
enum RetryAfter {
    /// How long the server asks us to wait, 24 hours at most; nil for what is neither form.
    static func parse(_ text: String?, now: Timestamp) -> Duration? {
        guard let text = text.map({ $0.drop { $0 == " " || $0 == "\t" } }) else { return nil }
        let value = String(text.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
        guard !value.isEmpty else { return nil }
        if value.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            // More digits than fit is a long time, and clamped as one.
            let digits = value.drop { $0 == "0" }.prefix(10)
            return min(Backoff.longestRetryAfter, .seconds(Int64(digits) ?? 0))
        }
        guard let date = imfDate(value) else { return nil }
        let left = date.timeIntervalSince1970 * 1_000 - Double(now.milliseconds)
        return min(Backoff.longestRetryAfter, .milliseconds(max(0, min(left, 1e12))))
    }

    private static func imfDate(_ text: String) -> Date? {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        formatter.isLenient = false
        return formatter.date(from: text)
    }
}
