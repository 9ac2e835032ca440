/// Which fault meets the next request: first those that were queued, then the standing one.
struct FaultQueue {
    /// Queued faults, oldest first; each serves one request.
    private(set) var queued: [Fault] = []
    private(set) var standing = Fault.ok
    /// Rises with every change by a person or script, so that an answer still under way can notice.
    private(set) var generation = 0

    private static let limit = 10_000

    mutating func stand(_ fault: Fault) {
        queued = []
        standing = fault
        generation += 1
    }

    /// Adds faults to the end; those beyond the limit are dropped.
    mutating func enqueue(_ faults: [Fault]) {
        queued += faults.prefix(Self.limit - queued.count)
        generation += 1
    }

    mutating func next() -> Fault {
        queued.isEmpty ? standing : queued.removeFirst()
    }
}
