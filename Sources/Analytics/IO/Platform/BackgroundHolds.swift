/// The books of background time: which holds there are, who still owes work in them, and what runs.
///
/// A move to the background takes a *hold* at once, before any hop: a platform's assertion, or a time on a clock.
/// Each follower adopts it once with its work. It ends with the last work in it, or when the time runs out,
/// whichever is first, and exactly once. A value without locks or waiting: each change returns what is to be done.
///
///     take ── held ──┬── adopt … release ──┐
///                    └── adopt … release ──┴── ended
///          expire: work cancelled, ended at once
struct BackgroundHolds: Sendable {
    typealias Work = Task<Void, Never>
    typealias End = @Sendable () -> Void

    /// What a change leaves to be done, outside any lock and in this order.
    struct Settled: Sendable {
        var cancelled: [Work] = []
        var ends: [End] = []
        var waiters: [CheckedContinuation<Void, Never>] = []

        func carryOut() {
            for work in cancelled { work.cancel() }
            for end in ends { end() }
            for waiter in waiters { waiter.resume() }
        }
    }

    private struct Hold: Sendable {
        let id: Int
        /// Followers that have not yet begun their work in it.
        var owed: Int
        var running: Set<Work> = []
        var isOver = false
        /// Nil once it was called.
        var end: End?

        var isIdle: Bool { owed == 0 && running.isEmpty }
    }

    private var holds: [Hold] = []
    private var waiters: [CheckedContinuation<Void, Never>] = []
    /// Holds taken so far.
    private(set) var taken = 0

    /// Holds that were taken and not yet ended.
    var held: Int { holds.count { $0.end != nil } }

    /// Takes a hold for `followers`; without any it ends at once, since nobody could ever adopt it.
    mutating func take(for followers: Int, end: @escaping End) -> Settled {
        taken += 1
        holds.append(Hold(id: taken, owed: followers, end: end))
        return settle()
    }

    /// Begins a follower's work in the oldest hold that still waits for some, else in the newest; nil when there is
    /// none. Work in a hold whose time has run out is to be cancelled at once.
    mutating func adopt(_ work: Work) -> (hold: Int, isOver: Bool)? {
        guard let index = holds.firstIndex(where: { $0.owed > 0 }) ?? holds.indices.last else { return nil }
        holds[index].owed = max(0, holds[index].owed - 1)
        holds[index].running.insert(work)
        return (holds[index].id, holds[index].isOver)
    }

    /// The work has ended.
    mutating func release(_ work: Work, from hold: Int) -> Settled {
        guard let index = holds.firstIndex(where: { $0.id == hold }) else { return Settled() }
        holds[index].running.remove(work)
        return settle()
    }

    /// Someone stopped following: no more work comes from there.
    mutating func limit(to followers: Int) -> Settled {
        for index in holds.indices { holds[index].owed = min(holds[index].owed, followers) }
        return settle()
    }

    /// The time has run out: everything running is cancelled and every hold ends now, not when the work has.
    mutating func expire() -> Settled {
        let running = holds.flatMap(\.running)
        let ends = holds.compactMap(\.end)
        for index in holds.indices {
            holds[index].isOver = true
            holds[index].end = nil
        }
        var settled = settle()
        settled.cancelled = running
        settled.ends = ends
        return settled
    }

    /// Keeps `waiter` until nothing is held; false when that is so already.
    mutating func keep(_ waiter: CheckedContinuation<Void, Never>) -> Bool {
        guard held > 0 else { return false }
        waiters.append(waiter)
        return true
    }

    private mutating func settle() -> Settled {
        var settled = Settled()
        settled.ends = holds.filter(\.isIdle).compactMap(\.end)
        holds.removeAll(where: \.isIdle)
        guard held == 0 else { return settled }
        settled.waiters = waiters
        waiters = []
        return settled
    }
}
