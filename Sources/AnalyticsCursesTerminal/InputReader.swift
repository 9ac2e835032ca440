import AnalyticsTerminalKit
import CAnalyticsCurses

/// Reads what the terminal sends and turns it into keys.
struct InputReader {
    /// What one reading gave.
    enum Reading {
        /// Bytes came; they may be less than a key.
        case keys([Key])
        case nothing
        case closed
    }

    private var decoder: KeyDecoder
    private var buffer = [UInt8](repeating: 0, count: 4_096)

    init(utf8: Bool) { decoder = KeyDecoder(isUTF8: utf8, sequences: Self.sequences) }

    /// The silence that the decoder waits for.
    var wait: KeyDecoder.Wait? { decoder.wait }

    /// Takes what waits, a buffer at most: a flood must leave time to draw.
    mutating func read() -> Reading {
        let count = Int(analytics_curses_input_read(&buffer, Int32(buffer.count)))
        guard count > 0 else { return count == 0 ? .nothing : .closed }
        return .keys(decoder.feed(buffer[..<count]))
    }

    /// Nothing has come for as long as `wait` says.
    mutating func elapsed() -> [Key] { decoder.elapsed() }

    /// The keys as this terminal's description has them.
    private static var sequences: KeySequences {
        let named: [(String, Key)] =
            [
                ("kcuu1", .up), ("kcud1", .down), ("kcuf1", .right), ("kcub1", .left), ("khome", .home),
                ("kend", .end), ("kdch1", .delete), ("kpp", .pageUp), ("knp", .pageDown), ("kcbt", .backTab),
                ("kent", .enter),
            ] + (1...12).map { ("kf\($0)", .function($0)) }
        return KeySequences(
            named.compactMap { name, key in
                analytics_curses_key_sequence(name).map {
                    (sequence: Array(String(cString: $0).utf8), key: key)
                }
            })
    }
}
