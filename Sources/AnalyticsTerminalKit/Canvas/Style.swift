/// What a piece of text means.
///
/// The terminal layer picks the colour. The background is always the user's own, and for `normal` the
/// foreground too, so that white terminals are readable.
public enum Role: UInt8, Sendable, CaseIterable {
    /// Plain text.
    case normal
    /// Goes well.
    case good
    /// Needs a look.
    case warning
    /// Is wrong.
    case bad
    /// Draws the eye: titles, focus, keys.
    case accent
    /// Less important than the rest.
    case muted
}

/// How text is emphasised beside its colour.
public struct Attributes: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt8

    /// Makes a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Heavy letters.
    public static let bold = Attributes(rawValue: 1)
    /// Foreground and background swapped: selection, cursors, alarms.
    public static let reverse = Attributes(rawValue: 2)
    /// Faint letters.
    public static let dim = Attributes(rawValue: 4)
    /// Underlined letters.
    public static let underline = Attributes(rawValue: 8)
    /// Marks the spaces of a title, so that no box line is drawn through them. It has no look.
    static let solid = Attributes(rawValue: 128)
}

/// A role and its emphasis.
public struct Style: Hashable, Sendable {
    /// What the text means.
    public var role: Role
    /// How it is emphasised.
    public var attributes: Attributes

    /// Makes a style.
    public init(_ role: Role = .normal, _ attributes: Attributes = []) {
        self.role = role
        self.attributes = attributes
    }

    /// Plain text.
    public static let normal = Style(.normal)
    /// Goes well.
    public static let good = Style(.good)
    /// Needs a look.
    public static let warning = Style(.warning)
    /// Is wrong.
    public static let bad = Style(.bad)
    /// Draws the eye.
    public static let accent = Style(.accent)
    /// Less important.
    public static let muted = Style(.muted)

    /// The same role, bold.
    public var bold: Style { adding(.bold) }
    /// The same role, in reverse video.
    public var reversed: Style { adding(.reverse) }
    /// The same role, dim.
    public var dimmed: Style { adding(.dim) }
    /// The same role, underlined.
    public var underlined: Style { adding(.underline) }

    /// The same role with more emphasis.
    public func adding(_ more: Attributes) -> Style {
        Style(role, attributes.union(more))
    }
}
