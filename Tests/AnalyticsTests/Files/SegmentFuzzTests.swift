import Analytics
import AnalyticsTesting
import Foundation
import Testing

/// Any bytes in the folder: no crash, no hang, nothing that a server cannot read, and the books are right.
@Suite(.timeLimit(.minutes(10))) struct SegmentFuzzTests {
    private static let seeds = 0..<UInt64(Depth.isDeep ? 1_500 : 80)

    /// Four segments of an earlier life, eleven events.
    private func rigWithLeftovers(seed: UInt64) async throws -> QueueRig {
        let rig = QueueRig(seed: seed)
        try await rig.open()
        await rig.append(11, first: 1, padding: 20)
        await rig.queue.close()
        return rig
    }

    private func expectBooksRight(_ rig: QueueRig, _ note: String) {
        #expect(rig.ledger.isBalanced, "\(note): \(rig.ledger)")
        #expect(rig.ledger[.waiting] == 0 && rig.ledger[.inFlight] == 0, "\(note): \(rig.ledger)")
    }

    @Test("A damaged segment costs its damaged lines and no others", arguments: seeds)
    func damage(seed: UInt64) async throws {
        let rig = try await rigWithLeftovers(seed: seed)
        var random = SeededGenerator(seed: seed)
        let name = try #require(rig.segments.randomElement(using: &random))
        let before = rig.contents(of: name)
        let header = before.prefix { $0 != 0x0A }
        let after = Damage.allCases.randomElement(using: &random)?.done(to: before, &random) ?? before
        try rig.plant(name, after)

        let next = await rig.relaunched()
        try await next.open()
        var arrived: [[UInt8]] = []
        while let batch = await next.queue.oldestBatch(upTo: .max) {
            #expect(try batch.sequences().count == batch.count, "seed \(seed)")
            arrived.append(batch.events)
            await next.queue.remove(batch.id, as: .delivered(rejected: 0))
        }
        expectBooksRight(next, "seed \(seed)")
        guard after.starts(with: header + [0x0A]) else { return }
        // A line that still stands whole between two line ends must have arrived, as often as it stands there.
        let lines = Set(before.split(separator: 0x0A).dropFirst().map(Array.init))
        let whole = after.suffix(from: header.count).split(separator: 0x0A, omittingEmptySubsequences: false)
            .dropFirst().dropLast()
        let all = Array(arrived.joined(separator: [UInt8(ascii: "\n")]))
        for line in lines where whole.contains(line[...]) {
            #expect(all.occurrences(of: line) >= 1, "seed \(seed): \(String(decoding: line, as: UTF8.self))")
        }
    }

    @Test("Random files under random names", arguments: seeds)
    func randomFolder(seed: UInt64) async throws {
        let rig = try await rigWithLeftovers(seed: seed)
        var random = SeededGenerator(seed: seed)
        let header = rig.contents(of: rig.segments[0]).prefix { $0 != 0x0A }
        let names =
            ["state.json", "state.json.new", "lock", "notes.txt"]
            + (0..<20).map { number in
                String(repeating: "0", count: 8 - "\(number)".count) + "\(number).jsonl"
            }
        for _ in 0..<5 {
            let name = names.randomElement(using: &random) ?? ""
            let start = Bool.random(using: &random) ? header + [0x0A] : []
            try rig.plant(name, start + Damage.noise(&random, upTo: 3_000))
        }
        let next = await rig.relaunched()
        let state = try await next.open()
        await next.append(2, first: state.nextSequence)
        let sequences = try await next.deliverAll().flatMap { $0 }
        #expect(sequences.suffix(2) == [state.nextSequence, state.nextSequence + 1], "seed \(seed)")
        expectBooksRight(next, "seed \(seed)")
    }

    @Test(arguments: [false, true])
    func aHugeLineWithoutAnEndCostsNoMemory(isZeros: Bool) async throws {
        let rig = try await rigWithLeftovers(seed: 1)
        let path = rig.directory + "/" + rig.segments[3]
        let size = (Depth.isDeep ? 1_024 : 16) * 1_024 * 1_024
        let file = try #require(FileHandle(forWritingAtPath: path))
        try file.seekToEnd()
        if isZeros {
            try file.truncate(atOffset: UInt64(size))
        } else {
            let chunk = Data(repeating: UInt8(ascii: "x"), count: 1_024 * 1_024)
            for _ in 0..<size / chunk.count { try file.write(contentsOf: chunk) }
        }
        try file.close()
        let before = try ResidentMemory.bytes()
        let next = await rig.relaunched()
        #expect(try await next.open().leftovers == 9)
        #expect(try await next.deliverAll().flatMap { $0 } == Array(1...9))
        #expect(try ResidentMemory.bytes() - before < 8 * 1_024 * 1_024)
        // Larger than a segment can be, it is not read: one corrupt, and none of its neighbours is lost with it.
        #expect(next.ledger[.corrupt] == 1)
        expectBooksRight(next, "huge line")
    }

    @Test func whatIsNoRegularFileIsLeftAloneAndNothingHangs() async throws {
        let rig = try await rigWithLeftovers(seed: 1)
        let outside = rig.directory + "/../outside.jsonl"
        try Data(rig.contents(of: rig.segments[0])).write(to: URL(fileURLWithPath: outside))
        let manager = FileManager.default
        try manager.createDirectory(
            atPath: rig.directory + "/00000002.jsonl.d", withIntermediateDirectories: false)
        try manager.createDirectory(
            atPath: rig.directory + "/00000020.jsonl", withIntermediateDirectories: false)
        try manager.createSymbolicLink(
            atPath: rig.directory + "/00000021.jsonl", withDestinationPath: outside)
        #expect(mkfifo(rig.directory + "/00000022.jsonl", 0o600) == 0)
        let next = await rig.relaunched()
        #expect(try await next.open().leftovers == 11)
        await next.queue.removeAll(upTo: ConsentEpoch(number: 1))
        #expect(rig.segments == ["00000020.jsonl", "00000021.jsonl", "00000022.jsonl"])
        #expect(manager.fileExists(atPath: outside))
        #expect(next.ledger[.erased] == 11)
        expectBooksRight(next, "no regular files")
    }
}

