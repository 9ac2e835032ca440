import AnalyticsTerminalKit

/// Text that is printed on a terminal or into a pipe outside of the screen.
public enum PrintedText {
    /// One line of it: whatever a file or an argument put there stays text. Controls are shown as marks, so that none
    /// can colour, move or name anything.
    public static func safe(_ line: String) -> String { SafeText.sanitized(line) }
}
