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

    /// What the screen shows.
    public private(set) var model: Model
    private let stage: Stage
    private var harness: AnalyticsHarness { stage.harness }
    private var life = 1
    private let request: @MainActor (Request) -> Void
    private var newest = 0
    private var isRefreshing = false
    private var isSuspending = false
    private var tick: Task<Void, Never>?

    /// Makes the tracker, which touches nothing before consent; `request` is called when the terminal must act.
    public init(
        endpoint: URL, directory: URL, collector: any CollectorControl, samples: [Stage.Sample],
        request: @escaping @MainActor (Request) -> Void
    ) {
        let now = Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000))
        let clock = ManualClock(start: now)
        clock.run(atSpeed: 1)
        let harness = AnalyticsHarness(
            configuration: Stage.configuration(endpoint: endpoint, directory: directory),
            world: AnalyticsHarness.World(clock: clock, network: .real, seed: nil))
        stage = Stage(harness: harness, collector: collector, samples: samples)
        self.request = request
        model = Model(status: harness.status, faults: collector.faults, samples: samples.map(\.name))
    }

    /// Follows the tracker and the collector until the task is cancelled.
    public func follow() async {
        let (arrivals, bell) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        stage.collector.onChange { bell.yield() }
        refresh()
        let watcher = Task { [weak self] in
            for await _ in arrivals { self?.refreshSoon() }
        }
        defer { watcher.cancel() }
        for await _ in harness.changes { refreshSoon() }
    }

    /// Ends the tracker, which touches its directory no more; what is only in memory is lost.
    public func close() {
        tick?.cancel()
        harness.crash()
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
        // Each life numbers its entries anew.
        if harness.lives != life {
            life = harness.lives
            newest = 0
        }
        let entries = harness.tracker.journal(after: newest)
        newest = entries.last?.id ?? newest
        receive(
            .refreshed(
                Refresh(
                    status: harness.status, journal: entries, collector: stage.collector.summary,
                    lostInCrashes: harness.lostInCrashes, speed: Int(harness.world.clock.speed),
                    trackedBefore: harness.trackedBefore)))
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
        switch effect {
        case .deed(let deed): start(deed)
        case .audit: audit()
        case .readSegments:
            receive(.segments(harness.segmentLines().map { SegmentText(name: $0.name, lines: $0.lines) }))
        case .readHistory(let sequence): receive(.history(harness.history(ofSequence: sequence)))
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

    private func start(_ deed: Deed) {
        let step = stage.start(deed)
        receive(.note(step.words))
        guard let rest = step.rest else { return }
        Task {
            receive(.note(await rest()))
            if deed == .flush { audit(isAsked: false) }
        }
    }

    private func audit(isAsked: Bool = true) {
        let summary = stage.collector.summary
        let audit = harness.audit(
            collected: Audit.Collected(unique: summary.unique, duplicates: summary.duplicates))
        receive(.audited(audit, isAsked: isAsked))
    }
}
