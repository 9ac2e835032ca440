/// Puts one tracker's parts together and keeps them going; the only place that knows them all.
package final class TrackerCore: Sendable {
    let buffer: EventBuffer
    let engine: BatchFlushEngine
    let journal: Journal
    package let queue: any EventQueue
    private let doorbell: Doorbell
    private let link: Locked<EventPipeline?>
    private let slot: SendSlot
    private let board: StatusBoard
    private let environment: TrackerEnvironment
    private let effective: AnalyticsConfiguration.Effective
    private let tasks: [Task<Void, Never>]

    init(_ effective: AnalyticsConfiguration.Effective, environment: TrackerEnvironment) {
        let configuration = effective.configuration
        let clock = environment.clock
        let journal = Journal(capacity: configuration.journalCapacity, clock: clock)
        let board = StatusBoard(onChange: environment.onChange)
        let doorbell = Doorbell(work: environment.work)
        let buffer = EventBuffer(
            capacity: configuration.queue.bufferCapacity, clock: clock, doorbell: doorbell, journal: journal,
            onQuietChange: environment.onChange)
        let queueParts = FileEventQueue.Parts(
            directory: effective.directory, segmentEvents: configuration.flush.count,
            limits: configuration.queue, files: environment.files, books: buffer, clock: clock,
            random: environment.random, journal: journal, board: board,
            context: { RecordingContext.current(appVersion: configuration.appVersion) })
        let queue = environment.makeQueue?(queueParts) ?? FileEventQueue(parts: queueParts)
        let slot = SendSlot()
        let uploader =
            environment.uploader
            ?? HTTPBatchUploader(
                endpoint: configuration.endpoint, writeKey: configuration.writeKey,
                timeout: configuration.flush.requestTimeout, transport: environment.transport, clock: clock)
        // The pipeline tells the engine what waits, the engine drains the pipeline: one of the two comes later.
        let link = Locked<EventPipeline?>(nil)
        let engine = BatchFlushEngine(
            parts: FlushParts(
                buffer: buffer, queue: queue, uploader: uploader, lifecycle: environment.lifecycle,
                clock: clock, random: environment.random, journal: journal, board: board, slot: slot,
                work: environment.work, drain: { await link.withLock { $0 }?.drain() }),
            state: FlushState(
                rules: configuration.flush, misconfigured: effective.misconfigured,
                launch: clock.now().monotonic))
        let pipeline = EventPipeline(
            parts: RecordingParts(
                buffer: buffer, doorbell: doorbell, queue: queue,
                policy: RecordingPolicy(
                    limits: configuration.events, sampling: configuration.sampling,
                    scrubbing: configuration.scrubbing),
                clock: clock, random: environment.random, journal: journal, board: board),
            sessionTimeout: configuration.flush.sessionTimeout, listener: engine)
        link.withLock { $0 = pipeline }
        self.link = link
        self.buffer = buffer
        self.engine = engine
        self.journal = journal
        self.queue = queue
        self.doorbell = doorbell
        self.slot = slot
        self.board = board
        self.environment = environment
        self.effective = effective
        tasks = Self.start(pipeline: pipeline, engine: engine, environment: environment)
    }

    private static func start(
        pipeline: EventPipeline, engine: BatchFlushEngine, environment: TrackerEnvironment
    ) -> [Task<Void, Never>] {
        // Followed from now on, not from the task's first turn: a short-lived host may end before that.
        let events = environment.lifecycle.events()
        let conditions = environment.conditions
        return [
            Task {
                await pipeline.run()
            },
            Task {
                var isPresent = true
                for await event in events {
                    // The first tells where the app is and triggers nothing.
                    if isPresent {
                        await engine.begin(in: event)
                    } else {
                        await engine.lifecycleChanged(to: event)
                    }
                    isPresent = false
                }
            },
            Task {
                for await condition in conditions.conditions() {
                    await engine.conditionsChanged(to: condition)
                }
            },
        ]
    }

    func set(_ consent: Consent) {
        buffer.set(consent)
        // Not by way of the pipeline, which a slow disk may hold up.
        if consent != .granted { slot.cancel() }
    }

    var status: TrackerStatus {
        TrackerStatus(
            board: board.snapshot, buffer: buffer.snapshot, now: environment.clock.now(),
            limits: effective.configuration.queue,
            corrections: effective.corrections
                + (effective.misconfigured.map { ["misconfigured: \($0)"] } ?? []),
            backgroundTimeLeft: environment.lifecycle.backgroundTimeLeft())
    }

    /// Ends every task and every wait; what is on disk stays.
    package func stop() {
        doorbell.takeDown()
        link.withLock { $0 = nil }
        slot.cancel()
        for task in tasks.dropFirst() { task.cancel() }
        Task { [engine, queue] in
            await engine.shutDown()
            await queue.close()
        }
    }
}
