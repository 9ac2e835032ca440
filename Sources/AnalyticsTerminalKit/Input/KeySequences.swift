/// Which escape sequences stand for which keys: those that terminals usually send, and those of this one.
public struct KeySequences: Sendable {
    private var keys: [[UInt8]: Key]

    /// The longest sequence that is looked up; a longer one stands for no key.
    static let longest = 32

    /// Makes the usual table with the terminal's own sequences on top.
    ///
    /// A sequence without Esc at its start is ignored: it would take the place of a letter.
    public init(_ own: [(sequence: [UInt8], key: Key)] = []) {
        keys = Self.usual
        for (sequence, key) in own where sequence.first == 0x1B && sequence.count > 2 {
            keys[Array(sequence.dropFirst())] = key
        }
    }

    /// The key of a sequence, given without its Esc; nil for one that is not known.
    func key(_ sequence: [UInt8]) -> Key? { keys[sequence] }

    private static let usual: [[UInt8]: Key] = {
        var keys: [[UInt8]: Key] = [:]
        func add(_ key: Key, _ sequences: String...) {
            for sequence in sequences { keys[Array(sequence.utf8)] = key }
        }
        add(.up, "[A", "OA")
        add(.down, "[B", "OB")
        add(.right, "[C", "OC")
        add(.left, "[D", "OD")
        add(.home, "[H", "OH", "[1~", "[7~")
        add(.end, "[F", "OF", "[4~", "[8~")
        add(.delete, "[3~")
        add(.pageUp, "[5~")
        add(.pageDown, "[6~")
        add(.backTab, "[Z")
        add(.enter, "OM")
        for (number, letter) in zip(1...4, "PQRS") { add(.function(number), "O\(letter)") }
        for (number, letter) in zip(1...5, "ABCDE") { add(.function(number), "[[\(letter)") }
        let codes = [11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24]
        for (number, code) in zip(1...12, codes) { add(.function(number), "[\(code)~") }
        return keys
    }()
}
