/// The keys that work now: as many as the row has room for, the first ones first, the last one always.
public struct Footer: Widget, Sendable {
    /// A key and what it does.
    public struct Hint: Equatable, Sendable {
        /// The key's label.
        public var key: String
        /// What it does, in a word or two.
        public var label: String

        /// Makes a hint.
        public init(_ key: String, _ label: String) {
            self.key = key
            self.label = label
        }
    }

    /// The hints in order of importance.
    public var hints: [Hint]
    /// The hint that is kept at the right end, such as help.
    public var pinned: Hint?

    /// Makes a footer.
    public init(_ hints: [Hint], pinned: Hint? = nil) {
        self.hints = hints
        self.pinned = pinned
    }

    /// The hints that fit in a row of this width, the pinned one last.
    public func fitting(width: Int, unicode: Bool = true) -> [Hint] {
        func columns(_ hint: Hint) -> Int {
            let label = hint.label.isEmpty ? 0 : 1 + SafeText.width(hint.label, unicode: unicode)
            return SafeText.width(hint.key, unicode: unicode) + label
        }
        var left = width - (pinned.map { columns($0) } ?? 0)
        guard left >= 0 else { return [] }
        var shown: [Hint] = []
        for hint in hints {
            let gap = shown.isEmpty && pinned == nil ? 0 : 2
            guard columns(hint) + gap <= left else { break }
            left -= columns(hint) + gap
            shown.append(hint)
        }
        return shown + (pinned.map { [$0] } ?? [])
    }

    /// Draws on the first row.
    public func draw(on canvas: inout Canvas, in rect: Rect) {
        guard !rect.isEmpty else { return }
        var x = rect.minX
        for hint in fitting(width: rect.width, unicode: canvas.capabilities.unicode) {
            if x > rect.minX { x += 2 }
            x += canvas.write(hint.key, at: Point(x: x, y: rect.minY), style: Style.accent.bold)
            guard !hint.label.isEmpty else { continue }
            x += 1
            x += canvas.write(hint.label, at: Point(x: x, y: rect.minY))
        }
    }
}
