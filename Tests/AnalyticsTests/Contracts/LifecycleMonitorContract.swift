import Analytics
import AnalyticsTesting
import Testing

/// A conformer of `LifecycleMonitor` and the hands that move it; add one to `all` to have it pass the suite.
struct LifecycleSubject: Sendable, CustomStringConvertible {
    let description: String
    let monitor: @Sendable (LifecycleEvent) -> Moved

    /// One monitor, and what its platform would do to it.
    struct Moved: Sendable {
        let monitor: any LifecycleMonitor
        let enterBackground: @Sendable () async -> Void
        let enterForeground: @Sendable () async -> Void
        /// The background time runs out.
        let expire: @Sendable () async -> Void
    }

    static let all = [
        LifecycleSubject(description: "manual") { start in
            let manual = ManualLifecycleMonitor(clock: ManualClock(), startsIn: start)
            return Moved(
                monitor: manual, enterBackground: { manual.enterBackground() },
                enterForeground: { manual.enterForeground() }, expire: { manual.expireBackgroundTime() })
        }
    ]
}

/// What every `LifecycleMonitor` promises.
@Suite(.timeLimit(.minutes(1))) struct LifecycleMonitorContract {
    @Test(arguments: LifecycleSubject.all, LifecycleEvent.allCases)
    func theFirstElementIsThePresentState(subject: LifecycleSubject, start: LifecycleEvent) async {
        let moved = subject.monitor(start)
        var events = moved.monitor.events().makeAsyncIterator()
        #expect(await events.next() == start)
    }

    @Test(arguments: LifecycleSubject.all)
    func everyCallerHasAStreamOfItsOwnWithEveryChangeInOrder(subject: LifecycleSubject) async {
        let moved = subject.monitor(.foreground)
        var first = moved.monitor.events().makeAsyncIterator()
        #expect(await first.next() == .foreground)
        await moved.enterBackground()
        var second = moved.monitor.events().makeAsyncIterator()
        #expect(await second.next() == .background)
        await moved.enterForeground()
        #expect(await first.next() == .background)
        #expect(await first.next() == .foreground)
        #expect(await second.next() == .foreground)
    }

    @Test(arguments: LifecycleSubject.all)
    func theStreamFinishesWithItsCallersTask(subject: LifecycleSubject) async {
        let moved = subject.monitor(.foreground)
        let (seen, bell) = AsyncStream<LifecycleEvent>.makeStream()
        let reader = Task {
            for await event in moved.monitor.events() { bell.yield(event) }
            bell.finish()
        }
        var events = seen.makeAsyncIterator()
        #expect(await events.next() == .foreground)
        reader.cancel()
        await reader.value
        #expect(await events.next() == nil)
        // Nobody listens any more: that must not hold anything up.
        await moved.enterBackground()
        await moved.enterForeground()
    }

    @Test(arguments: LifecycleSubject.all)
    func backgroundWorkIsRunAndWaitedFor(subject: LifecycleSubject) async {
        let moved = subject.monitor(.foreground)
        await moved.enterBackground()
        let isDone = Locked(false)
        await moved.monitor.withBackgroundTime {
            await Task.yield()
            isDone.withLock { $0 = true }
        }
        #expect(isDone.withLock { $0 })
    }

    @Test(arguments: LifecycleSubject.all)
    func workIsCancelledWhenTheTimeRunsOut(subject: LifecycleSubject) async {
        let moved = subject.monitor(.foreground)
        await moved.enterBackground()
        let (begun, bell) = AsyncStream<Void>.makeStream()
        let (never, _) = AsyncStream<Void>.makeStream()
        let background = Task {
            await moved.monitor.withBackgroundTime {
                bell.finish()
                // Ends with the cancellation only.
                for await _ in never {}
            }
        }
        for await _ in begun {}
        await moved.expire()
        await background.value
    }

    @Test(arguments: LifecycleSubject.all)
    func everyBeginHasItsEndAlsoWhenTheAppIsBackBefore(subject: LifecycleSubject) async {
        let moved = subject.monitor(.foreground)
        for _ in 0..<20 {
            await moved.enterBackground()
            let work = Task { await moved.monitor.withBackgroundTime {} }
            await moved.enterForeground()
            await work.value
        }
        #expect(moved.monitor.backgroundTimeLeft() == nil)
    }

    @Test(arguments: LifecycleSubject.all)
    func timeLeftIsSaidOnlyInTheBackgroundAndNeverBelowZero(subject: LifecycleSubject) async {
        let moved = subject.monitor(.foreground)
        #expect(moved.monitor.backgroundTimeLeft() == nil)
        await moved.enterBackground()
        #expect(moved.monitor.backgroundTimeLeft().map { $0 >= .zero } ?? true)
        await moved.expire()
        #expect(moved.monitor.backgroundTimeLeft().map { $0 >= .zero } ?? true)
    }
}

/// What every `ConditionMonitor` promises.
@Suite(.timeLimit(.minutes(1))) struct ConditionMonitorContract {
    private static let changes = NetworkCondition.allCases.flatMap { network in
        [false, true].map { Conditions(network: network, isLowPower: $0) }
    }

    @Test(arguments: changes)
    func theFirstElementIsThePresentStateAndEveryChangeFollows(start: Conditions) async {
        let monitor = ManualConditions(clock: ManualClock(), start)
        var first = monitor.conditions().makeAsyncIterator()
        #expect(await first.next() == start)
        for change in Self.changes {
            monitor.present = change
            var late = monitor.conditions().makeAsyncIterator()
            #expect(await late.next() == change)
            #expect(await first.next() == change)
        }
    }

    @Test func theStreamFinishesWithItsCallersTask() async {
        let monitor = ManualConditions(clock: ManualClock())
        let (seen, bell) = AsyncStream<Void>.makeStream()
        let reader = Task {
            for await _ in monitor.conditions() { bell.yield() }
            bell.finish()
        }
        var events = seen.makeAsyncIterator()
        _ = await events.next()
        reader.cancel()
        await reader.value
        monitor.present = Conditions(network: .offline)
        #expect(await events.next() == nil)
    }
}
