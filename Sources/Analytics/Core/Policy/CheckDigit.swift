/// The check digit that tells goods from telephone numbers. That of an ISBN-10 does not: one national number in eleven
/// has it too.
enum CheckDigit {
    /// Thirteen digits that form an EAN-13.
    static func isBarcode(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard digits.count == 13 else { return false }
        let sum = digits.enumerated().reduce(0) { $0 + Int($1.element - 0x30) * ($1.offset % 2 == 0 ? 1 : 3) }
        return sum % 10 == 0
    }
}
