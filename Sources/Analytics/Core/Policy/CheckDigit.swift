/// The check digits that tell books and goods from telephone numbers.
enum CheckDigit {
    /// Ten digits that form an ISBN-10.
    static func isBook(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard digits.count == 10 else { return false }
        let sum = zip(digits, stride(from: 10, through: 1, by: -1)).reduce(0) { $0 + Int($1.0 - 0x30) * $1.1 }
        return sum % 11 == 0
    }

    /// Thirteen digits that form an EAN-13.
    static func isBarcode(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard digits.count == 13 else { return false }
        let sum = digits.enumerated().reduce(0) { $0 + Int($1.element - 0x30) * ($1.offset % 2 == 0 ? 1 : 3) }
        return sum % 10 == 0
    }
}
