import Analytics
import AnalyticsTesting
import Foundation
import Testing

/// An event for tests.
struct Step: AnalyticsEvent {
    static let name = "step"
    static let schemaVersion = 1
    var number = 0
    var properties: [String: PropertyValue] { ["number": .int(number)] }
}

/// A real tracker on a real disk, its server a script, its time moved by hand.
struct Stage {
    let harness: AnalyticsHarness
    let server: ScriptedUploader
    let remote: ScriptedConfiguration

    /// With the scripted server, unless another network is given.
    init(
        network: AnalyticsHarness.Network? = nil, _ change: (inout AnalyticsConfiguration) -> Void = { _ in }
    ) throws {
        let endpoint = try #require(URL(string: "http://127.0.0.1:9"))
        var configuration = AnalyticsConfiguration(endpoint: endpoint, appVersion: "1")
        configuration.journalCapacity = 1_000
        change(&configuration)
        let clock = ManualClock()
        server = ScriptedUploader(clock: clock)
        remote = ScriptedConfiguration(clock: clock)
        var world = AnalyticsHarness.World(clock: clock, network: network ?? .scripted(server))
        world.remote = network == nil ? remote : nil
        harness = AnalyticsHarness(configuration: configuration, world: world)
    }

    var ledger: Ledger { harness.status.ledger }

    func grant() async {
        harness.tracker.setConsent(.granted)
        await harness.settle()
    }

    func deny() async {
        harness.tracker.setConsent(.denied)
        await harness.settle()
    }

    func track(_ count: Int) async {
        for number in 0..<count { harness.tracker.track(Step(number: number)) }
        await harness.settle()
    }

    /// A flush whose request waits at the server until `server.isHeld` is false; returns once it is under way.
    func startHeldFlush() async -> Task<FlushOutcome, Never> {
        server.isHeld = true
        let flush = Task { await harness.tracker.flush() }
        for await _ in harness.changes where harness.status.flush.inFlight != nil { break }
        // The request is under way or about to be: at rest it is held at the server.
        await harness.settle()
        return flush
    }

    /// Changes a file of the owner folder.
    func rewrite(_ name: String, _ change: (String) -> String) throws {
        let url = harness.directory.appendingPathComponent(name)
        try Data(change(String(contentsOf: url, encoding: .utf8)).utf8).write(to: url)
    }

    /// How many requests there were, when each set out, in seconds since the first.
    var attempts: [Int] {
        let times = server.sent.map { Timestamp($0.time).milliseconds }
        return times.map { Int($0 - (times.first ?? 0)) / 1_000 }
    }

    func expectBalance(_ place: SourceLocation = #_sourceLocation) {
        #expect(harness.audit().findings.isEmpty, sourceLocation: place)
    }
}

/// Another tracker that has an owner folder, as far as anyone else can see: its lock.
struct OtherTracker {
    private let files = PosixFiles()
    private let folder: Int32
    private let lock: Int32

    init(in directory: URL) throws {
        try files.makeDirectory(directory.path)
        folder = try files.openFolder(directory.path)
        lock = try #require(try files.lock("lock", in: folder))
    }

    func release() {
        files.close(lock)
        files.close(folder)
    }
}
