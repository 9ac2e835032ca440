import Analytics
import AnalyticsTesting
import Testing

/// The front of the tracker with its pipeline held: nobody takes what is pushed.
@Suite struct EventBufferTests {
    private func buffer(capacity: Int = 1_000) -> EventBuffer {
        let clock = ManualClock()
        return EventBuffer(
            capacity: capacity, clock: clock, doorbell: Doorbell(work: clock.work),
            journal: Journal(capacity: 0, clock: clock))
    }

    private func taken(from buffer: EventBuffer) -> [PendingEvent] {
        buffer.take(under: buffer.gate.epoch)?.events ?? []
    }

    private func numbers(_ taken: [PendingEvent]) -> [Int] {
        taken.compactMap { pending in
            guard case .typed(let event) = pending.content else { return nil }
            return (event as? Step)?.number
        }
    }

    @Test func ofFifteenHundredTheOldestFiveHundredAreBufferFull() {
        let buffer = buffer()
        buffer.set(.granted)
        for number in 0..<1_500 { buffer.push(Step(number: number)) }
        #expect(buffer.snapshot.ledger[.bufferFull] == 500)
        #expect(buffer.snapshot.ledger[.buffered] == 1_000)
        #expect(buffer.snapshot.highWater == 1_000)
        #expect(numbers(taken(from: buffer)) == Array(500..<1_500))
        #expect(buffer.snapshot.ledger[.inHand] == 1_000)
        #expect(buffer.snapshot.ledger.isBalanced)
    }

    @Test(arguments: [0, 1, 2, 3, 7, 8], [0, 1, 2, 6, 7, 8, 9, 15, 40])
    func theNewestStayInOrderWhateverTheCapacity(capacity: Int, pushed: Int) {
        let buffer = buffer(capacity: capacity)
        buffer.set(.granted)
        for number in 0..<pushed { buffer.push(Step(number: number)) }
        let kept = min(pushed, max(1, capacity))
        #expect(
            numbers(taken(from: buffer)) == Array(pushed - kept..<pushed))
        buffer.push(Step(number: 99))
        #expect(numbers(taken(from: buffer)) == [99])
        #expect(buffer.snapshot.ledger[.bufferFull] == pushed - kept)
        #expect(buffer.snapshot.ledger.isBalanced)
    }

    @Test func anOverflowTouchesNeitherConsentNorEpoch() {
        let buffer = buffer(capacity: 10)
        buffer.set(.denied)
        buffer.set(.granted)
        let gate = buffer.gate
        for number in 0..<10_000 { buffer.push(Step(number: number)) }
        #expect(buffer.gate == gate)
        #expect(buffer.gate.epoch == ConsentEpoch(number: 1))
        #expect(taken(from: buffer).allSatisfy { $0.epoch == gate.epoch })
    }

    @Test(arguments: Consent.allCases, Consent.allCases)
    func onlyADenialRaisesTheEpochAndEmptiesTheBuffer(before: Consent, after: Consent) {
        let buffer = buffer()
        buffer.set(.granted)
        for number in 0..<5 { buffer.push(Step(number: number)) }
        buffer.set(before)
        let epoch = buffer.gate.epoch
        buffer.set(after)
        #expect(buffer.gate.consent == after)
        #expect((buffer.gate.refusal == nil) == (after == .granted))
        #expect(buffer.gate.epoch.number == epoch.number + (after == .denied ? 1 : 0))
        let isErased = before == .denied || after == .denied
        #expect(buffer.snapshot.depth == (isErased ? 0 : 5))
        #expect(buffer.snapshot.ledger[.erased] == (isErased ? 5 : 0))
    }

    @Test(arguments: [Consent.unknown, .denied])
    func withoutConsentNothingIsKeptNotEvenInMemory(consent: Consent) {
        let buffer = buffer()
        buffer.set(consent)
        for number in 0..<7 { buffer.push(Step(number: number)) }
        #expect(buffer.snapshot.depth == 0)
        #expect(buffer.snapshot.ledger[.noConsent] == 7)
        #expect(taken(from: buffer).isEmpty)
        #expect(buffer.snapshot.ledger.isBalanced)
    }

    @Test("Events only move: the equation holds after any sequence", arguments: 0..<50 as Range<UInt64>)
    func theBooksBalanceAtEveryInstant(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let buffer = buffer(capacity: 5)
        // Only pushing and taking may change what is buffered.
        let targets = Ledger.Account.allCases.filter { $0 != .buffered }
        var tracked = 0
        var recovered = 0
        for _ in 0..<300 {
            switch Int.random(in: 0..<6, using: &random) {
            case 0, 1:
                buffer.push(Step())
                tracked += 1
            case 2: buffer.set(Consent.allCases.randomElement(using: &random) ?? .granted)
            case 3: buffer.recycle(taken(from: buffer))
            case 4:
                let count = Int.random(in: 0...3, using: &random)
                buffer.recover(count, into: targets.randomElement(using: &random) ?? .waiting)
                recovered += count
            default:
                let full = targets.filter { buffer.snapshot.ledger[$0] > 0 }
                guard let source = full.randomElement(using: &random),
                    let target = targets.randomElement(using: &random)
                else { continue }
                let count = Int.random(in: 0...buffer.snapshot.ledger[source], using: &random)
                buffer.move(count, from: source, to: target)
            }
            let snapshot = buffer.snapshot
            let isRight =
                snapshot.ledger.isBalanced && snapshot.ledger.tracked == tracked
                && snapshot.ledger.recovered == recovered && snapshot.ledger[.buffered] == snapshot.depth
            #expect(isRight, "seed \(seed): \(snapshot)")
            if !isRight { return }
        }
    }

    @Test func eightThreadsAtOnceLoseNoneAndKeepTheirOwnOrder() async {
        let buffer = buffer(capacity: 100_000)
        buffer.set(.granted)
        await withTaskGroup(of: Void.self) { group in
            for thread in 0..<8 {
                group.addTask {
                    for number in 0..<1_000 { buffer.push(Step(number: thread * 1_000 + number)) }
                }
            }
        }
        let taken = numbers(taken(from: buffer))
        #expect(taken.count == 8_000)
        for thread in 0..<8 {
            let own = taken.filter { $0 / 1_000 == thread }
            #expect(own == Array(thread * 1_000..<(thread + 1) * 1_000))
        }
    }

    @Test func nothingIsTakenByOneWhoDoesNotKnowOfTheDenialYet() {
        let buffer = buffer()
        buffer.set(.granted)
        let before = buffer.gate.epoch
        buffer.set(.denied)
        buffer.set(.granted)
        buffer.push(Step(number: 1))
        let isTooEarly = buffer.take(under: before) == nil
        #expect(isTooEarly)
        #expect(buffer.snapshot.ledger[.buffered] == 1)
        #expect(numbers(taken(from: buffer)) == [1])
    }
}
