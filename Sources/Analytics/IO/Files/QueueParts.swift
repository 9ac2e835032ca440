extension FileEventQueue {
    /// What the queue works with.
    package struct Parts: Sendable {
        /// The owner folder. Called once, on the queue's executor: finding the platform's place takes time.
        package var directory: @Sendable () -> String
        package var destination: DestinationScope
        package var segmentEvents: Int
        package var limits: QueueLimits
        /// Whether the state file keeps the user's consent.
        package var persistsConsent: Bool
        package var files: any FileOperations
        package var books: any Bookkeeping
        package var clock: any WorldClock
        package var random: any RandomSource
        package var journal: Journal
        package var board: StatusBoard
        /// Called once, at the first segment: reading the locale or the device takes time.
        package var context: @Sendable () -> RecordingContext

        package init(
            directory: @escaping @Sendable () -> String, destination: DestinationScope = DestinationScope(),
            segmentEvents: Int, limits: QueueLimits, persistsConsent: Bool = false,
            files: any FileOperations, books: any Bookkeeping, clock: any WorldClock,
            random: any RandomSource, journal: Journal, board: StatusBoard,
            context: @escaping @Sendable () -> RecordingContext
        ) {
            self.directory = directory
            self.destination = destination
            self.segmentEvents = segmentEvents
            self.limits = limits
            self.persistsConsent = persistsConsent
            self.files = files
            self.books = books
            self.clock = clock
            self.random = random
            self.journal = journal
            self.board = board
            self.context = context
        }

        func report(_ problem: String) {
            journal.record { JournalEntry(time: $0, kind: .problem, detail: problem) }
        }
    }
}
