import AnalyticsIngestServer
import Foundation
import Testing

/// A folder and a collector for processes that come and go.
final class Place {
    let server = IngestServer(collector: Collector(limits: Place.limits))
    let endpoint: URL
    let directory = FileManager.default.temporaryDirectory
        .appendingPathComponent("victim-\(UUID().uuidString)")

    init() throws {
        setenv("no_proxy", "127.0.0.1", 1)
        endpoint = try server.start()
    }

    deinit {
        server.stop()
        // A leftover in the temporary directory is the system's to clear away.
        try? FileManager.default.removeItem(at: directory)
    }

    /// Room for every event of a test.
    private static var limits: CollectorLimits {
        var limits = CollectorLimits()
        limits.events = 1_000_000
        limits.eventBytes = 1 << 30
        return limits
    }

    func victim(_ mode: String, first: Int, count: Int = 0) throws -> VictimProcess {
        try VictimProcess([mode, directory.path, endpoint.absoluteString, "\(first)", "\(count)"])
    }

    /// How often each number arrived under an event ID of its own.
    var arrivals: [Int: Int] {
        var counts: [Int: Int] = [:]
        for event in server.collector.events {
            if case .int(let number)? = event.props["n"] { counts[number, default: 0] += 1 }
        }
        return counts
    }

    /// Name, size, time of change and content of everything in the folder.
    func listing() throws -> [String: String] {
        var found: [String: String] = [:]
        let manager = FileManager.default
        for name in try manager.subpathsOfDirectory(atPath: directory.path) {
            let path = directory.appendingPathComponent(name).path
            let attributes = try manager.attributesOfItem(atPath: path)
            let date = try #require(attributes[.modificationDate] as? Date).timeIntervalSince1970
            found[name] = "\(date) \(manager.contents(atPath: path).map { $0.base64EncodedString() } ?? "")"
        }
        return found
    }

    /// Nothing arrived that contradicts anything else.
    func expectConsistency(_ place: SourceLocation = #_sourceLocation) {
        let snapshot = server.collector.snapshot
        #expect(snapshot.problems.prefix(3).map(\.violation).isEmpty, sourceLocation: place)
        #expect(snapshot.contradictions == 0, sourceLocation: place)
        #expect(snapshot.sequenceReused == 0, sourceLocation: place)
        #expect(snapshot.batchesChanged == 0, sourceLocation: place)
    }
}
