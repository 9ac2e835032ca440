import Analytics
import TerminalKit

/// Everything that the screen shows.
public struct Model: Sendable {
    /// What lies over the panes.
    public enum Overlay: Sendable, Equatable {
        case none
        case help
        case consent
        case deny(Dialog)
        case burst(BurstMenu)
        case faults(selection: Int)
    }

    /// The tracker at the last refresh.
    public var status: TrackerStatus
    /// The newest things that happened, oldest first.
    public var journal: [JournalEntry] = []
    /// What the collector has.
    public var collector = CollectorSummary()
    /// The faults that can be chosen.
    public var faults: [FaultChoice] = []
    /// The sample events' labels, key 1 first.
    public var samples: [String] = []
    /// What the last action did.
    public var message = "Nothing is recorded without a yes: press c, then g, to grant consent."
    /// What lies over the panes.
    public var overlay = Overlay.none
    /// Whether the view stands still while the tracker goes on.
    public var isPaused = false
    /// Refreshes that a paused view has passed over.
    public var missed = 0
    /// Differences that the last audit found; nil before the first.
    public var audit: (findings: Int, time: Timestamp)?
    /// Events tracked in each of the last 60 seconds, the present one last.
    public var rates = RateWindow()

    /// The first screen.
    public init(status: TrackerStatus, faults: [FaultChoice] = [], samples: [String] = []) {
        self.status = status
        self.faults = faults
        self.samples = samples
    }

    /// Whether the screen changes by itself within the next second.
    public var isMoving: Bool {
        !isPaused
            && (status.flush.nextTimer != nil || !status.segments.isEmpty || rates.values.contains { $0 > 0 }
                || status.backgroundTimeLeft ?? 0 > 0)
    }
}

/// Events tracked in each of the last 60 seconds.
public struct RateWindow: Sendable, Equatable {
    /// The counts, the present second last.
    public private(set) var values = [Int](repeating: 0, count: 60)
    private var second: Int64 = 0
    private var tracked = 0

    /// An empty window.
    public init() {}

    /// Takes in how many events have been tracked in all at `time`.
    public mutating func update(tracked: Int, at time: Timestamp) {
        let now = time.milliseconds / 1_000
        if second == 0 { second = now }
        let passed = Int(max(0, min(60, now - second)))
        values = Array(values.dropFirst(passed)) + [Int](repeating: 0, count: passed)
        second = max(second, now)
        values[59] += max(0, tracked - self.tracked)
        self.tracked = tracked
    }
}
