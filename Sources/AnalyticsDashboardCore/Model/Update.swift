import Analytics
import AnalyticsTerminalKit
import AnalyticsTesting

/// Something that happened.
public enum Message: Sendable {
    case key(Key)
    case resized(Size)
    case refreshed(Refresh)
    /// An audit ended; one that nobody asked for speaks up only when something is wrong.
    case audited(LedgerAudit, isAsked: Bool)
    case note(String)
    /// The autopilot took over, or stopped.
    case autopilot(isOn: Bool, String)
    /// A rate was counted for a sampling key.
    case share(SamplingShare, key: String)
    /// A scenario is at this step; nil when it is over.
    case playing(Playback?)
    /// Whether what is done is being written down from now on, and what to say about it.
    case recording(Bool, String)
    /// The lines of the segment files, as they are on disk.
    case segments([SegmentText])
    /// What arrived at the collector, the newest first.
    case arrivals([String])
    /// What the policy did to one event; nil when that is no longer known.
    case history(EventHistory?)
}

/// One segment file as text.
public struct SegmentText: Sendable, Equatable {
    let name: String
    let lines: [String]

    /// A file's name, and its lines with the header first.
    public init(name: String, lines: [String]) {
        self.name = name
        self.lines = lines
    }
}

/// What the tracker and its world look like now.
public struct Refresh: Sendable {
    var status: TrackerStatus
    var journal: [JournalEntry] = []
    var collector = CollectorSummary()
    /// The last status of each tracker that died, oldest first.
    var earlier: [TrackerStatus] = []
    var speed = 1
    /// How long the world has gone on, whatever was done to its wall clock.
    var elapsed: Duration
    /// What the disk is made to do.
    var disk: FaultyFiles.Fault

    /// A look at the tracker; without `elapsed` the wall clock says how long the world has gone on.
    public init(
        status: TrackerStatus, journal: [JournalEntry] = [], collector: CollectorSummary = CollectorSummary(),
        earlier: [TrackerStatus] = [], speed: Int = 1, elapsed: Duration? = nil,
        disk: FaultyFiles.Fault = .none
    ) {
        self.elapsed = elapsed ?? .seconds(status.time.timeIntervalSince1970)
        self.disk = disk
        self.status = status
        self.journal = journal
        self.collector = collector
        self.earlier = earlier
        self.speed = speed
    }
}

/// What is to be done outside; it reports back as a message.
public enum Effect: Sendable, Equatable {
    case deed(Deed)
    case audit
    /// Look at the tracker and its world again.
    case refresh
    /// Read the segment files again, for who looks at them.
    case readSegments
    /// Read again what arrived at the collector, for who looks at it.
    case readArrivals
    /// Look up what the policy did to the event that this entry is about.
    case readHistory(JournalEntry)
    /// Count what share of made-up install IDs a rate keeps.
    case countShare(rate: Double, key: String)
    /// Let the autopilot drive, or stop it.
    case autopilot
    /// Hand the keys back to the operator.
    case stopPlay
    /// Begin to write down what is done.
    case startRecording
    /// Keep what was written down in a file of that name.
    case saveRecording(String)
    /// Write what is shown to a file.
    case snapshot
    case redraw
    case suspend
    case quit
}

extension Model {
    /// Takes in a look at the tracker and its world.
    mutating func take(_ news: Refresh) {
        rates.count(
            total: Lives(earlier: news.earlier, present: news.status).tracked, at: news.elapsed)
        queueSizes.sample(news.status.queueBytes, at: news.elapsed)
        let segment = lists[.segments] == nil ? nil : selectedSegment?.id
        status = news.status
        collector = news.collector
        earlier = news.earlier
        speed = news.speed
        disk = news.disk
        journalTotal += news.journal.count
        journal = Array((journal + news.journal).suffix(Self.journalLength))
        keepSelection(above: news.journal)
        if let segment { keepSelection(of: segment) }
    }

    /// Takes in what happened and says what to do about it; pure.
    public mutating func update(_ message: Message) -> [Effect] {
        switch message {
        case .key(let key): return press(key)
        case .resized(let size): self.size = size
        case .refreshed(let news):
            guard behind == nil else {
                behind?.take(news)
                return []
            }
            take(news)
            return zoom.map(look) ?? []
        case .audited(let result, let isAsked):
            audit = (result, Lives(earlier: behind?.news?.earlier ?? earlier, present: present), present.time)
            // The header shows a difference in any case; the message line keeps what the last action did.
            guard isAsked else { return [] }
            if let finding = result.findings.first {
                self.message = "UNBALANCED: \(finding)"
            } else {
                self.message = "Books ok: \(result.agreement)."
            }
            overlay = .books
        case .note(let text): self.message = text
        case .playing(let playback): self.playback = playback
        case .share(let share, let key): take(share, key: key)
        case .autopilot(let isOn, let text):
            isAutopilotOn = isOn
            self.message = text
        case .recording(let isRecording, let text):
            self.isRecording = isRecording
            self.message = text
        case .segments(let segments): self.segments = segments
        case .arrivals(let arrivals): take(arrivals)
        case .history(let history): self.history = history
        }
        return []
    }
}
