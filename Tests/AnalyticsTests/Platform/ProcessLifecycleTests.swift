import Analytics
import AnalyticsTesting
import Testing

/// What a command-line host can count on beyond the contract of every monitor.
@Suite("A command-line host")
struct ProcessLifecycleTests {
    @Test("waits before it stops until its trackers are done")
    func waits() async throws {
        let monitor = ProcessLifecycleMonitor(backgroundTime: .seconds(60))
        let follower = LifecycleFollower(monitor.events())
        monitor.willSuspend()
        let hasReturned = Locked(false)
        let stop = Task {
            await monitor.backgroundWorkEnded()
            hasReturned.withLock { $0 = true }
        }
        let work = LongWork()
        let running = Task { await monitor.withBackgroundTime { await work.run() } }
        try await eventually { work.hasBegun }
        #expect(!hasReturned.withLock { $0 })
        work.finish()
        await running.value
        await stop.value
        await follower.leave()
    }

    @Test("waits no longer than the background time, on the real clock too")
    func waitsNoLonger() async {
        let monitor = ProcessLifecycleMonitor(backgroundTime: .milliseconds(20))
        let follower = LifecycleFollower(monitor.events())
        monitor.willSuspend()
        let work = LongWork()
        let running = Task { await monitor.withBackgroundTime { await work.run() } }
        await monitor.backgroundWorkEnded()
        await running.value
        #expect(work.wasCancelled)
        await follower.leave()
    }

    @Test("waits for nothing when no tracker is there, or none has anything to do")
    func waitsForNothing() async {
        let monitor = ProcessLifecycleMonitor(backgroundTime: .seconds(60))
        await monitor.backgroundWorkEnded()
        monitor.willTerminate()
        await monitor.backgroundWorkEnded()
        #expect(monitor.hub.present == .background)
    }

    @Test("asks once more when a suspended process is to end")
    func terminatesWhileSuspended() async {
        let clock = ManualClock()
        let monitor = ProcessLifecycleMonitor(
            clock: clock, work: clock.work, startsIn: .foreground, backgroundTime: .seconds(5))
        let follower = LifecycleFollower(monitor.events())
        monitor.willSuspend()
        await monitor.withBackgroundTime {}
        monitor.willTerminate()
        #expect(monitor.hub.held == 1)
        await monitor.withBackgroundTime {}
        await monitor.backgroundWorkEnded()
        await clock.work.untilIdle()
        #expect(follower.seen == [.foreground, .background, .background])
        await follower.leave()
    }

    @Test("has two trackers on one monitor share one hold")
    func shared() async {
        let monitor = ProcessLifecycleMonitor()
        let followers = [LifecycleFollower(monitor.events()), LifecycleFollower(monitor.events())]
        monitor.willSuspend()
        #expect(monitor.hub.held == 1)
        await monitor.withBackgroundTime {}
        #expect(monitor.hub.held == 1)
        await monitor.withBackgroundTime {}
        #expect(monitor.hub.held == 0)
        for follower in followers { await follower.leave() }
    }
}
