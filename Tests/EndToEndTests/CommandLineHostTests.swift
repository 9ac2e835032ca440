import Analytics
import AnalyticsIngestServer
import Foundation
import Testing

private struct Built: AnalyticsEvent {
    static let name = "build_finished"
    static let schemaVersion = 1
    var properties: [String: PropertyValue] { [:] }
}

/// A command-line tool with a tracker and nothing replaced: the real clock, real files, real sockets.
@Suite("A command-line tool", .timeLimit(.minutes(10)))
struct CommandLineHostTests {
    private struct Tool {
        let server = IngestServer()
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("command-line-\(UUID().uuidString)")
        let lifecycle = ProcessLifecycleMonitor(backgroundTime: .seconds(20))
        let conditions = HostConditions()
        let tracker: AnalyticsTracker

        init() throws {
            setenv("no_proxy", "127.0.0.1", 1)
            var configuration = AnalyticsConfiguration(
                endpoint: try server.start(), appVersion: "1", lifecycle: .process(lifecycle))
            configuration.directory = folder
            configuration.conditions = .host(conditions)
            tracker = AnalyticsTracker(configuration: configuration)
            tracker.setConsent(.granted)
        }

        /// Waits for the status; the limit is for a fault only.
        func until(_ place: SourceLocation = #_sourceLocation, _ holds: (TrackerStatus) -> Bool) async throws
        {
            let limit = ContinuousClock.now + .seconds(120)
            while !holds(tracker.status) {
                try #require(ContinuousClock.now < limit, "\(tracker.status)", sourceLocation: place)
                await Task.yield()
            }
        }

        func end() {
            server.stop()
            // A leftover in the temporary directory is the system's to clear away.
            try? FileManager.default.removeItem(at: folder)
        }
    }

    @Test("that says right after its start that it will end has sent everything when it may end")
    func terminates() async throws {
        let tool = try Tool()
        defer { tool.end() }
        for _ in 0..<60 { tool.tracker.track(Built()) }
        tool.lifecycle.willTerminate()
        await tool.lifecycle.backgroundWorkEnded()
        #expect(tool.server.collector.snapshot.unique == 60)
        #expect(tool.tracker.status.ledger[.delivered] == 60)
    }

    @Test("that is stopped and goes on is in the background in between")
    func suspends() async throws {
        let tool = try Tool()
        defer { tool.end() }
        try await tool.until { $0.installID != nil }
        tool.tracker.track(Built())
        tool.lifecycle.willSuspend()
        await tool.lifecycle.backgroundWorkEnded()
        #expect(tool.server.collector.snapshot.unique == 1)
        #expect(tool.tracker.status.lifecycle == .background)
        tool.lifecycle.didResume()
        try await tool.until { $0.lifecycle == .foreground && $0.backgroundTimeLeft == nil }
    }

    @Test("that says the network is gone makes no request, and what waited goes when it is back")
    func offline() async throws {
        let tool = try Tool()
        defer { tool.end() }
        tool.conditions.present = DeviceConditions(network: .offline, isLowPower: true)
        try await tool.until { $0.installID != nil && $0.conditions == tool.conditions.present }
        tool.tracker.track(Built())
        #expect(await tool.tracker.flush().stoppedBy == .held(.network(.offline)))
        #expect(tool.tracker.status.flush.gates == [.network(.offline)])
        #expect(tool.server.collector.snapshot.requests == 0)
        tool.conditions.present = DeviceConditions()
        try await tool.until { $0.conditions == DeviceConditions() }
        // The network's return sends too: which of the two was first is nobody's business.
        await tool.tracker.flush()
        #expect(tool.tracker.status.ledger[.delivered] == 1)
        #expect(tool.tracker.status.flush.failures == 0)
    }
}
