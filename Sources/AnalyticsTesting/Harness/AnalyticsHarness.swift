import Analytics

import class Foundation.FileManager
import struct Foundation.URL
import struct Foundation.UUID

/// A real tracker in a world that can be moved and broken: time, transport, lifecycle, conditions, disk and
/// randomness. Whatever it is not told to replace is real.
///
/// It can be crashed and relaunched on the same directory: the old tracker is severed and can touch nothing.
public final class AnalyticsHarness: Sendable {
    /// Where requests go.
    public enum Network: Sendable {
        /// The real uploader on a real URLSession, to the configuration's endpoint.
        case real
        /// No network: a script answers.
        case scripted(ScriptedUploader)
        /// The real uploader, and in place of sockets a function that answers each of its requests.
        case function(@Sendable (Request) -> Answer)
    }

    /// What of the world is replaced.
    public struct World: Sendable {
        /// The clock; stands still unless it is told to run.
        public var clock: ManualClock
        /// Where requests go.
        public var network: Network
        /// Answers questions for the remote configuration, when the configuration names an address to ask; nil to ask
        /// that address over HTTP.
        public var remote: ScriptedConfiguration?
        /// Where the app is.
        public var lifecycle: ManualLifecycleMonitor
        /// Network and power.
        public var conditions: ManualConditions
        /// The disk.
        public var files: FaultyFiles
        /// Makes identifiers and jitter the same in every run; nil for the system's generator.
        public var seed: UInt64?
        /// What a server of ours behind real sockets holds back until the clock moves; nil when none tells.
        package var heldAnswers: HeldAnswers?
        /// Keeps the queue in memory instead of on disk.
        public var keepsQueueInMemory = false

        /// A world that works: a clock that stands still, the foreground, a normal network, a real disk.
        public init(clock: ManualClock = ManualClock(), network: Network? = nil, seed: UInt64? = 1) {
            self.clock = clock
            self.network = network ?? .scripted(ScriptedUploader(clock: clock))
            if case .scripted = self.network { remote = ScriptedConfiguration(clock: clock) }
            lifecycle = ManualLifecycleMonitor(clock: clock)
            conditions = ManualConditions(clock: clock)
            files = FaultyFiles()
            self.seed = seed
        }
    }

    struct Life {
        var tracker: AnalyticsTracker
        var files: SeverableFiles
        var connection: Connection
        var isAlive = true
        var number = 1
        var earlier: [TrackerStatus] = []
    }

    /// The world around the tracker.
    public let world: World
    /// The tracker's owner folder, under the owner's corrected name.
    public let directory: URL
    /// A new element after every change of the tracker's status; many changes are one while nobody looks.
    public let changes: AsyncStream<Void>
    private let bell: AsyncStream<Void>.Continuation
    private let configuration: AnalyticsConfiguration
    private let removesDirectory: Bool
    private let book = HistoryBook()
    let life: Locked<Life>

    /// Makes the world and a first tracker in it.
    ///
    /// Without a directory in the configuration, a new temporary one is made, and removed with the harness.
    public init(configuration: AnalyticsConfiguration, world: World = World()) {
        var configuration = configuration
        removesDirectory = configuration.directory == nil
        if configuration.directory == nil {
            configuration.directory = FileManager.default.temporaryDirectory
                .appendingPathComponent("analytics-harness-\(UUID().uuidString)")
        }
        self.configuration = configuration
        self.world = world
        (changes, bell) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        let first = Self.launch(1, configuration: configuration, world: world, bell: bell, histories: book)
        directory = URL(fileURLWithPath: first.tracker.directory)
        life = Locked(first)
    }

    deinit {
        crash()
        bell.finish()
        guard removesDirectory, let base = configuration.directory else { return }
        // A leftover in the temporary directory is the system's to clear away.
        try? FileManager.default.removeItem(at: base)
    }

    /// The tracker that is alive; after `crash()` the dead one, which records and sends nothing more.
    public var tracker: AnalyticsTracker { life.withLock(\.tracker) }

    /// What the tracker is doing.
    public var status: TrackerStatus { tracker.status }

    /// How many trackers have lived in this world.
    public var lives: Int { life.withLock(\.number) }

    /// Returns when the tracker has nothing in hand: buffer taken, files written, requests answered or held.
    public func settle() async { await world.clock.work.untilIdle() }

    /// Asks for a flush and returns when the tracker has nothing in hand; nil when the flush then still waits for an
    /// answer that only time brings. It goes on, as one whose caller no longer waits.
    public func flushAndSettle() async -> FlushOutcome? {
        let outcome = Locked<FlushOutcome?>(nil)
        let (tracker, work) = (tracker, world.clock.work)
        work.task {
            let ended = await tracker.flush(yielding: work)
            outcome.withLock { $0 = ended }
        }
        await settle()
        return outcome.withLock { $0 }
    }

