import Analytics
import AnalyticsTesting
import Foundation
import Testing

/// What every `EventQueue` promises, asked of the one on disk and of the one in memory.
@Suite(.timeLimit(.minutes(10))) struct EventQueueContract {
    @Test(arguments: QueueRig.Kind.allCases)
    func aFirstOpeningMintsAnInstallAndFindsNothing(kind: QueueRig.Kind) async throws {
        let rig = QueueRig(kind)
        let state = try await rig.open()
        #expect(state.installID.count == 32)
        #expect(state.nextSequence == 1 && state.leftovers == 0)
        #expect(state.session == nil && state.backoff == nil)
        #expect(try await rig.open().installID == state.installID)
        #expect(await rig.queue.waitingCount() == 0)
        #expect(await rig.queue.newestClosed() == nil)
        #expect(await rig.queue.oldestBatch(upTo: .max) == nil)
    }

    @Test(arguments: QueueRig.Kind.allCases)
    func nothingIsTakenBeforeItIsOpenNorUnderAnotherEpoch(kind: QueueRig.Kind) async throws {
        let rig = QueueRig(kind)
        #expect(await rig.append(2, first: 1) == 0)
        #expect(rig.names.isEmpty)
        try await rig.open()
        await rig.append(3, first: 1, epoch: 1)
        await rig.queue.removeAll(upTo: ConsentEpoch(number: 2))
        try await rig.open(epoch: 2)
        await rig.append(4, first: 1, epoch: 1)
        #expect(rig.ledger[.erased] == 9)
        #expect(await rig.queue.waitingCount() == 0)
        rig.expectBalance()
    }

    @Test(arguments: QueueRig.Kind.allCases)
    func whatIsAppendedComesOutInOrderInSegmentsOfTheRightSize(kind: QueueRig.Kind) async throws {
        let rig = QueueRig(kind)
        try await rig.open()
        #expect(await rig.append(7, first: 1) == 7)
        #expect(await rig.append(1, first: 8) == 8)
        #expect(rig.ledger[.waiting] == 8)
        #expect(try await rig.deliverAll() == [[1, 2, 3], [4, 5, 6], [7, 8]])
        #expect(rig.ledger[.delivered] == 8)
        #expect(await rig.queue.waitingCount() == 0)
        rig.expectBalance()
    }

    @Test(arguments: QueueRig.Kind.allCases)
    func anOpenSegmentIsNotHandedOutAndAClosedOneNeverGrows(kind: QueueRig.Kind) async throws {
        let rig = QueueRig(kind)
        try await rig.open()
        await rig.append(2, first: 1)
        #expect(await rig.queue.oldestBatch(upTo: .max) == nil)
        await rig.queue.seal()
        let last = try #require(await rig.queue.newestClosed())
        await rig.append(2, first: 3)
        let batch = try #require(await rig.queue.oldestBatch(upTo: last))
        #expect(try batch.sequences() == [1, 2])
        #expect(batch.count == 2 && batch.attempt == 1)
        await rig.queue.remove(batch.id, as: .delivered(rejected: 0))
        await rig.queue.seal()
        #expect(await rig.queue.oldestBatch(upTo: last) == nil)
        #expect(try #require(await rig.queue.newestClosed()) > last)
        rig.expectBalance()
    }

    @Test(arguments: QueueRig.Kind.allCases)
    func sealingNothingMakesNoSegment(kind: QueueRig.Kind) async throws {
        let rig = QueueRig(kind)
        try await rig.open()
        await rig.queue.seal()
        await rig.append(0, first: 1)
        await rig.queue.seal()
        #expect(await rig.queue.newestClosed() == nil)
        #expect(rig.segments.isEmpty)
    }

    @Test(arguments: QueueRig.Kind.allCases)
    func aBatchStaysUntilItIsAnsweredForAndKeepsItsID(kind: QueueRig.Kind) async throws {
        let rig = QueueRig(kind)
        try await rig.open()
        await rig.append(4, first: 1)
        await rig.queue.seal()
        let first = try #require(await rig.queue.oldestBatch(upTo: .max))
        #expect(rig.ledger[.inFlight] == 3 && rig.ledger[.waiting] == 1)
        #expect(await rig.queue.waitingCount() == 1)
        await rig.queue.release(first.id)
        #expect(rig.ledger[.inFlight] == 0 && rig.ledger[.waiting] == 4)
        let again = try #require(await rig.queue.oldestBatch(upTo: .max))
        #expect(again.id == first.id && again.number == first.number)
        #expect(again.events == first.events && again.attempt == 2)
        let second = try #require(await rig.queue.oldestBatch(upTo: .max))
        #expect(second.id != first.id && second.number > first.number)
        rig.expectBalance()
    }

    @Test(arguments: QueueRig.Kind.allCases, [-7, 0, 1, 3, 4, .max])
    func rejectedEventsAreAtMostThoseOfTheBatch(kind: QueueRig.Kind, rejected: Int) async throws {
        let rig = QueueRig(kind)
        try await rig.open()
        await rig.append(3, first: 1)
        let batch = try #require(await rig.queue.oldestBatch(upTo: .max))
        await rig.queue.remove(batch.id, as: .delivered(rejected: rejected))
        #expect(rig.ledger[.rejected] == min(max(0, rejected), 3))
        #expect(rig.ledger[.delivered] + rig.ledger[.rejected] == 3)
        rig.expectBalance()
    }

    @Test(arguments: QueueRig.Kind.allCases)
    func answersForAnUnknownBatchDoNoHarm(kind: QueueRig.Kind) async throws {
        let rig = QueueRig(kind)
        try await rig.open()
        await rig.append(3, first: 1)
        let batch = try #require(await rig.queue.oldestBatch(upTo: .max))
        await rig.queue.remove(BatchID("nobody"), as: .discarded)
        await rig.queue.release(BatchID("nobody"))
        await rig.queue.remove(batch.id, as: .discarded)
        await rig.queue.remove(batch.id, as: .discarded)
        await rig.queue.release(batch.id)
        #expect(rig.ledger[.discarded] == 3)
        #expect(await rig.queue.waitingCount() == 0)
        rig.expectBalance()
    }

    @Test(arguments: QueueRig.Kind.allCases)
    func aDenialErasesAllAlsoWhatIsInFlightAndAnswersAfterItAreIgnored(kind: QueueRig.Kind) async throws {
        let rig = QueueRig(kind)
        let install = try await rig.open().installID
        await rig.append(8, first: 1)
        let batch = try #require(await rig.queue.oldestBatch(upTo: .max))
        await rig.queue.removeAll(upTo: ConsentEpoch(number: 1))
        #expect(rig.ledger[.erased] == 8)
        await rig.queue.remove(batch.id, as: .delivered(rejected: 0))
        await rig.queue.release(batch.id)
        #expect(rig.ledger[.delivered] == 0)
        #expect(await rig.queue.oldestBatch(upTo: .max) == nil)
        #expect(rig.segments.isEmpty)
        let opened = try await rig.open(epoch: 1)
        #expect(opened.installID != install)
        #expect(opened.nextSequence == 1 && opened.leftovers == 0)
        await rig.append(3, first: 1, epoch: 1)
        let next = try #require(await rig.queue.oldestBatch(upTo: .max))
        #expect(next.number > batch.number && next.id != batch.id)
        #expect(next.epoch == ConsentEpoch(number: 1) && next.installID == opened.installID)
        rig.expectBalance()
    }

    @Test(arguments: QueueRig.Kind.allCases)
    func anOlderDenialThanTheGrantErasesNothing(kind: QueueRig.Kind) async throws {
        let rig = QueueRig(kind)
        try await rig.open(epoch: 3)
        await rig.append(2, first: 1, epoch: 3)
        await rig.queue.removeAll(upTo: ConsentEpoch(number: 3))
        await rig.queue.removeAll(upTo: ConsentEpoch(number: 1))
        #expect(await rig.queue.waitingCount() == 2)
        guard case .unavailable = await rig.queue.open(epoch: ConsentEpoch(number: 2)) else {
            Issue.record("opened for an epoch that is over")
            return
        }
    }

    @Test(arguments: QueueRig.Kind.allCases)
    func overTheCapTheOldestGoButNeverTheOneBeingSent(kind: QueueRig.Kind) async throws {
        var limits = QueueLimits()
        limits.maxBytes = 12_000
        let rig = QueueRig(kind, limits: limits)
        try await rig.open()
        // Three of these make a segment of more than 3,000 bytes.
        await rig.append(3, first: 1, padding: 1_000)
        let sent = try #require(await rig.queue.oldestBatch(upTo: .max))
        for round in 1..<10 { await rig.append(3, first: round * 3 + 1, padding: 1_000) }
        #expect(rig.ledger[.inFlight] == 3)
        #expect(rig.ledger[.overCap] > 0 && rig.ledger[.overCap] % 3 == 0)
        await rig.queue.remove(sent.id, as: .delivered(rejected: 0))
        let left = try await rig.deliverAll().flatMap { $0 }
        #expect(left == Array(30 - left.count + 1...30))
        #expect(rig.ledger[.delivered] == 3 + left.count)
        rig.expectBalance()
    }

    @Test(arguments: QueueRig.Kind.allCases)
    func anOldSegmentExpiresByTheProcessClockNotByTheWall(kind: QueueRig.Kind) async throws {
        let rig = QueueRig(kind)
        try await rig.open()
        await rig.append(3, first: 1)
        await rig.append(3, first: 4)
        for back in [Duration.seconds(3_600), .seconds(-400 * 86_400), .seconds(800 * 86_400)] {
            rig.clock.setWall(back: back)
            await rig.append(1, first: 7)
            await rig.queue.seal()
        }
        #expect(rig.ledger[.expired] == 0)
        let sent = try #require(await rig.queue.oldestBatch(upTo: .max))
        await rig.clock.advance(by: .seconds(8 * 86_400))
        #expect(await rig.queue.oldestBatch(upTo: .max) == nil)
        #expect(rig.ledger[.expired] == 6 && rig.ledger[.inFlight] == 3)
        await rig.queue.remove(sent.id, as: .delivered(rejected: 0))
        rig.expectBalance()
    }

    @Test(arguments: QueueRig.Kind.allCases)
    func aClosedQueueTakesNothingAndHandsOutNothing(kind: QueueRig.Kind) async throws {
        let rig = QueueRig(kind)
        try await rig.open()
        await rig.append(3, first: 1)
        await rig.queue.persistState()
        await rig.queue.close()
        await rig.append(1, first: 4)
        #expect(rig.ledger[.erased] == 1)
        #expect(await rig.queue.oldestBatch(upTo: .max) == nil)
        rig.expectBalance()
    }

    /// The same sequence of calls on both: every answer and every account must agree.
    @Test("Disk and memory cannot be told apart", arguments: 0..<UInt64(Depth.isDeep ? 500 : 40))
    func theFakeBehavesLikeTheRealOne(seed: UInt64) async throws {
        let rigs = [QueueRig(.file, seed: seed), QueueRig(.memory, seed: seed)]
        var random = SeededGenerator(seed: seed)
        var sequence = 1
        var epoch: UInt64 = 0
        for rig in rigs { try await rig.open() }
        for step in 0..<80 {
            let choice = Int.random(in: 0..<10, using: &random)
            let count = Int.random(in: 0...5, using: &random)
            if choice == 9, count == 0 { epoch += 1 }
            var seen: [[Int]] = []
            for rig in rigs {
                seen.append(await act(choice, count, on: rig, sequence: sequence, epoch: epoch))
            }
            if choice < 4 { sequence += count }
            #expect(seen.first == seen.last, "seed \(seed), step \(step), choice \(choice)")
            #expect(rigs.first?.ledger == rigs.last?.ledger, "seed \(seed), step \(step), choice \(choice)")
            guard seen.first == seen.last else { return }
        }
    }

    /// Carries out one call; what it answers, in numbers.
    private func act(_ choice: Int, _ count: Int, on rig: QueueRig, sequence: Int, epoch: UInt64) async
        -> [Int]
    {
        switch choice {
        case 0..<4: return [await rig.append(count, first: sequence, epoch: epoch)]
        case 4:
            await rig.queue.seal()
            return [await rig.queue.newestClosed() ?? 0]
        case 5..<9:
            let last = await rig.queue.newestClosed() ?? 0
            guard let batch = await rig.queue.oldestBatch(upTo: last) else { return [] }
            switch count {
            case 0, 1: await rig.queue.release(batch.id)
            case 2: await rig.queue.remove(batch.id, as: .discarded)
            case 3: break
            default: await rig.queue.remove(batch.id, as: .delivered(rejected: 1))
            }
            let sequences = (try? batch.sequences()) ?? [-1]
            return [batch.number, batch.count, batch.attempt, await rig.queue.waitingCount()] + sequences
        default:
            guard count == 0 else { return [await rig.queue.waitingCount()] }
            await rig.queue.removeAll(upTo: ConsentEpoch(number: epoch))
            guard case .ready(let state) = await rig.queue.open(epoch: ConsentEpoch(number: epoch)) else {
                return [-1]
            }
            return [state.nextSequence, state.leftovers]
        }
    }
}
