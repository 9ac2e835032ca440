import Foundation

/// The newest arrivals at a collector, told in lines when somebody asks.
///
/// Safe from any thread. What happens is kept as it is and put into words only on demand: under load nobody reads it.
public final class ArrivalLog: Sendable {
    private let newest: Locked<Ring<(time: Date, change: CollectorChange)>>
    private let now: @Sendable () -> Date

    /// An empty log that keeps the newest `capacity` changes.
    public init(capacity: Int = 400, now: @escaping @Sendable () -> Date = { Date() }) {
        newest = Locked(Ring(capacity: capacity))
        self.now = now
    }

    /// Takes in what just happened.
    public func note(_ changes: [CollectorChange]) {
        let time = now()
        newest.withLock { newest in
            for change in changes { _ = newest.append((time, change)) }
        }
    }

    /// A line for each arrival, the newest first.
    public var lines: [String] {
        newest.withLock { $0.elements }.reversed().compactMap { ArrivalText.line($0.change, at: $0.time) }
    }
}
