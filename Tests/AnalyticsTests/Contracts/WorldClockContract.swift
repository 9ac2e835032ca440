import Analytics
import AnalyticsTesting
import Testing

/// A conformer of `WorldClock`, and what makes its time pass.
struct ClockSubject: Sendable, CustomStringConvertible {
    let description: String
    let clock: any WorldClock
    /// Lets at least that much time pass, and what is due by then begin.
    let pass: @Sendable (Duration) async -> Void

    static var all: [ClockSubject] {
        let manual = ManualClock()
        let running = ManualClock()
        running.run(atSpeed: 1_000)
        return [
            ClockSubject(description: "system", clock: SystemClock()) { span in
                // An alarm of its own, on the same clock, is the shortest way to know that the time has passed.
                let (rings, bell) = AsyncStream<Void>.makeStream()
                let clock = SystemClock()
                let alarm = clock.schedule(at: clock.now().monotonic + span) { bell.finish() }
                for await _ in rings {}
                alarm.cancel()
            },
            ClockSubject(description: "manual", clock: manual) { await manual.advance(by: $0) },
            ClockSubject(description: "manual, moved by real time", clock: running) {
                await running.advance(by: $0)
            },
        ]
    }
}

/// What every `WorldClock` promises.
@Suite(.timeLimit(.minutes(10))) struct WorldClockContract {
    @Test(arguments: ClockSubject.all)
    func monotonicTimeNeverGoesBack(subject: ClockSubject) async {
        var last = subject.clock.now().monotonic
        for step in 0..<1_000 {
            if step % 100 == 0 { await subject.pass(.milliseconds(1)) }
            let now = subject.clock.now().monotonic
            #expect(now >= last)
            last = now
        }
    }

    @Test(arguments: ClockSubject.all)
    func anActionRunsOnceAtItsTimeOrSoonAfter(subject: ClockSubject) async {
        let begun = Locked<[MonotonicTime]>([])
        let (rings, bell) = AsyncStream<Void>.makeStream()
        let deadline = subject.clock.now().monotonic + .milliseconds(20)
        let alarm = subject.clock.schedule(at: deadline) {
            begun.withLock { $0.append(subject.clock.now().monotonic) }
            bell.finish()
        }
        await subject.pass(.milliseconds(30))
        for await _ in rings {}
        await subject.pass(.milliseconds(30))
        alarm.cancel()
        let times = begun.withLock { $0 }
        #expect(times.count == 1)
        #expect(times.allSatisfy { $0 >= deadline })
    }

    @Test(arguments: ClockSubject.all)
    func anActionWhoseTimeHasPassedRunsAtOnce(subject: ClockSubject) async {
        let (rings, bell) = AsyncStream<Void>.makeStream()
        let past = MonotonicTime(nanoseconds: subject.clock.now().monotonic.nanoseconds - 1_000_000)
        let alarm = subject.clock.schedule(at: past) { bell.finish() }
        await subject.pass(.zero)
        for await _ in rings {}
        alarm.cancel()
    }

    @Test(arguments: ClockSubject.all)
    func aCancelledActionNeverRuns(subject: ClockSubject) async {
        let runs = Locked(0)
        let now = subject.clock.now().monotonic
        for wait in [Duration.milliseconds(20), .milliseconds(25)] {
            let alarm = subject.clock.schedule(at: now + wait) { runs.withLock { $0 += 1 } }
            alarm.cancel()
            alarm.cancel()
        }
        await subject.pass(.milliseconds(40))
        #expect(runs.withLock { $0 } == 0)
    }

    @Test(arguments: ClockSubject.all)
    func anActionMayCallItselfOffAndSetAnother(subject: ClockSubject) async {
        let (rings, bell) = AsyncStream<Void>.makeStream()
        let alarm = Locked<Alarm?>(nil)
        let first = subject.clock.schedule(at: subject.clock.now().monotonic + .milliseconds(5)) {
            alarm.withLock { $0 }?.cancel()
            let next = subject.clock.schedule(at: subject.clock.now().monotonic + .milliseconds(5)) {
                bell.finish()
            }
            alarm.withLock { $0 = next }
        }
        alarm.withLock { $0 = $0 ?? first }
        await subject.pass(.milliseconds(30))
        for await _ in rings {}
    }
}
