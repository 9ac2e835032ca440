/// Where identifiers and jitter come from; tests and scenarios pass a seeded one.
package protocol RandomSource: Sendable {
    /// The next 64 random bits.
    func next() -> UInt64
    /// A number in `0..<1`, for jitter.
    func unit() -> Double
}

extension RandomSource {
    /// A number in `0..<1`, from the next bits.
    package func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// `bits` random bits as lower-case hexadecimal digits, 64 at a time.
    package func hexadecimal(bits: Int) -> String {
        var text = ""
        for _ in 0..<max(1, bits / 64) {
            let digits = String(next(), radix: 16)
            text += String(repeating: "0", count: 16 - digits.count) + digits
        }
        return text
    }
}
