/// The part of a long line around its cursor that has room.
public struct TextWindow: Sendable {
    /// What is shown before the cursor.
    public private(set) var head = ""
    /// What is shown from the cursor on.
    public private(set) var tail = ""
    /// The columns of the character under the cursor; 1 at the end of the line.
    public let cursorWidth: Int

    /// Reads from the cursor to both sides, no further than there is room.
    ///
    /// Characters without a column of their own take no room, so that their number needs a bound.
    public init<Text: RandomAccessCollection<Character>>(
        of text: Text, cursor: Int, width: Int, unicode: Bool
    ) where Text.Index == Int {
        let most = 4 * max(width, 0) + 16
        let tail = text[cursor...].prefix(most)
        self.tail = String(tail)
        cursorWidth = max(tail.first.map { SafeText.width(String($0), unicode: unicode) } ?? 1, 1)
        var room = width - cursorWidth
        var start = cursor
        while start > text.startIndex, cursor - start < most {
            room -= SafeText.width(String(text[start - 1]), unicode: unicode)
            guard room >= 0 else { break }
            start -= 1
        }
        head = String(text[start..<cursor])
    }
}
