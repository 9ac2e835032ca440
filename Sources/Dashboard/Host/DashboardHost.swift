import Analytics
import AnalyticsTesting
import Foundation
import TerminalKit

/// Hosts the tracker and keeps the model; a terminal shows it and gives it keys.
@MainActor
public final class DashboardHost {
    /// What the terminal is to do.
    public enum Request: Sendable {
        case draw
        case redraw
        case suspend
        case quit
    }

    /// What a key fires.
    public struct Sample: Sendable {
        let label: String
        let fire: @Sendable (any Tracker) -> Void

        /// A sample event.
        public init(label: String, fire: @escaping @Sendable (any Tracker) -> Void) {
            self.label = label
            self.fire = fire
        }
    }

    /// What the screen shows.
    public private(set) var model: Model
    private let harness: AnalyticsHarness
    private let collector: any CollectorControl
    private let samples: [Sample]
    private let request: @MainActor (Request) -> Void
    private var newest = 0
    private var isRefreshing = false
    private var isSuspending = false
    private var tick: Task<Void, Never>?

    /// Makes the tracker, which touches nothing before consent; `request` is called when the terminal must act.
    public init(
        endpoint: URL, directory: URL?, collector: any CollectorControl, samples: [Sample],
        request: @escaping @MainActor (Request) -> Void
    ) {
        var configuration = AnalyticsConfiguration(endpoint: endpoint, appVersion: "dashboard")
        configuration.directory = directory
        configuration.journalCapacity = 2_000
        configuration.sampling.rates["purchase"] = 0.1
        let now = Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000))
        let clock = ManualClock(start: now)
        clock.run(atSpeed: 1)
        harness = AnalyticsHarness(
            configuration: configuration,
            world: AnalyticsHarness.World(clock: clock, network: .real, seed: nil))
        self.collector = collector
        self.samples = samples
        self.request = request
        model = Model(status: harness.status, faults: collector.faults, samples: samples.map(\.label))
    }

    /// Follows the tracker and the collector until the task is cancelled.
    public func follow() async {
        let (arrivals, bell) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        collector.onChange { bell.yield() }
        refresh()
        let watcher = Task { [weak self] in
            for await _ in arrivals { self?.refreshSoon() }
        }
        defer { watcher.cancel() }
        for await _ in harness.changes { refreshSoon() }
    }

    /// A key was pressed.
    public func press(_ key: Key) {
        for effect in model.update(.key(key)) { perform(effect) }
        request(.draw)
    }

    /// The app is suspended by the shell, which is a real background.
    public func suspended() { harness.world.lifecycle.process.willSuspend() }

    /// The app is back.
    public func resumed() { harness.world.lifecycle.process.didResume() }

    /// At most 30 refreshes a second, however fast the tracker changes.
    private func refreshSoon() {
        guard !isRefreshing else { return }
        isRefreshing = true
        Task {
            try? await Task.sleep(for: .milliseconds(33))
            isRefreshing = false
            refresh()
        }
    }

    private func refresh() {
        let entries = harness.tracker.journal(after: newest)
        newest = entries.last?.id ?? newest
        receive(.refreshed(harness.status, entries, collector.summary))
        tick?.cancel()
        tick = nil
        guard model.isMoving else { return }
        tick = Task { [weak self] in
            do { try await Task.sleep(for: .seconds(1)) } catch { return }
            self?.refresh()
        }
    }

    private func receive(_ message: Message) {
        for effect in model.update(message) { perform(effect) }
        request(.draw)
    }

    private func perform(_ effect: Effect) {
        let tracker = harness.tracker
        switch effect {
        case .fire(let index):
            samples[index].fire(tracker)
            receive(.note("Fired \(samples[index].label)."))
        case .burst: burst()
        case .consent(let consent):
            tracker.setConsent(consent)
            receive(.note(Self.words(for: consent)))
        case .enterBackground:
            harness.world.lifecycle.enterBackground()
            receive(.note("In the background: sealing and sending within 30 s; T lets the time run out."))
        case .enterForeground:
            harness.world.lifecycle.enterForeground()
            receive(.note("Back in the foreground."))
        case .expireBackground:
            harness.world.lifecycle.expireBackgroundTime()
            receive(.note("Background time ran out: what was not sent stays on disk."))
        case .flush: flush()
        case .choose(let fault):
            collector.choose(fault)
            receive(.note("The server now behaves so: \(fault.name)."))
        case .audit: audit()
        case .redraw: request(.redraw)
        case .suspend: suspend()
        case .quit: request(.quit)
        }
    }

    /// Lets the tracker seal and send before the process stops, for half a second at most: the operator waits for it.
    private func suspend() {
        guard !isSuspending else { return }
        isSuspending = true
        suspended()
        Task {
            await harness.world.lifecycle.process.backgroundWorkEnded()
            stop()
        }
        Task {
            try? await Task.sleep(for: .milliseconds(500))
            stop()
        }
    }

    private func stop() {
        guard isSuspending else { return }
        isSuspending = false
        request(.suspend)
    }

    private func burst() {
        guard let sample = samples.first else { return }
        let tracker = harness.tracker
        Task {
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<4 { group.addTask { for _ in 0..<375 { sample.fire(tracker) } } }
            }
            receive(.note("Burst done: 1,500 events from four tasks at once."))
        }
        receive(.note("Burst started."))
    }

    private func flush() {
        Task {
            let outcome = await harness.tracker.flush()
            var counts = "\(outcome.sent) sent"
            if outcome.rejected > 0 { counts += ", \(outcome.rejected) rejected" }
            if outcome.discarded > 0 { counts += ", \(outcome.discarded) discarded" }
            receive(.note("Flush: \(counts); \(outcome.stoppedBy)."))
            audit(isAsked: false)
        }
    }

    private func audit(isAsked: Bool = true) {
        let summary = collector.summary
        let audit = harness.audit(
            collected: Audit.Collected(unique: summary.unique, duplicates: summary.duplicates))
        receive(.audited(findings: audit.findings, isAsked: isAsked))
    }

    private static func words(for consent: Consent) -> String {
        switch consent {
        case .granted: "Consent granted: events are recorded from now on. 1 to 9 fire samples, f sends."
        case .unknown: "Consent unknown: nothing is recorded or sent, nothing is erased."
        case .denied: "Consent denied: everything recorded is erased, with the install ID."
        }
    }
}
