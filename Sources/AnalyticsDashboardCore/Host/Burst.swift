import AnalyticsTerminalKit
import Foundation

/// Many events as fast as they can be fired.
public struct Burst: Sendable, Equatable {
    /// How many events.
    public let events: Int
    /// How many threads fire them, each its share.
    public let threads: Int

    /// A burst; no events at the least, and one thread.
    public init(events: Int, threads: Int) {
        self.events = max(0, events)
        self.threads = max(1, threads)
    }

    /// Such as `1,500 events from 4 threads`.
    var words: String {
        "\(CountText.grouped(events)) events from \(threads) \(threads == 1 ? "thread" : "threads")"
    }

    /// How many events each thread fires.
    var shares: [Int] {
        (0..<threads).map { events / threads + ($0 < events % threads ? 1 : 0) }
    }

    /// Calls `fire` once for each event and returns when all threads are done.
    ///
    /// Threads of its own, as a host's: tasks would share the few that the tracker works on.
    public func run(_ fire: @escaping @Sendable () -> Void) async {
        let (ends, bell) = AsyncStream<Void>.makeStream()
        for share in shares {
            let thread = Thread {
                for _ in 0..<share { fire() }
                bell.yield()
            }
            thread.name = "burst"
            thread.start()
        }
        var left = threads
        for await _ in ends {
            left -= 1
            if left == 0 { break }
        }
    }
}
