import AnalyticsTerminalKit
import CAnalyticsCurses

/// Reads what ncurses has and turns it into keys.
struct InputReader {
    /// What one reading gave.
    enum Reading {
        case keys([Key])
        case closed
    }

    private let utf8: Bool
    private var decoder = KeyDecoder()
    private var emptyReadings = 0

    /// Readable and yet nothing to read, so many times in a row, means that reading fails.
    private static let emptyReadingLimit = 20

    init(utf8: Bool) { self.utf8 = utf8 }

    /// Whether a paste has begun and its end is still to come.
    var isPasting: Bool { decoder.isPasting }

    /// Takes all that waits.
    mutating func read() -> Reading {
        var keys: [Key] = []
        var value: UInt32 = 0
        var count = 0
        while true {
            let kind = analytics_curses_screen_read(&value)
            if kind == ANALYTICS_CURSES_INPUT_NONE { break }
            count += 1
            if let input = Self.input(kind, value, utf8: utf8) { keys += decoder.feed(input) }
        }
        keys += decoder.endBurst()
        guard count == 0 else {
            emptyReadings = 0
            return .keys(keys)
        }
        emptyReadings += 1
        return analytics_curses_input_at_end() || emptyReadings >= Self.emptyReadingLimit
            ? .closed : .keys(keys)
    }

    /// The end of a paste never came.
    mutating func abandonPaste() -> [Key] { decoder.abandonPaste() }

    private static func input(_ kind: analytics_curses_input_kind, _ value: UInt32, utf8: Bool) -> RawInput? {
        guard kind == ANALYTICS_CURSES_INPUT_KEY else {
            // In a single-byte locale a byte over 0x7E is some unknown letter.
            guard utf8 || value <= 0x7F else { return nil }
            return Unicode.Scalar(value).map { .scalar($0) }
        }
        switch Int(value) {
        case ANALYTICS_CURSES_KEY_PASTE_START: return .pasteStart
        case ANALYTICS_CURSES_KEY_PASTE_END: return .pasteEnd
        default: return key(Int32(value)).map { .key($0) }
        }
    }

    private static func key(_ code: Int32) -> Key? {
        switch code {
        case KEY_UP: .up
        case KEY_DOWN: .down
        case KEY_LEFT: .left
        case KEY_RIGHT: .right
        case KEY_PPAGE: .pageUp
        case KEY_NPAGE: .pageDown
        case KEY_HOME: .home
        case KEY_END: .end
        case KEY_DC: .delete
        case KEY_BACKSPACE: .backspace
        case KEY_ENTER: .enter
        case KEY_BTAB: .backTab
        default: functionKey(code)
        }
    }

    private static func functionKey(_ code: Int32) -> Key? {
        let number = code - analytics_curses_key_function(0)
        return (1...12).contains(number) ? .function(Int(number)) : nil
    }
}
