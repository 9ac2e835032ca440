import Analytics
import Testing

/// What is sent next, what counts, and what the limits drop, as tables.
@Suite struct SegmentIndexTests {
    private static let day = 86_400

    private func record(
        _ number: Int, _ state: SegmentRecord.State = .closed, bytes: Int = 100, age: Int = 0,
        attempts: Int = 0, isForeign: Bool = false
    ) -> SegmentRecord {
        var record = SegmentRecord(
            number: number, batchID: BatchID("b\(number)"), grantID: "g", state: state, events: 10,
            bytes: bytes, created: Timestamp(milliseconds: 0),
            opened: MonotonicTime(nanoseconds: 0) + .seconds(-age), isForeign: isForeign)
        record.attempts = attempts
        return record
    }

    private func index(_ records: [SegmentRecord]) -> SegmentIndex {
        var index = SegmentIndex()
        for record in records { index.insert(record) }
        return index
    }

    private func dropped(_ index: SegmentIndex, maxBytes: Int = 1_000) -> [Int: DropReason] {
        var limits = QueueLimits()
        limits.maxBytes = maxBytes
        let departures = index.overLimits(limits, at: MonotonicTime(nanoseconds: 0))
        return Dictionary(uniqueKeysWithValues: departures.map { ($0.record.number, $0.reason) })
    }

    @Test func recordsAreInTheOrderOfTheirNumbersHoweverTheyAreFound() {
        #expect(index([record(3), record(1), record(2)]).records.map(\.number) == [1, 2, 3])
    }

    @Test func onlyOpenAndClosedSegmentsOfOursWait() {
        let all = index([
            record(1), record(2, .sending), record(3, .unreadable), record(4, isForeign: true),
            record(5, .open),
        ])
        #expect(all.waiting == 20 && all.unreadable == 10 && all.foreign == (10, 100) && all.bytes == 500)
        #expect(all.newestClosed == 1)
        #expect(all.oldest(upTo: .max)?.number == 1)
        #expect(all.oldest(upTo: 0) == nil)
    }

    @Test func nothingWithinTheLimitsIsDropped() {
        #expect(dropped(index([record(1), record(2)])).isEmpty)
    }

    @Test func tooOldExpiresUnlessItIsBeingSentAlsoOfAnotherDestination() {
        let old = 8 * Self.day
        let all = index([
            record(1, .sending, age: old), record(2, age: old), record(3, .unreadable, age: old),
            record(4, age: old, isForeign: true), record(5, age: 6 * Self.day), record(6, .open, age: old),
        ])
        #expect(dropped(all) == [2: .expired, 3: .expired, 4: .expired, 6: .expired])
    }

    @Test func overTheCapTheOldestAreDroppedNeverTheOneBeingSentOrTheOpenOne() {
        let all = index([
            record(1, .sending, bytes: 400), record(2, bytes: 400), record(3, bytes: 400, isForeign: true),
            record(4, bytes: 400), record(5, .open, bytes: 400),
        ])
        #expect(dropped(all) == [2: .overCap, 3: .overCap, 4: .overCap])
        #expect(dropped(all, maxBytes: 1_600) == [2: .overCap])
    }

    @Test func oneThatIsLargerThanEverythingMayBeIsDroppedAlone() {
        #expect(dropped(index([record(1), record(2, bytes: 5_000), record(3)])) == [2: .overCap])
    }

    @Test func whatWasTriedAndIsGoneUnansweredStaysInDoubt() {
        var all = index([record(1, attempts: 2), record(2, attempts: 1), record(3)])
        #expect(all.unconfirmed == 20)
        all.remove(1, isConfirmed: true)
        #expect(all.unconfirmed == 10)
        all.remove(2)
        #expect(all.unconfirmed == 10)
    }
}
