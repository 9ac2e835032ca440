/// What happens to text that is too long for its place.
public enum Overflow: Sendable {
    /// It ends where the room ends.
    case clip
    /// Its end is replaced by an ellipsis.
    case ellipsis
}

/// On which side text stands in its place.
public enum Alignment: Sendable {
    /// Left.
    case leading
    /// Right.
    case trailing
    /// In the middle.
    case center
}

extension Canvas {
    /// Writes text on one row. Returns how many columns of the row it took.
    ///
    /// It is clipped to `width` columns and to the region, never splits a wide symbol, and never wraps: line
    /// breaks are shown as marks.
    @discardableResult
    public mutating func write(
        _ text: String, at point: Point, style: Style = .normal, width: Int = .max, overflow: Overflow = .clip
    ) -> Int {
        let room = min(max(width, 0), size.width - point.x)
        guard point.y >= 0, point.y < size.height, room > 0 else { return 0 }
        if overflow == .ellipsis, SafeText.exceeds(text, width: room, unicode: capabilities.unicode) {
            return writeCut(text, at: point, style: style, room: room)
        }
        return writeClipped(text, at: point, style: style, room: room)
    }

    /// Writes text at a side of the first row of a rectangle. Returns the columns it took.
    @discardableResult
    public mutating func write(
        _ text: String, in rect: Rect, align: Alignment, style: Style = .normal,
        overflow: Overflow = .ellipsis
    ) -> Int {
        guard !rect.isEmpty else { return 0 }
        guard align != .leading else {
            return write(text, at: rect.origin, style: style, width: rect.width, overflow: overflow)
        }
        let spare = max(rect.width - SafeText.width(text, unicode: capabilities.unicode), 0)
        let shift = align == .trailing ? spare : spare / 2
        return write(
            text, at: rect.origin.offset(x: shift), style: style, width: rect.width - shift,
            overflow: overflow)
    }

    /// Writes pieces of text one after another. Returns the columns they took.
    @discardableResult
    public mutating func write(
        _ line: StyledLine, at point: Point, width: Int = .max, overflow: Overflow = .clip
    ) -> Int {
        var used = 0
        let room = min(max(width, 0), max(size.width - point.x, 0))
        for span in line.spans where used < room {
            used += write(
                span.text, at: point.offset(x: used), style: span.style, width: room - used,
                overflow: overflow)
        }
        return used
    }

    private mutating func writeClipped(_ text: String, at point: Point, style: Style, room: Int) -> Int {
        var used = 0
        SafeText.forEachSymbol(in: text, unicode: capabilities.unicode) { symbol in
            let width = Int(symbol.width)
            guard used + width <= room else { return false }
            put(symbol, at: Point(x: point.x + used, y: point.y), style: style)
            used += width
            return used < room
        }
        return used
    }

    private mutating func writeCut(_ text: String, at point: Point, style: Style, room: Int) -> Int {
        let mark = glyphs.ellipsis.prefix(room)
        var used = 0
        if room > mark.count {
            used = writeClipped(text, at: point, style: style, room: room - mark.count)
        }
        for symbol in mark { used += put(symbol, at: point.offset(x: used), style: style) }
        return used
    }
}
