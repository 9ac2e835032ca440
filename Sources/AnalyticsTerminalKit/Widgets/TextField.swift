/// One line being edited. Pure; the caller feeds it keys.
///
/// Every printable key is text, whatever it does elsewhere. Pasted line breaks and tabs become spaces, other
/// controls go.
public struct TextField: Equatable, Sendable {
    /// The text so far.
    public private(set) var text: String
    /// How many characters stand before the cursor.
    public private(set) var cursor: Int
    /// The longest text, in characters; what is over is refused.
    public let limit: Int

    /// Makes a field with the cursor at the end.
    public init(_ text: String = "", limit: Int = 256) {
        self.limit = max(limit, 0)
        self.text = String(text.prefix(self.limit))
        cursor = self.text.count
    }

    /// Acts on a key. Returns false for keys that are the caller's: Enter, Esc, Tab, up, down and the like.
    public mutating func handle(_ key: Key) -> Bool {
        switch key {
        case .character(let character): insert(String(character))
        case .paste(let pasted): insert(Self.singleLine(pasted))
        case .left: cursor = max(cursor - 1, 0)
        case .right: cursor = min(cursor + 1, text.count)
        case .home, .control("a"): cursor = 0
        case .end, .control("e"): cursor = text.count
        case .backspace: remove(from: cursor - 1, to: cursor)
        case .delete, .control("d"): remove(from: cursor, to: cursor + 1)
        case .control("u"): remove(from: 0, to: cursor)
        case .control("k"): remove(from: cursor, to: text.count)
        case .control("w"): removeWord()
        default: return false
        }
        return true
    }

    private mutating func insert(_ addition: String) {
        let tail = text.dropFirst(cursor)
        let kept = addition.prefix(max(limit - text.count, 0))
        let head = text.prefix(cursor) + kept
        // A joiner or mark can melt into its neighbour, so the cursor is counted anew.
        cursor = head.count
        text = String(head + tail)
        cursor = min(cursor, text.count)
    }

    private mutating func remove(from start: Int, to end: Int) {
        let low = max(start, 0)
        let high = min(end, text.count)
        guard low < high else { return }
        text = String(text.prefix(low) + text.dropFirst(high))
        cursor = min(low, text.count)
    }

    private mutating func removeWord() {
        let head = Array(text.prefix(cursor))
        var start = head.count
        while start > 0, head[start - 1] == " " { start -= 1 }
        while start > 0, head[start - 1] != " " { start -= 1 }
        remove(from: start, to: cursor)
    }

    private static func singleLine(_ text: String) -> String {
        var line = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n", "\r", "\t": line.unicodeScalars.append(" ")
            default:
                if scalar.properties.generalCategory != .control { line.unicodeScalars.append(scalar) }
            }
        }
        return line
    }
}

/// Draws a field with its label; the cursor is a cell in reverse video, always in view.
public struct TextFieldRow: Widget, Sendable {
    /// The words before the field.
    public var label: String
    /// The field.
    public var field: TextField

    /// Makes the drawing of a field.
    public init(_ label: String, _ field: TextField) {
        self.label = label
        self.field = field
    }

    /// Draws on the first row.
    public func draw(on canvas: inout Canvas, in rect: Rect) {
        guard !rect.isEmpty else { return }
        let unicode = canvas.capabilities.unicode
        let used = canvas.write(label, at: rect.origin, style: .muted, width: rect.width)
        let room = rect.row(0).inset(left: used)
        guard room.width > 0 else { return }
        var head = field.text.prefix(field.cursor)
        let tail = field.text.dropFirst(field.cursor)
        let under = tail.first.map { SafeText.width(String($0), unicode: unicode) } ?? 1
        while !head.isEmpty, SafeText.width(String(head), unicode: unicode) + max(under, 1) > room.width {
            head.removeFirst()
        }
        let before = canvas.write(String(head), at: room.origin, width: room.width)
        canvas.write(String(tail), at: room.origin.offset(x: before), width: room.width - before)
        let cursor = Rect(origin: room.origin.offset(x: before), size: Size(width: max(under, 1), height: 1))
        canvas.emphasize(cursor.intersection(room), .reverse)
    }
}
