import Dispatch

/// The system's side of expiring activities, for running the monitor where there is none. Not part of Foundation.
public final class ExpiringActivities: Sendable {
    /// The instance that runs every expiring activity.
    public static let shared = ExpiringActivities()

    private struct Present {
        var running: [Int: @Sendable (Bool) -> Void] = [:]
        var begun = 0
        var refuses = false
    }

    private let present = Locked(Present())
    private let queue = DispatchQueue(label: "expiring", attributes: .concurrent)

    /// Whether there is no time for anyone: a block is called once, with true.
    public var refuses: Bool {
        get { present.withLock(\.refuses) }
        set { present.withLock { $0.refuses = newValue } }
    }

    /// Blocks that have not returned; each keeps the process from being suspended.
    public var held: Int { present.withLock(\.running.count) }

    /// Blocks begun so far.
    public var begun: Int { present.withLock(\.begun) }

    func perform(_ block: @escaping @Sendable (Bool) -> Void) {
        let (id, isRefused) = present.withLock { present in
            present.begun += 1
            present.running[present.begun] = block
            return (present.begun, present.refuses)
        }
        queue.async {
            block(isRefused)
            self.present.withLock { _ = $0.running.removeValue(forKey: id) }
        }
    }

    /// The system takes the time back: it calls every block again.
    public func runOutOfTime() {
        for block in present.withLock({ Array($0.running.values) }) { queue.async { block(true) } }
    }
}
