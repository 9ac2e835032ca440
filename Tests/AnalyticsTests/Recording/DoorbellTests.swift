import Analytics
import Testing

@Suite(.timeLimit(.minutes(10))) struct DoorbellTests {
    /// What happened in the turns, gathered across threads.
    private struct Turns {
        var count = 0
        var uncounted = 0
    }

    @Test func noTurnRunsThatATestWaitingForIdleWouldMiss() async {
        let work = WorkInHand()
        let bell = Doorbell(work: work)
        let turns = Locked(Turns())
        let answering = Task {
            await bell.answer {
                let isCounted = work.count > 0
                turns.withLock { turns in
                    turns.count += 1
                    if !isCounted { turns.uncounted += 1 }
                }
                await Task.yield()
            }
        }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<5_000 {
                        bell.ring()
                        bell.ring()
                        await work.untilIdle()
                    }
                }
            }
        }
        #expect(work.count == 0)
        bell.takeDown()
        await answering.value
        #expect(turns.withLock(\.count) > 0)
        #expect(turns.withLock(\.uncounted) == 0)
    }

    @Test func aRingAfterTheBellIsDownOwesNothing() async {
        let work = WorkInHand()
        let bell = Doorbell(work: work)
        bell.takeDown()
        bell.ring()
        await bell.answer {}
        #expect(work.count == 0)
    }
}
