/// The hash FNV-1a of 64 bits (Fowler, Noll, Vo): small, without tables, the same in every process. Not for secrets.
package struct FNV1a: Sendable {
    /// The offset basis of the definition.
    package static let basis: UInt64 = 0xCBF2_9CE4_8422_2325

    package private(set) var value: UInt64

    package init(basis: UInt64 = FNV1a.basis) { value = basis }

    package mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    }

    /// The value as 16 lower-case hexadecimal digits.
    package var hexadecimal: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
