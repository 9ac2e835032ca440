import Analytics
import AnalyticsTesting
import Foundation
import Testing

/// A queue with its books and its clock, and everything that the pipeline and the engine would do with it.
struct QueueRig {
    /// The parts that keep the promise `EventQueue`: the real one and the fake.
    enum Kind: String, CaseIterable, Sendable {
        case file, memory
    }

    let queue: any EventQueue
    let books: EventBuffer
    let clock: ManualClock
    let files = FaultyFiles()
    let directory: String
    private let folder: TemporaryFolder
    private let limits: QueueLimits
    private let segmentEvents: Int
    private let seed: UInt64

    init(
        _ kind: Kind = .file, limits: QueueLimits = QueueLimits(), segmentEvents: Int = 3, seed: UInt64 = 1,
        folder: TemporaryFolder = TemporaryFolder(), clock: ManualClock = ManualClock()
    ) {
        let journal = Journal(capacity: 0, clock: clock)
        self.clock = clock
        self.folder = folder
        self.limits = limits
        self.segmentEvents = segmentEvents
        self.seed = seed
        books = EventBuffer(
            capacity: 10, clock: clock, doorbell: Doorbell(work: clock.work), journal: journal)
        directory = folder.path + "/app"
        let parts = FileEventQueue.Parts(
            directory: { [directory] in directory }, segmentEvents: segmentEvents, limits: limits,
            files: files,
            books: books, clock: clock, random: SeededRandom(seed: seed), journal: journal,
            board: StatusBoard(),
            context: { RecordingContext(app: "1", os: "x", device: "x", locale: "x", sdk: "1") })
        queue = kind == .file ? FileEventQueue(parts: parts) : InMemoryEventQueue(parts: parts)
    }

    /// Closes this life and begins another on the same folder, with books of its own.
    func relaunched() async -> QueueRig {
        await queue.close()
        return QueueRig(
            limits: limits, segmentEvents: segmentEvents, seed: seed + 1_000, folder: folder, clock: clock)
    }

    var ledger: Ledger { books.snapshot.ledger }

    /// Opens, or fails the test.
    @discardableResult
    func open(epoch: UInt64 = 0, _ place: SourceLocation = #_sourceLocation) async throws -> QueueState {
        let opening = await queue.open(epoch: ConsentEpoch(number: epoch))
        guard case .ready(let state) = opening else {
            Issue.record("\(opening)", sourceLocation: place)
            throw CancellationError()
        }
        return state
    }

    /// Takes events in hand and appends them; returns how many wait.
    @discardableResult
    func append(_ count: Int, first: Int, padding: Int = 0, epoch: UInt64 = 0) async -> Int {
        books.recover(count, into: .inHand)
        let lines = EncodedEvents.sample(count, first: first, padding: padding)
        guard case .appended(let waiting) = await queue.append(lines, epoch: ConsentEpoch(number: epoch))
        else {
            return -1
        }
        return waiting
    }

    /// Seals, and hands out every batch in turn, delivered at once; returns the sequence numbers of each.
    func deliverAll() async throws -> [[Int]] {
        await queue.seal()
        let last = await queue.newestClosed() ?? 0
        var batches: [[Int]] = []
        while let batch = await queue.oldestBatch(upTo: last) {
            batches.append(try batch.sequences())
            #expect(batches.last?.count == batch.count)
            await queue.remove(batch.id, as: .delivered(rejected: 0))
        }
        return batches
    }

    func expectBalance(_ place: SourceLocation = #_sourceLocation) {
        #expect(ledger.isBalanced && ledger[.inHand] == 0, "\(ledger)", sourceLocation: place)
    }

    /// Writes a file into the owner folder, which is made when it is missing.
    func plant(_ name: String, _ bytes: some Sequence<UInt8>) throws {
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(fileURLWithPath: directory + "/" + name))
    }

    func contents(of name: String) -> [UInt8] {
        FileManager.default.contents(atPath: directory + "/" + name).map(Array.init) ?? []
    }

    var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []).sorted()
    }

    var segments: [String] { names.filter { $0.hasSuffix(".jsonl") } }
}

/// A folder that goes when nobody needs it any more.
final class TemporaryFolder: Sendable {
    let path: String

    init() {
        path =
            FileManager.default.temporaryDirectory
            .appendingPathComponent("analytics-tests-\(UUID().uuidString)").path
    }

    // A leftover in the temporary directory is the system's to clear away.
    deinit { try? FileManager.default.removeItem(atPath: path) }
}

extension Batch {
    /// The sequence numbers of its events, -1 for an object without one, by a reader that is not ours; throws when
    /// a server could not read it.
    func sequences() throws -> [Int] {
        struct Event: Decodable { var seq: Int? }
        let body = Data(Array("[".utf8) + events + Array("]".utf8))
        _ = try #require(String(data: body, encoding: .utf8), "no UTF-8: \(body.count) bytes")
        return try JSONDecoder().decode([Event].self, from: body).map { $0.seq ?? -1 }
    }
}
