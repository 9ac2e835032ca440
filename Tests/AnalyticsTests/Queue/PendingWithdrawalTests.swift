import Analytics
import Testing

/// What is left of a withdrawal after each attempt, and when it is tried again.
@Suite struct PendingWithdrawalTests {
    private static let start = MonotonicTime(nanoseconds: 0)
    private static let full = TrackerStatus.Problem.withdrawalFailed("full")
    private static let files = TrackerStatus.Problem(.undeletable, count: 2)

    private func denied(_ attempts: PendingWithdrawal.Attempt...) -> PendingWithdrawal {
        var withdrawal = PendingWithdrawal()
        withdrawal.deny()
        for attempt in attempts { withdrawal.attempted(attempt, at: Self.start) }
        return withdrawal
    }

    @Test func aDenialIsDueAtOnceAndDoneOnce() {
        #expect(denied().isDue(at: Self.start))
        let done = denied(.done)
        #expect(done.kind == nil && done.problem == nil && done.obstacle == nil)
        #expect(!done.isDue(at: Self.start + .seconds(3_600)))
    }

    @Test func filesThatStayAreTriedOnceAMinuteAndStopNobody() {
        let left = denied(.incomplete(Self.files))
        #expect(left.problem == Self.files && left.obstacle == nil)
        #expect(!left.isDue(at: Self.start + .seconds(59)) && left.isDue(at: Self.start + .seconds(60)))
        var soon = left
        soon.retrySoon()
        #expect(soon.isDue(at: Self.start))
    }

    @Test func aGrantThatStaysOnDiskClosesTheProcessForGood() {
        let closed = denied(.failed(Self.full))
        #expect(closed.obstacle == Self.full)
        var later = closed
        later.attempted(.done, at: Self.start + .seconds(60))
        #expect(later.kind == nil && later.obstacle == Self.full && later.problem == Self.full)
        later.deny()
        later.attempted(.done, at: Self.start + .seconds(61))
        #expect(later.obstacle == nil)
    }

    @Test func aFolderThatCannotBeUsedIsAnObstacleUntilTheDenialIsCarriedOut() {
        let untried = denied(.unavailable(.inUse))
        #expect(untried.obstacle == .inUse && untried.isDue(at: Self.start))
        #expect(denied(.unavailable(.inUse), .done).obstacle == nil)
    }

    @Test func aGrantMakesAnUnknownThatCouldNotBeWrittenHarmless() {
        var withdrawal = PendingWithdrawal()
        withdrawal.forget()
        withdrawal.attempted(.failed(Self.full), at: Self.start)
        #expect(withdrawal.problem == Self.full)
        withdrawal.grant()
        #expect(withdrawal.kind == nil && withdrawal.problem == nil && withdrawal.obstacle == nil)
    }

    @Test func neitherAGrantNorAnUnknownTakesADenialBack() {
        var withdrawal = denied(.incomplete(Self.files))
        withdrawal.grant()
        withdrawal.forget()
        #expect(withdrawal.kind == .denial)
    }
}
