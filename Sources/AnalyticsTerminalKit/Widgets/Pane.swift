/// A frame with its titles in the top border.
///
/// Panes whose rectangles overlap by one line share it: their borders join, and a title already drawn in the
/// shared line stays. When there is no room for all titles the trailing one goes first, then the subtitle.
public struct Pane: Widget, Sendable {
    /// The name of the pane, at the left.
    public var title: String
    /// More about it, right after the title.
    public var subtitle: String?
    /// A remark at the right: a filter, a position.
    public var trailing: String?
    /// Whether keys go to this pane. Its title is then in reverse video, so that colour never stands alone.
    public var isFocused: Bool
    /// How the lines look.
    public var lineStyle: Style
    /// How the title looks.
    public var titleStyle: Style

    /// Makes a frame.
    public init(
        _ title: String, subtitle: String? = nil, trailing: String? = nil, isFocused: Bool = false,
        lineStyle: Style = .muted, titleStyle: Style = Style.normal.bold
    ) {
        self.title = title
        self.subtitle = subtitle
        self.trailing = trailing
        self.isFocused = isFocused
        self.lineStyle = lineStyle
        self.titleStyle = titleStyle
    }

    /// The room inside the lines.
    public static func content(of rect: Rect) -> Rect { rect.inset(1) }

    /// Draws the frame; the inside is left alone.
    public func draw(on canvas: inout Canvas, in rect: Rect) {
        guard rect.width >= 2, rect.height >= 2 else { return }
        drawLines(on: &canvas, in: rect)
        drawTitles(on: &canvas, in: rect)
    }

    private func drawLines(on canvas: inout Canvas, in rect: Rect) {
        let right = rect.maxX - 1
        let bottom = rect.maxY - 1
        for x in rect.minX + 1..<max(right, rect.minX + 1) {
            canvas.line(.horizontal, at: Point(x: x, y: rect.minY), style: lineStyle)
            canvas.line(.horizontal, at: Point(x: x, y: bottom), style: lineStyle)
        }
        for y in rect.minY + 1..<max(bottom, rect.minY + 1) {
            canvas.line(.vertical, at: Point(x: rect.minX, y: y), style: lineStyle)
            canvas.line(.vertical, at: Point(x: right, y: y), style: lineStyle)
        }
        canvas.line([.right, .down], at: rect.origin, style: lineStyle)
        canvas.line([.left, .down], at: Point(x: right, y: rect.minY), style: lineStyle)
        canvas.line([.right, .up], at: Point(x: rect.minX, y: bottom), style: lineStyle)
        canvas.line([.left, .up], at: Point(x: right, y: bottom), style: lineStyle)
    }

    /// A title takes its text and the four cells of `[ ` and ` ]`; two lines stand between titles.
    private func drawTitles(on canvas: inout Canvas, in rect: Rect) {
        let unicode = canvas.capabilities.unicode
        var start = rect.minX + 2
        let end = rect.maxX - 2
        func room(_ text: String) -> Int { SafeText.width(text, unicode: unicode) + 4 }

        if !title.isEmpty, end - start >= 5 {
            let style = isFocused ? titleStyle.reversed : titleStyle
            start += label(title, at: start, limit: end, style: style, on: &canvas, y: rect.minY)
        }
        if let subtitle, !subtitle.isEmpty, start + 2 + room(subtitle) <= end {
            let used = label(subtitle, at: start + 2, limit: end, style: .normal, on: &canvas, y: rect.minY)
            start += 2 + used
        }
        if let trailing, !trailing.isEmpty, start + 2 + room(trailing) <= end {
            let place = end - room(trailing)
            _ = label(trailing, at: place, limit: end, style: .normal, on: &canvas, y: rect.minY)
        }
    }

    private func label(
        _ text: String, at x: Int, limit: Int, style: Style, on canvas: inout Canvas, y: Int
    ) -> Int {
        var used = canvas.write("[", at: Point(x: x, y: y), style: lineStyle)
        let width = limit - x - 4
        let style = style.adding(.solid)
        let shown = min(SafeText.width(text, unicode: canvas.capabilities.unicode), width)
        canvas.fill(Rect(x: x + 1, y: y, width: shown + 2, height: 1), style: style)
        used +=
            1
            + canvas.write(
                text, at: Point(x: x + 2, y: y), style: style, width: width, overflow: .ellipsis)
        used = max(used, shown + 2) + 1
        canvas.write("]", at: Point(x: x + used, y: y), style: lineStyle)
        return used + 1
    }
}