    /// Runs `body` as if it took no time: the tracker takes nothing from memory before `body` has ended, however many
    /// threads it tracks from, so that the same calls always overflow the buffer by as much.
    public func inOneInstant<Result>(_ body: () async -> Result) async -> Result {
        let tracker = tracker
        tracker.hold(true)
        defer { tracker.hold(false) }
        return await body()
    }

    /// Moves the clock on; see `ManualClock.advance(by:)`.
    public func advance(by span: Duration) async { await world.clock.advance(by: span) }

    /// The process dies at once: what is in memory is gone, and the old tracker can touch nothing any more, neither
    /// files nor the network, from before this returns.
    public func crash() {
        let dying = life.withLock { life -> Life? in
            guard life.isAlive else { return nil }
            life.isAlive = false
            return life
        }
        guard let dying else { return }
        // First: what the collector has of this run must be in its last status.
        dying.connection.cut()
        let last = dying.tracker.status
        life.withLock { $0.earlier.append(last) }
        dying.files.sever()
        dying.tracker.sever()
    }

    /// A new process starts on the same directory; consent is unknown again until the host gives it.
    public func relaunch() {
        crash()
        var next = Self.launch(
            lives + 1, configuration: configuration, world: world, bell: bell, histories: book)
        // Swapped: the old tracker and the host's events in it are released outside the lock.
        life.withLock { life in
            next.earlier = life.earlier
            swap(&life, &next)
        }
    }

    /// Compares the ledger with the files and, when given, with a collector. Meaningful at rest: see `settle()`.
    public func audit(collected: LedgerAudit.Collected? = nil) -> LedgerAudit {
        LedgerAudit(status: status, earlier: earlierLives, directory: directory, collected: collected)
    }

    /// What the policy did to the newest events, the newest first; 2,000 of them, over all lives.
    public var histories: [EventHistory] { book.newestFirst }

    /// What the policy did to the event that a journal's entry is about; nil when that is not among the newest, or the
    /// entry is about no event.
    ///
    /// By name, number and time: numbers begin again after a denial, and dropped events have none.
    public func history(of entry: JournalEntry) -> EventHistory? {
        func distance(_ history: EventHistory) -> Double {
            abs(history.time.timeIntervalSince(entry.time))
        }
        guard let name = entry.name, [.kept, .dropped].contains(entry.kind) else { return nil }
        return book.newestFirst.filter {
            $0.name == name && $0.schemaVersion == entry.schemaVersion && $0.sequence == entry.sequence
        }.min { distance($0) < distance($1) }
    }

    /// The lines of each segment file, header first, by file name in the order of the numbers.
    public func segmentLines() -> [(name: String, lines: [String])] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
        return names.filter { $0.hasSuffix(".jsonl") }.sorted().map { name in
            let data = FileManager.default.contents(atPath: directory.appendingPathComponent(name).path)
            let lines = data.map { $0.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) } }
            return (name, lines ?? [])
        }
    }

    private static func launch(
        _ number: Int, configuration: AnalyticsConfiguration, world: World,
        bell: AsyncStream<Void>.Continuation, histories: HistoryBook
    ) -> Life {
        let connection = Connection()
        let files = SeverableFiles(files: world.files, connection: connection)
        // Another seed in each life: identifiers must not come again.
        let random: any RandomSource =
            world.seed.map { SeededRandom(seed: $0 &+ UInt64(number)) } ?? SystemRandom()
        var environment = TrackerEnvironment(
            clock: ConnectedClock(clock: world.clock, connection: connection), random: random, files: files,
            transport: world.transport(through: connection),
            lifecycle: ConnectedLifecycle(monitor: world.lifecycle, connection: connection),
            conditions: ConnectedConditions(monitor: world.conditions), work: world.clock.work,
            onChange: { if !connection.isCut { bell.yield() } })
        if case .scripted(let uploader) = world.network {
            environment.uploader = ConnectedUploader(uploader: uploader, connection: connection)
        }
        environment.fetcher = world.remote.map { ConnectedFetcher(server: $0, connection: connection) }
        environment.onDecision = { [clock = world.clock] draft, decision, sequence in
            let history = EventHistory(draft, decision, sequence: sequence, time: clock.wall)
            connection.pass { histories.add(history) }
        }
        if world.keepsQueueInMemory { environment.makeQueue = { InMemoryEventQueue(parts: $0) } }
        let tracker = AnalyticsTracker(configuration: configuration, environment: environment)
        return Life(tracker: tracker, files: files, connection: connection, number: number)
    }
}

extension AnalyticsHarness.World {
    /// What carries the real uploader's requests, for as long as the process run lasts.
    fileprivate func transport(through connection: Connection) -> ConnectedTransport {
        let transport: any HTTPTransport
        switch network {
        case .function(let answer): transport = FunctionTransport(clock: clock, answer: answer)
        case .real:
            let real = SystemTransport()
            transport =
                heldAnswers.map { HeldTransport(transport: real, answers: $0) as any HTTPTransport } ?? real
        case .scripted: transport = SystemTransport()
        }
        return ConnectedTransport(transport: transport, connection: connection)
    }
}
