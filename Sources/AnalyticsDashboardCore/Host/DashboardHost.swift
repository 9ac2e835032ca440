import Analytics
import AnalyticsTerminalKit
import AnalyticsTesting
import Foundation

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
    /// The tracker and its world.
    public let stage: Stage
    var harness: AnalyticsHarness { stage.harness }
    private var life = 1
    let autopilot: AutopilotScript
    /// Whether what is said may name keys.
    let hasKeys: Bool
    var drive: Task<Void, Never>?
    /// What was started and has not ended.
    var running: [Int: Task<Void, Never>] = [:]
    private var lastRun = 0
    private let save: @MainActor (Snapshot) -> String
    let keep: @MainActor (_ name: String, _ text: String) throws -> String
    let request: @MainActor (Request) -> Void
    private var newest = 0
    private var isRefreshing = false
    private var isSuspending = false
    /// Ctrl-Z has told the tracker already; the terminal tells it once more.
    private var isSuspendedByKey = false
    private var tick: Task<Void, Never>?
    /// What was set up and still holds, for a recording that begins in the middle.
    var standing = StandingDeeds()
    var recorder: Recorder?
    var playing: Task<Void, Never>?

    /// Hosts a tracker, which touches nothing before consent; `request` is called when the terminal must act, `save` to
    /// keep a snapshot and say where, or why not, `keep` to write a recording to a new file and say which.
    public init(
        stage: Stage, isReadOnly: Bool = false, hasKeys: Bool = true,
        autopilot: @escaping AutopilotScript = { _ in AnyIterator { nil } },
        save: @escaping @MainActor (Snapshot) -> String,
        keep: @escaping @MainActor (_ name: String, _ text: String) throws -> String,
        request: @escaping @MainActor (Request) -> Void
    ) {
        self.stage = stage
        self.hasKeys = hasKeys
        self.autopilot = autopilot
        self.save = save
        self.keep = keep
        self.request = request
        model = Model(
            status: stage.harness.status, faults: stage.collector.faults, samples: stage.samples.map(\.name))
        model.isReadOnly = isReadOnly
        if isReadOnly, !hasKeys { model.message = "Nothing can be changed from here." }
        model.lab = stage.lab
        model.compositions = stage.samples.compactMap(\.event)
        model.collector = stage.collector.summary
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
        drive?.cancel()
        tick?.cancel()
        playing?.cancel()
        harness.crash()
    }

    /// A key was pressed.
    public func press(_ key: Key) {
        for effect in model.update(.key(key)) { perform(effect) }
        keepTicking()
        request(.draw)
    }

    /// The terminal has this size now.
    public func resized(to size: Size) { receive(.resized(size)) }

    /// Does what the key of an action does.
    public func press(_ action: Action) {
        for effect in model.perform(action) { perform(effect) }
        request(.draw)
    }

    /// The app is suspended by the shell, which is a real background; told twice when the key asked for it.
    public func suspended() {
        if !isSuspendedByKey { willSuspend() }
    }

    private func willSuspend() {
        note(.background)
        harness.world.lifecycle.process.willSuspend()
    }

    /// The app is back.
    public func resumed() {
        note(.foreground)
        harness.world.lifecycle.process.didResume()
    }

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

    func refresh() {
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
                    earlier: harness.earlierLives, speed: Int(harness.world.clock.speed),
                    elapsed: harness.world.clock.elapsed, disk: harness.world.files.fault)))
        tick?.cancel()
        tick = nil
        keepTicking()
    }

    /// Checks again in a second while what is shown changes by itself, whatever the cause: news, a key or a size.
    private func keepTicking() {
        guard tick == nil, model.isMoving else { return }
        tick = Task { [weak self] in
            do { try await Task.sleep(for: .seconds(1)) } catch { return }
            self?.tick = nil
            self?.refresh()
        }
    }

    func receive(_ message: Message) {
        for effect in model.update(message) { perform(effect) }
        keepTicking()
        request(.draw)
    }

    func perform(_ effect: Effect) {
        switch effect {
        case .deed(let deed): start(deed)
        case .audit: audit()
        case .refresh: refresh()
        case .readSegments:
            receive(.segments(harness.segmentLines().map { SegmentText(name: $0.name, lines: $0.lines) }))
        case .readArrivals: receive(.arrivals(stage.collector.arrivals))
        case .readHistory(let entry): receive(.history(harness.history(of: entry)))
        case .autopilot: toggleAutopilot()
        case .countShare(let rate, let key): countShare(of: key, at: rate)
        case .snapshot: receive(.note(save(Snapshot(of: model))))
        case .stopPlay: playing?.cancel()
        case .startRecording: startRecording()
        case .saveRecording(let name): saveRecording(as: name)
        case .redraw: request(.redraw)
        case .suspend: suspend()
        case .quit: request(.quit)
        }
    }

    /// What to press next; said only where there are keys.
    private func keyHint(after deed: Deed) -> String {
        guard hasKeys else { return "" }
        return switch deed {
        case .consent(.granted): " 1 to 9 fire samples, f sends."
        case .background: " T lets that time run out."
        case .fire where model.status.consent != .granted: " Press c, then g, to grant it."
        default: ""
        }
    }

    /// Lets the tracker seal and send before the process stops, for half a second at most: the operator waits for it.
    private func suspend() {
        guard !isSuspending else { return }
        isSuspending = true
        isSuspendedByKey = true
        willSuspend()
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
        isSuspendedByKey = false
    }

    /// Starts a deed; the autopilot's own are not told, which would drown what the operator does.
    func start(_ deed: Deed, isQuiet: Bool = false) {
        note(deed)
        let step = stage.start(deed)
        if !isQuiet { receive(.note(step.words + keyHint(after: deed))) }
        guard let rest = step.rest else { return }
        lastRun += 1
        let (number, life) = (lastRun, harness.lives)
        running[number] = Task {
            let words = await rest()
            running[number] = nil
            // What a dead tracker has to say of its end is of no use beside how it died.
            guard deed != .flush || harness.lives == life else { return }
            // What was said at once and has come true is not said again, over what has been said since.
            if !isQuiet, words != step.words { receive(.note(words)) }
            if deed == .flush { audit(isAsked: false) }
        }
    }

    /// Compares the books; a difference counts only when it stays, since ledger, files and collector are read one after
    /// the other while the tracker goes on.
    func audit(isAsked: Bool = true) {
        let first = auditOnce()
        guard !first.isBalanced else { return receive(.audited(first, isAsked: isAsked)) }
        Task {
            var audit = first
            for _ in 0..<10 where !audit.isBalanced {
                try? await Task.sleep(for: .milliseconds(100), clock: .continuous)
                audit = auditOnce()
            }
            receive(.audited(audit, isAsked: isAsked))
        }
    }

    private func auditOnce() -> LedgerAudit {
        let summary = stage.collector.summary
        return harness.audit(
            collected: summary.isOurs
                ? LedgerAudit.Collected(unique: summary.unique, duplicates: summary.duplicates) : nil)
    }
}
