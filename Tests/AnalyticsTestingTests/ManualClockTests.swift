import Analytics
import AnalyticsTesting
import Foundation
import Testing

/// What only the clock that is moved by hand promises.
@Suite(.timeLimit(.minutes(10))) struct ManualClockTests {
    @Test func actionsRunInTheOrderOfTheirTimesAndSeeThem() async {
        let clock = ManualClock()
        let seen = Locked<[String]>([])
        for (name, wait) in [("c", 3), ("a", 1), ("b2", 2), ("b3", 2)] {
            _ = clock.schedule(at: clock.now().monotonic + .seconds(wait)) {
                seen.withLock { $0.append("\(name)@\(clock.now().monotonic.nanoseconds / 1_000_000_000)") }
            }
        }
        await clock.advance(by: .seconds(2))
        #expect(seen.withLock { $0 } == ["a@1", "b2@2", "b3@2"])
        await clock.advance(by: .seconds(2))
        #expect(seen.withLock { $0 }.last == "c@3")
        #expect(clock.sleepers == 0)
    }

    @Test func theWallMovesAloneAndTheMonotonicClockNeverGoesBack() async {
        let clock = ManualClock(start: Date(timeIntervalSince1970: 1_000))
        let before = clock.now().monotonic
        clock.setWall(back: .seconds(500))
        #expect(clock.wall == Date(timeIntervalSince1970: 500))
        #expect(clock.now().monotonic == before)
        await clock.advance(by: .seconds(-5))
        #expect(clock.now().monotonic == before)
        await clock.advance(by: .seconds(1))
        #expect(clock.wall == Date(timeIntervalSince1970: 501))
    }

    @Test func advanceWaitsForTheWorkThatAnActionBegan() async {
        let clock = ManualClock()
        let order = Locked<[String]>([])
        _ = clock.schedule(at: clock.now().monotonic + .seconds(1)) {
            clock.work.task {
                for _ in 0..<50 { await Task.yield() }
                order.withLock { $0.append("work") }
            }
        }
        _ = clock.schedule(at: clock.now().monotonic + .seconds(2)) { order.withLock { $0.append("next") } }
        await clock.advance(by: .seconds(2))
        #expect(order.withLock { $0 } == ["work", "next"])
    }
}
