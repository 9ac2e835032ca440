import Foundation

// Compiled into the Analytics module together with the stub modules, and run: the monitors' own logic, with the
// system's side played by the stubs. What Apple's systems really do is not tested by this.

/// One line for each check, for the Python side to read.
@main
struct Simulated {
    typealias Check = (name: String, body: @MainActor () async throws -> Void)

    /// With a run loop, as an app has: `async` main would leave the main queue to other threads on Linux.
    static func main() {
        Task { @MainActor in exit(await run(CommandLine.arguments.dropFirst().first)) }
        RunLoop.main.run()
    }

    /// Runs the check of that name, or lists them all; returns the exit status.
    @MainActor
    private static func run(_ name: String?) async -> Int32 {
        let checks = uiKitChecks + extensionChecks + conditionChecks
        guard let name else {
            for check in checks { print(check.name) }
            return 0
        }
        guard let check = checks.first(where: { $0.name == name }) else { return 2 }
        do {
            try await check.body()
            print("ok")
            return 0
        } catch {
            print("failed: \(error)")
            return 1
        }
    }
}

struct Failure: Error, CustomStringConvertible {
    var description: String
}

func expect(_ condition: Bool, _ text: String, line: Int = #line) throws {
    if !condition { throw Failure(description: "line \(line): \(text)") }
}

/// Waits for what another task or thread brings about; ten seconds at most.
@MainActor
func eventually(_ text: String, line: Int = #line, _ condition: () -> Bool) async throws {
    let limit = ContinuousClock.now + .seconds(10)
    while !condition() {
        try expect(ContinuousClock.now < limit, "never: \(text)", line: line)
        await Task.yield()
    }
}

/// Follows a monitor as a tracker does, with work that goes on until it is let go or cancelled.
final class Follower: Sendable {
    private struct State {
        var seen: [LifecycleEvent] = []
        var isDone = false
        var begun = 0
        var cancelled = 0
        var ended = 0
    }

    private let state = Locked(State())
    private let task = Locked<Task<Void, Never>?>(nil)

    init(_ monitor: any LifecycleMonitor) {
        let stream = monitor.events()
        let state = state
        let following = Task {
            var isFirst = true
            for await event in stream {
                state.withLock { $0.seen.append(event) }
                if event == .background, !isFirst {
                    Task { await monitor.withBackgroundTime { await Self.work(state) } }
                }
                isFirst = false
            }
        }
        task.withLock { $0 = following }
    }

    private static func work(_ state: Locked<State>) async {
        state.withLock { $0.begun += 1 }
        while !Task.isCancelled, !state.withLock(\.isDone) { await Task.yield() }
        state.withLock {
            $0.cancelled += Task.isCancelled ? 1 : 0
            $0.ended += 1
        }
    }

    func finish() { state.withLock { $0.isDone = true } }

    func leave() async {
        let following = task.withLock { $0 }
        following?.cancel()
        await following?.value
    }

    var seen: [LifecycleEvent] { state.withLock(\.seen) }
    var begun: Int { state.withLock(\.begun) }
    var cancelled: Int { state.withLock(\.cancelled) }
    var ended: Int { state.withLock(\.ended) }
}
