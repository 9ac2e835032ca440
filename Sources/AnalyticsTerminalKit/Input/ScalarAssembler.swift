/// Puts the bytes of one UTF-8 character together, whenever they come. What is not UTF-8 is dropped.
struct ScalarAssembler: Sendable {
    private var value: UInt32 = 0
    private var left = 0
    private var least: UInt32 = 0

    /// Whether no character has begun.
    var isEmpty: Bool { left == 0 }

    /// Forgets what has begun.
    mutating func reset() { left = 0 }

    /// Whether a byte over 0x7F continues the character, or begins one.
    func wants(_ byte: UInt8) -> Bool {
        byte >= 0x80 && ((0x80..<0xC0).contains(byte) ? left > 0 : Self.length(from: byte) > 1)
    }

    /// Takes a byte that is wanted. Returns the scalar that it completes.
    mutating func take(_ byte: UInt8) -> Unicode.Scalar? {
        if (0x80..<0xC0).contains(byte) {
            value = value << 6 | UInt32(byte & 0x3F)
            left -= 1
        } else {
            let length = Self.length(from: byte)
            left = length - 1
            value = UInt32(byte) & (0x7F >> UInt32(length))
            least = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x1_0000
        }
        guard left == 0, value >= least else { return nil }
        return Unicode.Scalar(value)
    }

    /// How many bytes a character has that begins with this one; 1 for a byte that begins none.
    static func length(from byte: UInt8) -> Int {
        switch byte {
        case 0xC2..<0xE0: 2
        case 0xE0..<0xF0: 3
        case 0xF0..<0xF5: 4
        default: 1
        }
    }
}
