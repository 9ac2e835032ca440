import Analytics

/// Random bits that are the same in every run with the same seed (SplitMix64).
///
/// Jitter has bits of its own: it is drawn by the engine while the pipeline may be making identifiers, and which of
/// the two comes first must not change what either gets.
package final class SeededRandom: RandomSource {
    private let bits: Locked<UInt64>
    private let jitter: Locked<UInt64>

    package init(seed: UInt64) {
        bits = Locked(seed)
        jitter = Locked(~seed)
    }

    package func next() -> UInt64 { bits.withLock(Self.advance) }

    package func unit() -> Double { Double(jitter.withLock(Self.advance) >> 11) * 0x1p-53 }

    package static func advance(_ state: inout UInt64) -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
