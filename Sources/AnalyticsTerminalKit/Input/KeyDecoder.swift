/// Turns the bytes of a terminal into keys.
///
/// A state machine without a clock: after each `feed`, `wait` names the silence after which `elapsed` must be called.
/// Bytes of one sequence or character may arrive apart, within that silence.
///
/// No reply of a terminal acts as a key: sequences that are not known, modified keys and Alt with a letter are
/// swallowed whole, and so are strings (OSC, DCS, APC, PM, SOS) up to their end. Esc is a key after 25 ms alone; what
/// follows it within half a second and continues an escape sequence is swallowed as its rest. Ctrl-C always acts,
/// but not inside a paste. Pasted text becomes one `Key.paste`, and no key inside it acts.
public struct KeyDecoder: Sendable {
    /// A silence that means something.
    public enum Wait: Sendable, Equatable {
        /// 25 ms: a lone Esc is a key.
        case escape
        /// 500 ms: what has begun is not continued.
        case sequence
        /// One second: the end of a paste never comes.
        case paste

        /// How long it is.
        public var milliseconds: Int {
            switch self {
            case .escape: 25
            case .sequence: 500
            case .paste: 1_000
            }
        }
    }

    /// Scalars kept of one paste; what is longer is cut.
    public static let pasteLimit = 65_536

    private enum State: Equatable {
        case plain
        /// So many Esc, which may begin a sequence.
        case escape(Int)
        /// Esc was a key; the rest of a sequence may still come.
        case afterEscape
        case control, single
        /// Bytes that belong to a sequence whatever they are.
        case fixed(Int)
        case string(isEightBit: Bool)
        /// An Esc inside a string: its end, if a backslash follows.
        case stringEscape
        case paste
    }

    private let sequences: KeySequences
    private let isUTF8: Bool
    private var state = State.plain
    /// Whether the sequence has Alt, or is the rest of one whose Esc was a key: then it stands for none.
    private var isMuted = false
    private var sequence: [UInt8] = []
    private var assembler = ScalarAssembler()
    private var pasted = PastedText(limit: Self.pasteLimit)

    /// Makes a decoder that expects plain keys. Without UTF-8 a byte over 0x7E is no character.
    public init(isUTF8: Bool = true, sequences: KeySequences = KeySequences()) {
        self.isUTF8 = isUTF8
        self.sequences = sequences
    }

    /// Whether a paste has begun and not ended.
    public var isPasting: Bool { state == .paste }

    /// The silence after which `elapsed` must be called; nil when nothing has begun.
    public var wait: Wait? {
        switch state {
        case .plain: assembler.isEmpty ? nil : .sequence
        case .escape: .escape
        case .paste: .paste
        default: .sequence
        }
    }

    /// Takes bytes as they come. Returns the keys that they complete.
    public mutating func feed(_ bytes: some Sequence<UInt8>) -> [Key] {
        var keys: [Key] = []
        for byte in bytes { take(byte, &keys) }
        return keys
    }

    /// Nothing has come for the time that `wait` named.
    public mutating func elapsed() -> [Key] {
        assembler.reset()
        switch state {
        case .escape(let count):
            state = .afterEscape
            return Array(repeating: .escape, count: count)
        case .paste:
            state = .plain
            return [.paste(pasted.take())]
        default:
            state = .plain
            return []
        }
    }

    private mutating func take(_ byte: UInt8, _ keys: inout [Key]) {
        if state == .paste {
            if pasted.take(byte) {
                state = .plain
                keys.append(.paste(pasted.take()))
            }
            return
        }
        if byte == 0x03 {
            state = .plain
            assembler.reset()
            keys.append(.control("c"))
            return
        }
        switch state {
        case .plain, .paste: takePlain(byte, &keys)
        case .escape(let count): begin(byte, after: count, &keys)
        case .afterEscape:
            state = .plain
            isMuted = true
            if !introduce(byte) { takePlain(byte, &keys) }
        case .control: takeControl(byte, &keys)
        case .single:
            state = byte == 0x1B ? .escape(1) : .plain
            if byte != 0x1B { finish(byte, &keys) }
        case .fixed(let left): state = left > 1 ? .fixed(left - 1) : .plain
        case .string(let isEightBit):
            if byte == 0x1B { state = .stringEscape }
            if byte == 0x07 || isEightBit && byte == 0x9C { state = .plain }
        case .stringEscape:
            // Anything but a backslash ends the string, and the Esc begins another sequence.
            state = .plain
            if byte != UInt8(ascii: "\\") { begin(byte, after: 1, &keys) }
        }
    }

    private mutating func takePlain(_ byte: UInt8, _ keys: inout [Key]) {
        if byte == 0x1B {
            assembler.reset()
            state = .escape(1)
        } else if isUTF8, assembler.wants(byte) {
            guard let scalar = assembler.take(byte) else { return }
            if (0x80..<0xA0).contains(scalar.value) {
                introduceEightBit(UInt8(scalar.value))
            } else {
                keys += Self.key(scalar)
            }
        } else if byte < 0x80 {
            assembler.reset()
            keys += Self.key(Unicode.Scalar(byte))
        } else {
            assembler.reset()
            introduceEightBit(byte)
        }
    }

    /// The byte after Esc.
    private mutating func begin(_ byte: UInt8, after count: Int, _ keys: inout [Key]) {
        guard byte != 0x1B else {
            state = .escape(count + 1)
            return
        }
        state = .plain
        isMuted = count > 1
        // Anything else is a letter with Alt, which stands for nothing here; nor may the rest of a character.
        if !introduce(byte), byte >= 0x80, isUTF8, assembler.wants(byte) {
            state = .fixed(ScalarAssembler.length(from: byte) - 1)
        }
    }

    /// Begins a sequence; false when this byte does not.
    private mutating func introduce(_ byte: UInt8) -> Bool {
        sequence = [byte]
        switch byte {
        case UInt8(ascii: "["): state = .control
        case UInt8(ascii: "O"): state = .single
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
            state = .string(isEightBit: false)
        default: return false
        }
        return true
    }

    /// The same introducers in their eight-bit form: a single byte, or a single character.
    private mutating func introduceEightBit(_ byte: UInt8) {
        guard (0x80..<0xA0).contains(byte) else { return }
        isMuted = false
        guard introduce(byte - 0x40) else { return }
        if case .string = state { state = .string(isEightBit: true) }
    }

    private mutating func takeControl(_ byte: UInt8, _ keys: inout [Key]) {
        switch byte {
        case 0x1B: state = .escape(1)
        case 0x00..<0x20: break
        case 0x20..<0x40:
            if sequence.count < KeySequences.longest { sequence.append(byte) }
        case 0x40...0x7E:
            // The Linux console's function keys have one more letter.
            if byte == UInt8(ascii: "["), sequence.count == 1 {
                sequence.append(byte)
                state = .single
                return
            }
            state = .plain
            finish(byte, &keys)
        case 0x7F: state = .plain
        default:
            state = .plain
            takePlain(byte, &keys)
        }
    }

    private mutating func finish(_ byte: UInt8, _ keys: inout [Key]) {
        sequence.append(byte)
        if sequence == Self.pasteStart {
            state = .paste
        } else if let key = sequences.key(sequence) {
            if !isMuted { keys.append(key) }
        } else if sequence == Self.mouse {
            // A program before this one left mouse reports on; three bytes say where.
            state = .fixed(3)
        }
    }

    private static let pasteStart = Array("[200~".utf8)
    private static let mouse = Array("[M".utf8)

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