/// What can happen to the bytes of a file.
enum Damage: CaseIterable {
    case bit, byte, cut, insert, overwrite, repeatPart, noiseAtTheEnd, openString, twoLinesJoined,
        byteOrderMark

    func done(to bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var result = bytes
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch self {
        case .bit: result[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case .byte: result[place] = UInt8.random(in: 0...255, using: &random)
        case .cut: result.removeSubrange(place...)
        case .insert: result.insert(contentsOf: Self.noise(&random, upTo: 40), at: place)
        case .overwrite:
            let end = min(bytes.count, place + Int.random(in: 1...600, using: &random))
            result.replaceSubrange(place..<end, with: [UInt8](repeating: 0, count: end - place))
        case .repeatPart: result += bytes[place...]
        case .noiseAtTheEnd: result += Self.noise(&random, upTo: 2_000)
        case .openString: result.insert(UInt8(ascii: "\""), at: place)
        case .twoLinesJoined: result.removeAll { $0 == 0x0A && Bool.random(using: &random) }
        case .byteOrderMark:
            let ends = bytes.indices.filter { bytes[$0] == 0x0A }
            result.insert(contentsOf: [0xEF, 0xBB, 0xBF], at: (ends.randomElement(using: &random) ?? 0) + 1)
        }
        return result
    }

    static func noise(_ random: inout SeededGenerator, upTo length: Int) -> [UInt8] {
        let pieces = [
            "{", "}", "\n", "\"", "\u{0}", "{}", "[", "{\"a\":1}\n", "\\u0000", "\r\n", ",", "\u{FEFF}",
        ]
        var bytes: [UInt8] = []
        for _ in 0..<Int.random(in: 0...length / 4, using: &random) {
            if Bool.random(using: &random) {
                bytes.append(UInt8.random(in: 0...255, using: &random))
            } else {
                bytes += Array((pieces.randomElement(using: &random) ?? "").utf8)
            }
        }
        return bytes
    }
}

extension [UInt8] {
    fileprivate func occurrences(of part: [UInt8]) -> Int {
        Data(self).ranges(of: Data(part)).count
    }
}
