/// Where every part writes what it does, so that the status can be read without waiting for any of them.
package final class StatusBoard: Sendable {
    /// What the parts have written.
    package struct Contents: Sendable {
        package var recording = Recording()
        package var queue = Queue()
        package var flush: Flush?
        package var remote: RemoteTally?
        /// Why the directory cannot be used now, as the pipeline met it.
        package var directory: TrackerStatus.Problem?
    }

    /// Written by the pipeline.
    package struct Recording: Sendable {
        package var installID: String?
        /// The denials that the rest of this section has seen.
        package var epoch = ConsentEpoch()
        package var sessions: SessionTracker?
        package var nextSequence = 1
        package var kept = 0
        package var keysRemoved = 0
        package var stringsCut = 0
    }

    /// Written by the queue.
    package struct Queue: Sendable {
        package var segments: [SegmentRecord] = []
        package var isOpen = false
        package var attemptedUnconfirmed = 0
        /// Lines of files that are answered for and could not be deleted yet.
        package var undeletable = 0
        /// Events and bytes of segments that were recorded for another destination.
        package var foreignEvents = 0
        package var foreignBytes = 0
        package var problems: [TrackerStatus.Problem] = []

        package init(
            segments: [SegmentRecord] = [], isOpen: Bool = false, attemptedUnconfirmed: Int = 0,
            undeletable: Int = 0, foreignEvents: Int = 0, foreignBytes: Int = 0,
            problems: [TrackerStatus.Problem] = []
        ) {
            self.segments = segments
            self.isOpen = isOpen
            self.attemptedUnconfirmed = attemptedUnconfirmed
            self.undeletable = undeletable
            self.foreignEvents = foreignEvents
            self.foreignBytes = foreignBytes
            self.problems = problems
        }
    }

    /// Written by the flush engine.
    package struct Flush: Sendable {
        package var state: FlushState
        package var tally: FlushTally
    }

    private let contents = Locked(Contents())
    private let onChange: (@Sendable () -> Void)?

    /// A board; `onChange` is called after every change, on the thread that made it.
    package init(onChange: (@Sendable () -> Void)? = nil) {
        self.onChange = onChange
    }

    /// Changes one part's section.
    package func update(_ body: (inout Contents) -> Void) {
        contents.withLock { body(&$0) }
        onChange?()
    }

    /// All sections at one instant.
    package var snapshot: Contents { contents.withLock { $0 } }
}

/// What the flush engine has counted since launch.
package struct FlushTally: Sendable, Hashable {
    package var triggers: [FlushTrigger: Int] = [:]
    package var attempts = 0
    package var failures = 0
    package var rawBytes = 0
    package var sentBytes = 0
    package var sent = 0
    package var rejected = 0
    package var discarded = 0
    package var rejections: [String: Int] = [:]
    package var sendingSince: MonotonicTime?
    package var sendingEvents = 0
    package var lastSuccess: LastSend?
    /// Whether no batch was accepted since the last discard.
    package var isDiscardUnresolved = false
    package var lastDiscard: FlushStatus.Discard?
    package var lastOutcome: FlushOutcome?
}

/// The last batch that the server accepted.
package struct LastSend: Sendable, Hashable {
    package var time: Timestamp
    package var events: Int
    package var bytes: Int
    package var duration: Duration
}
