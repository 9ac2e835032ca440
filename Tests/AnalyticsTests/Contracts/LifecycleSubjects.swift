import Analytics
import AnalyticsTesting
import Testing

/// The monitors that can be told where the app is: the real one of a command-line host, and the fake.
enum LifecycleSubject: String, CaseIterable, CustomTestStringConvertible {
    case manual, process

    var testDescription: String { rawValue }

    /// The subject in a world where time stands still until it is moved.
    func make(startsIn event: LifecycleEvent = .foreground, backgroundTime: Duration = .seconds(30))
        -> LifecycleWorld
    {
        let clock = ManualClock()
        switch self {
        case .manual:
            let monitor = ManualLifecycleMonitor(
                clock: clock, startsIn: event, backgroundTime: backgroundTime)
            return LifecycleWorld(
                clock: clock, monitor: monitor, enterBackground: monitor.enterBackground,
                enterForeground: monitor.enterForeground, held: { monitor.assertionsHeld })
        case .process:
            let monitor = ProcessLifecycleMonitor(
                clock: clock, work: clock.work, startsIn: event, backgroundTime: backgroundTime)
            return LifecycleWorld(
                clock: clock, monitor: monitor, enterBackground: monitor.willSuspend,
                enterForeground: monitor.didResume, held: { monitor.hub.held })
        }
    }
}

/// A monitor, and what its platform or its host can do to it.
struct LifecycleWorld: Sendable {
    let clock: ManualClock
    let monitor: any LifecycleMonitor
    let enterBackground: @Sendable () -> Void
    let enterForeground: @Sendable () -> Void
    let held: @Sendable () -> Int

    /// Starts to follow; what is seen is complete after `settle()`.
    func follow() -> LifecycleFollower { LifecycleFollower(monitor.events()) }

    /// Returns when every follower has dealt with all it was told.
    func settle() async { await clock.work.untilIdle() }
}

/// Reads one stream to its end.
struct LifecycleFollower: Sendable {
    private let log: Locked<[LifecycleEvent]>
    private let task: Task<Void, Never>

    init(_ stream: AsyncStream<LifecycleEvent>) {
        let log = Locked<[LifecycleEvent]>([])
        self.log = log
        task = Task {
            for await event in stream { log.withLock { $0.append(event) } }
        }
    }

    var seen: [LifecycleEvent] { log.withLock { $0 } }

    /// Cancels the reader and returns when its stream has finished.
    func leave() async {
        task.cancel()
        await task.value
    }
}

/// Work that goes on until it is cancelled or let go, and can be waited for.
final class LongWork: Sendable {
    private struct State {
        var hasBegun = false
        var isDone = false
        var wasCancelled = false
        var isHeldBack = false
    }

    private let state = Locked(State())

    var hasBegun: Bool { state.withLock(\.hasBegun) }
    var wasCancelled: Bool { state.withLock(\.wasCancelled) }

    /// Lets the work end by itself.
    func finish() { state.withLock { $0.isDone = true } }

    /// Makes the work ignore a cancellation until `finish()`, as a slow file call does.
    func holdBack() { state.withLock { $0.isHeldBack = true } }

    func run() async {
        state.withLock { $0.hasBegun = true }
        while true {
            let isOver = state.withLock { state -> Bool in
                if Task.isCancelled { state.wasCancelled = true }
                return state.isDone || (state.wasCancelled && !state.isHeldBack)
            }
            if isOver { return }
            await Task.yield()
        }
    }

    /// Runs as a tracker would, and returns once it has begun.
    func start(in world: LifecycleWorld) async throws -> Task<Void, Never> {
        let task = Task { await world.monitor.withBackgroundTime { await self.run() } }
        try await eventually { hasBegun }
        return task
    }
}

/// Waits for a condition that other tasks bring about; the limit is for a fault only.
func eventually(_ place: SourceLocation = #_sourceLocation, _ condition: () -> Bool) async throws {
    let limit = ContinuousClock.now + .seconds(120)
    while !condition() {
        try #require(ContinuousClock.now < limit, "did not come about in 120 s", sourceLocation: place)
        await Task.yield()
    }
}
