import Analytics
import AnalyticsTesting
import Testing

/// The cost of one event does not depend on how large the host's strings and dictionaries are. Work is counted, not
/// timed.
@Suite struct BoundedCostTests {
    private let limit = BoundedText.valueBytes(maxStringBytes: EventLimits().maxStringBytes)

    @Test func onlyTheFirstPartOfAValueIsReadAndTheRestIsNeverSent() throws {
        let address = " ana@example.org "
        let inside = String(repeating: "x ", count: (limit - address.utf8.count) / 2) + address
        let behind =
            String(repeating: "x ", count: limit / 2) + address + String(repeating: "y", count: 40_000)
        let event = try RecordingPolicy.standard().kept([
            "inside": .string(inside), "behind": .string(behind),
        ])
        #expect(event.note.removed == [RemovedKey(key: "inside", reason: .email)])
        #expect(event.note.cut == ["behind"])
        guard case .string(let sent) = event.value("behind") else {
            Issue.record("the value is gone")
            return
        }
        #expect(sent.utf8.count <= 1_024 && behind.hasPrefix(sent))
    }

    @Test(arguments: [1, 4, 5_000, 32_768])
    func whatCanBeSentLiesInsideOfWhatIsRead(_ maxStringBytes: Int) throws {
        let read = BoundedText.valueBytes(maxStringBytes: maxStringBytes)
        #expect(read >= 4_096 && read >= maxStringBytes + 512)
        let limits = EventLimits(
            maxStringCharacters: 8_192, maxStringBytes: maxStringBytes, maxEventBytes: 131_072)
        let event = try RecordingPolicy.standard(limits: limits)
            .kept(["note": .string(String(repeating: "日", count: 100_000))])
        guard case .string(let sent) = event.value("note") else {
            Issue.record("the value is gone")
            return
        }
        #expect(sent.utf8.count <= max(4, maxStringBytes) && sent.allSatisfy { $0 == "日" })
    }

    @Test(arguments: ["a", "é", "日", "👋", "e\u{301}\u{302}"])
    func aHeadHoldsWholeScalarsAndAtMostTheBytesAskedFor(_ piece: String) throws {
        let text = String(repeating: piece, count: 3_000)
        for bytes in 1_000..<1_010 {
            let head = try #require(BoundedText.head(of: text, bytes: bytes))
            #expect(head.utf8.count <= bytes && head.utf8.count > bytes - 4)
            #expect(text.utf8.starts(with: head.utf8) && !head.unicodeScalars.contains("\u{FFFD}"))
        }
        #expect(BoundedText.head(of: text, bytes: text.utf8.count) == nil)
    }

    @Test func aMountainOfCombiningMarksIsReadNoFurtherThanAnythingElse() throws {
        let monster = "e" + String(repeating: "\u{301}", count: 5_000_000)
        let event = try RecordingPolicy.standard().kept(["note": .string("ab" + monster), monster: 1])
        #expect(event.value("note") == "ab")
        #expect(event.note.removed.map(\.reason) == [.invalidKey])
        #expect(RecordingPolicy.standard().decide(monster).reason == .invalid)
    }

    @Test func aNameOrKeyOverOneKilobyteIsRefusedUnread() throws {
        // What stands behind the first kilobyte would make the key a hidden one, if it were read.
        let long = String(repeating: "k", count: 1_100) + " ana@example.org"
        let event = try RecordingPolicy.standard().kept([long: 1])
        #expect(
            event.note.removed == [RemovedKey(key: String(repeating: "k", count: 64), reason: .invalidKey)])
        #expect(RecordingPolicy.standard().decide(long).detail == "the name is longer than 100 characters")
        #expect(PolicyLab().scrub(key: long).isRemoved)
        #expect(UserIDRules.fault(in: long) == "the user ID is longer than 128 characters or 512 bytes")
    }

    @Test func ofTooManyPropertiesTheFirstAreTakenAndSixteenOfTheOthersAreNamed() throws {
        var properties: [String: PropertyValue] = [:]
        for index in 0..<20_000 { properties["key\(index)"] = .int(index) }
        for index in 0..<500 { properties["bad\n\(index)"] = .int(index) }
        let event = try RecordingPolicy.standard().kept(properties)
        let inOrder = properties.keys.filter { !$0.contains("\n") }.sorted {
            Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8))
        }
        #expect(event.keys == Array(inOrder.prefix(64)))
        let removed = event.note.removed
        #expect(removed.filter { $0.reason == .tooManyProperties }.map(\.key) == Array(inOrder[64..<80]))
        #expect(removed.filter { $0.reason == .invalidKey }.count == 16)
        #expect(event.note.removedCount == properties.count - 64)
    }

    @Test func selectingTheFirstTakesOnePassWithFewComparisons() {
        var comparisons = 0
        var selection = BoundedSelection<Int>(capacity: 80) {
            comparisons += 1
            return $0 < $1
        }
        // Falling: each element is among the first ones when it comes.
        for element in (0..<200_000).reversed() { selection.offer(element) }
        // One to see that it belongs in, and two for each of the heap's seven levels.
        #expect(comparisons <= 200_000 * 15)
        #expect(selection.sorted() == Array(0..<80) && selection.offered == 200_000)
        comparisons = 0
        for element in 80..<200_000 { selection.offer(element) }
        #expect(comparisons == 200_000 - 80)
    }

    @Test(arguments: 0..<50 as Range<UInt64>)
    func theSelectionIsTheBeginningOfTheSortedSequence(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let capacity = Int.random(in: 0...20, using: &generator)
        let elements = (0..<Int.random(in: 0...60, using: &generator)).map { _ in
            Int.random(in: 0...30, using: &generator)
        }
        var selection = BoundedSelection<Int>(capacity: capacity, by: <)
        for element in elements { selection.offer(element) }
        #expect(selection.sorted() == Array(elements.sorted().prefix(capacity)), "seed \(seed)")
    }

    #if DEBUG
        @Test func theLogNamesOnlyAFewOfTheKeysThatWereLeftOut() throws {
            var properties: [String: PropertyValue] = [:]
            for index in 0..<5_000 { properties["key\(index)"] = .int(index) }
            let draft = EventDraft(name: "huge", schemaVersion: 1, properties: properties)
            let decision = RecordingPolicy.standard().decide(
                draft, consent: .granted, isEnabled: true, installID: "i")
            let lines = Locked<[String]>([])
            DebugLog { line in lines.withLock { $0.append(line) } }.see(draft, decision)
            let line = try #require(lines.withLock { $0.first })
            #expect(line.utf8.count < 2_000 && line.contains("\(5_000 - 64 - 16) more"))
        }
    #endif
}
