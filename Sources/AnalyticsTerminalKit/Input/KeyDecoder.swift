/// What a terminal library reports, one at a time.
public enum RawInput: Equatable, Sendable {
    /// A scalar that was typed or sent.
    case scalar(Unicode.Scalar)
    /// A key that the library knows by its sequence.
    case key(Key)
    /// The mark before pasted text.
    case pasteStart
    /// The mark after pasted text.
    case pasteEnd
}

/// Turns raw input into keys. A state machine without a clock: the caller says when a burst has ended.
///
/// An escape sequence that nobody knows is swallowed whole, so that its letters never act as keys. Pasted
/// text comes out as one `Key.paste`, and no key inside it acts.
public struct KeyDecoder: Sendable {
    /// Scalars kept of one paste; what is longer is cut.
    public static let pasteLimit = 65_536

    private enum State {
        case plain, escape, sequence, single, paste
    }

    private var state = State.plain
    private var pasted: [Unicode.Scalar] = []

    /// Makes a decoder that expects plain keys.
    public init() {}

    /// Whether a paste has begun and not ended.
    public var isPasting: Bool { state == .paste }

    /// Takes one input. Returns the keys that it completes.
    public mutating func feed(_ input: RawInput) -> [Key] {
        if isPasting { return feedPaste(input) }
        switch input {
        case .pasteStart:
            let keys = endBurst()
            state = .paste
            return keys
        case .pasteEnd: return endBurst()
        case .key(let key): return endBurst() + [key]
        case .scalar(let scalar): return feedScalar(scalar)
        }
    }

    /// Nothing more is waiting: a lone Esc is a key now, and half a sequence is dropped.
    public mutating func endBurst() -> [Key] {
        guard !isPasting else { return [] }
        defer { state = .plain }
        return state == .escape ? [.escape] : []
    }

    /// The end mark of a paste never came: hands out what there is, so that the keys work again.
    public mutating func abandonPaste() -> [Key] {
        guard isPasting else { return [] }
        var text = ""
        text.unicodeScalars.append(contentsOf: pasted)
        pasted = []
        state = .plain
        return [.paste(text)]
    }

    private mutating func feedPaste(_ input: RawInput) -> [Key] {
        switch input {
        case .pasteEnd: return abandonPaste()
        case .scalar(let scalar) where pasted.count < Self.pasteLimit: pasted.append(scalar)
        case .pasteStart, .key, .scalar: break
        }
        return []
    }

    private mutating func feedScalar(_ scalar: Unicode.Scalar) -> [Key] {
        switch state {
        case .escape:
            switch scalar {
            case "[":
                state = .sequence
                return []
            case "O":
                state = .single
                return []
            case "\u{1B}": return [.escape]
            default:
                state = .plain
                return [.escape] + Self.key(scalar)
            }
        case .sequence:
            if (0x40...0x7E).contains(scalar.value) { state = .plain }
            return []
        case .single:
            state = .plain
            return []
        case .plain, .paste:
            guard scalar != "\u{1B}" else {
                state = .escape
                return []
            }
            return Self.key(scalar)
        }
    }

    private static func key(_ scalar: Unicode.Scalar) -> [Key] {
        switch scalar.value {
        case 0x09: [.tab]
        case 0x0A, 0x0D: [.enter]
        case 0x08, 0x7F: [.backspace]
        case 0x01...0x1A: [.control(Character(Unicode.Scalar(UInt8(scalar.value + 0x60))))]
        case 0x00..<0x20, 0x80..<0xA0: []
        default: [.character(Character(scalar))]
        }
    }
}
