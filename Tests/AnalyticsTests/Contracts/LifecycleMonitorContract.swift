import Analytics
import AnalyticsTesting
import Testing

/// What `LifecycleMonitor` promises, checked on the real monitor and on the fake.
@Suite("Every lifecycle monitor")
struct LifecycleMonitorContract {
    @Test(
        "tells each new follower first where the app is",
        arguments: LifecycleSubject.allCases, LifecycleEvent.allCases)
    func presentFirst(_ subject: LifecycleSubject, _ event: LifecycleEvent) async {
        let world = subject.make(startsIn: event)
        let early = world.follow()
        await world.settle()
        #expect(early.seen == [event])
        world.enterForeground()
        world.enterBackground()
        let late = world.follow()
        await world.settle()
        #expect(early.seen.last == .background)
        #expect(late.seen == [.background])
    }

    @Test(
        "tells every follower every change, in order, and no change twice",
        arguments: LifecycleSubject.allCases)
    func changes(_ subject: LifecycleSubject) async {
        let world = subject.make()
        let followers = [world.follow(), world.follow()]
        for _ in 0..<2 {
            world.enterBackground()
            world.enterBackground()
            world.enterForeground()
            world.enterForeground()
        }
        await world.settle()
        for follower in followers {
            #expect(follower.seen == [.foreground, .background, .foreground, .background, .foreground])
        }
    }

    @Test("lets a follower go when its task is cancelled", arguments: LifecycleSubject.allCases)
    func cancelledFollower(_ subject: LifecycleSubject) async {
        let world = subject.make()
        let (leaver, stayer) = (world.follow(), world.follow())
        await world.settle()
        await leaver.leave()
        world.enterBackground()
        await world.settle()
        #expect(leaver.seen == [.foreground])
        #expect(stayer.seen == [.foreground, .background])
    }

    @Test(
        "holds background time from the move until the work has ended", arguments: LifecycleSubject.allCases)
    func holds(_ subject: LifecycleSubject) async throws {
        let world = subject.make()
        let follower = world.follow()
        await world.settle()
        world.enterBackground()
        #expect(world.held() == 1, "taken in the move itself, before anyone is told")
        let work = LongWork()
        let running = try await work.start(in: world)
        #expect(world.held() == 1)
        work.finish()
        await running.value
        #expect(!work.wasCancelled)
        #expect(world.held() == 0)
        await follower.leave()
    }

    @Test(
        "cancels the work when the time runs out, and waits for nothing then",
        arguments: LifecycleSubject.allCases)
    func expires(_ subject: LifecycleSubject) async throws {
        let world = subject.make(backgroundTime: .seconds(30))
        let follower = world.follow()
        await world.settle()
        world.enterBackground()
        let work = LongWork()
        work.holdBack()
        let running = try await work.start(in: world)
        await world.clock.advance(by: .seconds(29))
        #expect(world.monitor.backgroundTimeLeft() == .seconds(1))
        #expect(world.held() == 1)
        await world.clock.advance(by: .seconds(1))
        #expect(world.held() == 0, "ended by the expiry, though the work still unwinds")
        try await eventually { work.wasCancelled }
        work.finish()
        await running.value
        #expect(world.monitor.backgroundTimeLeft() == .zero)
        await follower.leave()
    }

    @Test("cancels work at once that comes after the time has run out", arguments: LifecycleSubject.allCases)
    func comesTooLate(_ subject: LifecycleSubject) async {
        let world = subject.make(backgroundTime: .seconds(1))
        let follower = world.follow()
        await world.settle()
        world.enterBackground()
        await world.clock.advance(by: .seconds(2))
        let work = LongWork()
        await world.monitor.withBackgroundTime { await work.run() }
        #expect(work.wasCancelled)
        #expect(world.held() == 0)
        await follower.leave()
    }

    @Test(
        "gives work its full time again after a visit to the foreground", arguments: LifecycleSubject.allCases
    )
    func comesBack(_ subject: LifecycleSubject) async throws {
        let world = subject.make(backgroundTime: .seconds(10))
        let follower = world.follow()
        await world.settle()
        world.enterBackground()
        await world.monitor.withBackgroundTime {}
        await world.clock.advance(by: .seconds(9))
        world.enterForeground()
        #expect(world.monitor.backgroundTimeLeft() == nil)
        world.enterBackground()
        #expect(world.monitor.backgroundTimeLeft() == .seconds(10))
        let work = LongWork()
        let running = try await work.start(in: world)
        await world.clock.advance(by: .seconds(9))
        #expect(!work.wasCancelled)
        work.finish()
        await running.value
        #expect(world.held() == 0)
        await follower.leave()
    }

    @Test(
        "ends what it began: with nobody there, with one who leaves, with two",
        arguments: LifecycleSubject.allCases)
    func everyBeginHasItsEnd(_ subject: LifecycleSubject) async {
        let world = subject.make()
        world.enterBackground()
        #expect(world.held() == 0, "nobody could ever adopt it")
        world.enterForeground()
        let (leaver, stayer) = (world.follow(), world.follow())
        await world.settle()
        world.enterBackground()
        #expect(world.held() == 1, "one assertion, whoever follows")
        await leaver.leave()
        #expect(world.held() == 1)
        await world.monitor.withBackgroundTime {}
        #expect(world.held() == 0)
        await stayer.leave()
    }

    @Test("serves two quick stays one after the other", arguments: LifecycleSubject.allCases)
    func quickStays(_ subject: LifecycleSubject) async {
        let world = subject.make()
        let follower = world.follow()
        world.enterBackground()
        world.enterForeground()
        world.enterBackground()
        await world.settle()
        #expect(world.held() == 2, "the follower's work for neither has come yet")
        await world.monitor.withBackgroundTime {}
        #expect(world.held() == 1)
        await world.monitor.withBackgroundTime {}
        #expect(world.held() == 0)
        await follower.leave()
    }

    @Test(
        "tells everyone the same story when many threads speak at once", arguments: LifecycleSubject.allCases)
    func manyThreads(_ subject: LifecycleSubject) async {
        let world = subject.make()
        let followers = [world.follow(), world.follow()]
        await withTaskGroup(of: Void.self) { group in
            for thread in 0..<4 {
                group.addTask {
                    for _ in 0..<500 {
                        if thread.isMultiple(of: 2) {
                            world.enterBackground()
                        } else {
                            world.enterForeground()
                        }
                    }
                }
            }
        }
        await world.settle()
        let story = followers[0].seen
        #expect(followers[1].seen == story)
        #expect(zip(story, story.dropFirst()).allSatisfy(!=), "the same change was told twice")
        let last = world.follow()
        await world.settle()
        #expect(last.seen == story.suffix(1), "the last that was told is not where the app is")
        for _ in 0..<story.count where world.held() > 0 { await world.monitor.withBackgroundTime {} }
        #expect(world.held() == 0)
    }
}
