/// Puts one tracker's parts together and keeps them going; the only place that knows them all.
package final class TrackerCore: Sendable {
    let buffer: EventBuffer
    let engine: BatchFlushEngine
    let journal: Journal
    package let queue: any EventQueue
    let doorbell: Doorbell
    private let link: Locked<EventPipeline?>
    private let slot: SendSlot
    private let remote: RemoteControl
    private let refusedIDs = Locked(0)
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
            capacity: configuration.queue.bufferCapacity,
            gate: Gate(awaitsPersistedConsent: configuration.remembersConsent), clock: clock,
            doorbell: doorbell, journal: journal,
            stopwatch: configuration.measuresCalls ? SystemClock.stopwatch : nil,
            onQuietChange: environment.onChange)
        let queueParts = FileEventQueue.Parts(
            directory: { effective.directory }, destination: effective.destination,
            segmentEvents: configuration.flush.count, limits: configuration.queue,
            persistsConsent: configuration.remembersConsent,
            files: environment.files, books: buffer, clock: clock,
            random: environment.random, journal: journal, board: board,
            context: { RecordingContext.current(appVersion: configuration.appVersion) })
        let queue = environment.makeQueue?(queueParts) ?? FileEventQueue(parts: queueParts)
        let slot = SendSlot()
        let uploader =
            environment.uploader
            ?? HTTPBatchUploader(
                endpoint: configuration.endpoint, writeKey: configuration.writeKey,
                timeout: configuration.flush.requestTimeout, transport: environment.transport, clock: clock)
        let remote = Self.remoteControl(
            configuration, environment, buffer: buffer, journal: journal, board: board)
        // The pipeline tells the engine what waits, the engine drains the pipeline: one of the two comes later.
        let link = Locked<EventPipeline?>(nil)
        let engine = BatchFlushEngine(
            parts: FlushParts(
                buffer: buffer, queue: queue, uploader: uploader, lifecycle: environment.lifecycle,
                clock: clock, random: environment.random, journal: journal, board: board, slot: slot,
                remote: remote, work: environment.work, wake: { doorbell.ring() },
                drain: { await link.withLock { $0 }?.drain() }),
            state: FlushState(
                rules: configuration.flush, misconfigured: effective.misconfigured,
                launch: clock.now().monotonic))
        let pipeline = EventPipeline(
            parts: RecordingParts(
                buffer: buffer, doorbell: doorbell, queue: queue, remote: remote,
                clock: clock, random: environment.random, journal: journal, board: board,
                observer: environment.onDecision),
            sessionTimeout: configuration.flush.sessionTimeout, listener: engine)
        link.withLock { $0 = pipeline }
        self.link = link
        self.buffer = buffer
        self.engine = engine
        self.journal = journal
        self.queue = queue
        self.doorbell = doorbell
        self.slot = slot
        self.remote = remote
        self.board = board
        self.environment = environment
        self.effective = effective
        tasks = Self.start(pipeline: pipeline, engine: engine, environment: environment)
        // Read by the pipeline's task, never here.
        if configuration.remembersConsent { doorbell.ring() }
    }

    private static func remoteControl(
        _ configuration: AnalyticsConfiguration, _ environment: TrackerEnvironment, buffer: EventBuffer,
        journal: Journal, board: StatusBoard
    ) -> RemoteControl {
        let fetcher = configuration.remoteConfiguration.map { target in
            environment.fetcher
                ?? HTTPConfigurationFetcher(
                    target: target, endpoint: configuration.endpoint, writeKey: configuration.writeKey,
                    timeout: configuration.flush.requestTimeout, transport: environment.transport,
                    clock: environment.clock)
        }
        return RemoteControl(
            makeBase: {
                RecordingPolicy(
                    limits: configuration.events, sampling: configuration.sampling,
                    scrubbing: configuration.scrubbing)
            },
            fetcher: fetcher, buffer: buffer, journal: journal, board: board)
    }

    private static func start(
        pipeline: EventPipeline, engine: BatchFlushEngine, environment: TrackerEnvironment
    ) -> [Task<Void, Never>] {
        // Followed from now on, not from when the task first runs: a short-lived host may end before that.
        let events = environment.lifecycle.events()
        let conditions = environment.conditions
        // A reader woken at the priority of the host's main thread would run in its place, before `track` returns.
        return [
            Task(priority: .utility) {
                await pipeline.run()
            },
            Task(priority: .utility) {
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
            Task(priority: .utility) {
                for await condition in conditions.conditions() {
                    await engine.conditionsChanged(to: condition)
                }
            },
        ]
    }

    func set(_ consent: Consent) {
        buffer.set(consent)
        // Not by way of the pipeline, which a slow disk or a slow getter of the host may hold up.
        if consent != .granted {
            slot.cancel()
            remote.cancel()
        }
        guard consent == .denied else { return }
        remote.forgetAllButTheSwitch()
        let epoch = buffer.gate.epoch
        queue.noteDenial(upTo: epoch)
        environment.work.task(priority: .userInitiated) { [queue] in
            await queue.removeAll(upTo: epoch)
        }
    }

    func identify(_ userID: String) {
        if let fault = buffer.identify(userID) {
            refusedIDs.withLock { $0 += 1 }
            note("refused: \(fault)")
        } else {
            note("identified")
        }
    }

    func reset() {
        buffer.resetIdentity()
        note("log-out")
    }

    private func note(_ detail: String) {
        journal.record { JournalEntry(time: $0, kind: .identity, detail: detail) }
        environment.onChange?()
    }

    var directory: String { effective.directory }

    var status: TrackerStatus {
        TrackerStatus(
            board: board.snapshot, buffer: buffer.snapshot, now: environment.clock.now(),
            rules: remote.rules(in: effective.configuration), refusedUserIDs: refusedIDs.withLock { $0 },
            corrections: effective.corrections
                + (effective.misconfigured.map { ["misconfigured: \($0)"] } ?? []),
            backgroundTimeLeft: environment.lifecycle.backgroundTimeLeft())
    }

    /// Ends every task and every wait; what is on disk stays.
    package func stop() {
        doorbell.takeDown()
        link.withLock { $0 = nil }
        slot.cancel()
        remote.cancel()
        for task in tasks.dropFirst() { task.cancel() }
        Task { [engine, queue] in
            await engine.shutDown()
            await queue.close()
        }
    }
}
