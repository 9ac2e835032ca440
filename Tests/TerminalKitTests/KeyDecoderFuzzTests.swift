import AnalyticsTerminalKit
import Foundation
import Testing

/// Any bytes in any pieces; longer with ANALYTICS_TEST_DEEP=1. A failure prints its seed, and ANALYTICS_TEST_SEED
/// repeats it.
@Suite struct KeyDecoderFuzzTests {
    /// SplitMix64.
    private struct Random: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }

    private static let environment = ProcessInfo.processInfo.environment
    private let rounds = Self.environment["ANALYTICS_TEST_DEEP"] == "1" ? 100_000 : 2_000
    private let seed =
        Self.environment["ANALYTICS_TEST_SEED"].flatMap { UInt64($0) } ?? .random(in: 1 ... .max)

    /// What a terminal can send, and what it stands for.
    private static let known: [(bytes: String, keys: [Key])] = keys + KeyDecoderTests.foreign.map { ($0, []) }

    private static let keys: [(bytes: String, keys: [Key])] = [
        ("q", [Key.character("q")]), ("é", [Key.character("é")]), ("日", [Key.character("日")]),
        ("😀", [Key.character("😀")]), ("\r", [Key.enter]), ("\u{1B}[A", [Key.up]), ("\u{1B}OB", [Key.down]),
        ("\u{1B}[5~", [Key.pageUp]), ("\u{3}", [Key.control("c")]),
        ("\u{1B}[200~f\u{3}\u{1B}[A\u{1B}[201~", [Key.paste("f\u{3}\u{1B}[A")]),
        ("\u{1B}[200~\u{1B}[201~", [Key.paste("")]),
    ]

    /// A decoder without a clock is quiet after two silences at most.
    private func rest(_ decoder: inout KeyDecoder) -> [Key] {
        var keys: [Key] = []
        for _ in 0..<2 where decoder.wait != nil { keys += decoder.elapsed() }
        return keys
    }

    private func pieces(_ bytes: [UInt8], _ random: inout Random) -> [ArraySlice<UInt8>] {
        var pieces: [ArraySlice<UInt8>] = []
        var start = 0
        while start < bytes.count {
            let end = Int.random(in: start + 1...min(start + 5, bytes.count), using: &random)
            pieces.append(bytes[start..<end])
            start = end
        }
        return pieces
    }

    @Test func whatATerminalSendsMeansTheSameInAnyPieces() {
        var random = Random(state: seed)
        for round in 0..<rounds {
            var bytes: [UInt8] = []
            var expected: [Key] = []
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                guard let item = Self.known.randomElement(using: &random) else { continue }
                bytes += Array(item.bytes.utf8)
                expected += item.keys
            }
            var decoder = KeyDecoder()
            let keys = pieces(bytes, &random).flatMap { decoder.feed($0) }
            #expect(keys == expected, "seed \(seed), round \(round): \(bytes)")
            #expect(decoder.wait == nil, "seed \(seed), round \(round): \(bytes)")
            guard keys == expected else { return }
        }
    }

    @Test func anyBytesLeaveTheKeysAliveAndCtrlCActs() {
        var random = Random(state: seed)
        let likely: [UInt8] = [
            0x1B, 0x5B, 0x5D, 0x4F, 0x50, 0x3B, 0x30, 0x07, 0x5C, 0x7E, 0xC3, 0xA9, 0x9B, 0x03,
        ]
        for round in 0..<rounds {
            let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                Bool.random(using: &random)
                    ? likely.randomElement(using: &random) ?? 0x1B
                    : UInt8.random(in: 0 ... .max, using: &random)
            }
            var decoder = KeyDecoder(isUTF8: Bool.random(using: &random))
            var keys: [Key] = []
            for piece in pieces(bytes, &random) {
                keys += decoder.feed(piece)
                if Int.random(in: 0..<4, using: &random) == 0, decoder.wait != nil {
                    keys += decoder.elapsed()
                }
            }
            #expect(keys.count <= bytes.count, "seed \(seed), round \(round): \(bytes)")
            if !decoder.isPasting {
                var interrupted = decoder
                let keys = interrupted.feed([0x03])
                #expect(keys == [.control("c")], "seed \(seed), round \(round): \(bytes)")
            }
            _ = rest(&decoder)
            #expect(decoder.wait == nil, "seed \(seed), round \(round): \(bytes)")
            let alive = decoder.feed("q".utf8) == [.character("q")]
            #expect(alive, "seed \(seed), round \(round): \(bytes)")
            guard alive else { return }
        }
    }
}
