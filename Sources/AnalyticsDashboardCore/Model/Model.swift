import Analytics
import AnalyticsTerminalKit
import AnalyticsTesting

import struct Foundation.Date

/// Everything that the screen shows.
public struct Model: Sendable {
    /// What lies over the panes.
    public enum Overlay: Sendable, Equatable {
        case none
        /// The keys; what is selected is in view.
        case help(ListState)
        /// The books side by side.
        case books
        case menu(Menu)
        case burst(BurstMenu)
        case confirm(Confirmation)
        case prompt(Prompt)
        case compose(Compose)
        case lab(Lab)
    }

    /// The tracker at the last refresh.
    public var status: TrackerStatus
    /// The newest things that happened, oldest first.
    public var journal: [JournalEntry] = []
    /// What the collector has.
    public var collector = CollectorSummary()
    /// The faults that can be chosen.
    public var faults: [FaultChoice] = []
    /// The sample events' names, key 1 first.
    public var samples: [String] = []
    /// How fast the world clock runs.
    public var speed = 1
    /// The last status of each tracker that died in this dashboard, oldest first.
    public var earlier: [TrackerStatus] = []
    /// The books over all of them.
    var lives: Lives { Lives(earlier: earlier, present: status) }
    /// Whether keys that change anything are refused.
    public var isReadOnly = false {
        didSet { if isReadOnly { message = "Nothing can be changed from here; ? shows the keys." } }
    }
    /// What the disk is made to do.
    var disk = FaultyFiles.Fault.none
    /// How large the screen is.
    public var size = Size(width: 80, height: 24)
    /// What the last action did.
    public var message = "Nothing is recorded: press c, then g, to grant consent." {
        didSet { messages += 1 }
    }
    /// How many messages there have been.
    private(set) var messages = 0
    /// How many entries the journal has had.
    var journalTotal = 0
    /// Whether the autopilot drives.
    public var isAutopilotOn = false
    /// The sample events, to be changed and fired in compose.
    public var compositions: [ComposedEvent] = []
    /// Tries out the tracker's rules.
    public var lab = PolicyLab()
    /// What was composed and fired, the newest last.
    var composed: [ComposedEvent] = []
    /// What lies over the panes.
    public var overlay = Overlay.none
    /// Whether the view stands still while the tracker goes on.
    public var isPaused: Bool { behind != nil }
    /// What has happened since the view was paused; nil while it is not.
    var behind: Behind?
    /// The tracker as it is, also behind a paused view: what is asked and refused goes by it.
    var present: TrackerStatus { behind?.news?.status ?? status }
    /// The last audit, the books of all lives then, and when it was; nil before the first.
    var audit: (result: LedgerAudit, lives: Lives, time: Date)?
    /// Events tracked in each of the last seconds, the present one last.
    public var rates = SecondWindow()
    /// Bytes on disk at the end of each of the last seconds, the present one last.
    public var queueSizes = SecondWindow()
    /// The scenario that is playing, and how far it is.
    public var playback: Playback?
    /// Whether what is done is being written down.
    public var isRecording = false
    /// The pane that keys move in.
    public var focus = PaneName.journal {
        didSet { hasMovedFocus = true }
    }
    /// Whether the operator has chosen a pane; until then small screens show those that matter most.
    private(set) var hasMovedFocus = false
    /// The pane that is shown large, if one is.
    public var zoom: PaneName?
    /// What is selected and in view in each pane.
    var lists: [PaneName: ListState] = [:]
    /// What the lines of each pane must hold to be shown.
    var filters: [PaneName: String] = [:]
    /// What the lines of the open segment must hold to be shown.
    var lineFilter: String?
    /// The segment whose lines are shown, by its number.
    var openSegment: Int?
    /// What is shown whole, if anything is.
    public internal(set) var opened: Opened?
    /// How far what is shown whole is scrolled.
    var openedList = ListState()
    /// What the policy did to the event that is shown whole.
    var history: EventHistory?
    /// What arrived at the collector, as last read; a line each, the newest first.
    var arrivals: [String] = []
    /// The segment files, as last read.
    var segments: [SegmentText] = []
    /// One line of a list, shown whole.
    public enum Opened: Sendable, Equatable {
        /// An event's whole way, or all that is known of one thing that happened.
        case entry(JournalEntry)
        /// An arrival at the collector.
        case arrival(String)
    }
    /// How many entries of the journal are kept.
    static let journalLength = 2_000

    /// The first screen.
    public init(status: TrackerStatus, faults: [FaultChoice] = [], samples: [String] = []) {
        self.status = status
        self.faults = faults
        self.samples = samples
    }

    /// Whether the screen changes by itself within the next second.
    public var isMoving: Bool {
        !isPaused
            && (status.flush.nextTimer != nil || !status.segments.isEmpty
                || rates.values.suffix(shownSeconds).contains { $0 > 0 }
                || queueSizes.values.suffix(shownSeconds).contains { $0 > 0 }
                || status.backgroundTimeLeft ?? 0 > 0)
    }

    /// How many seconds the widest graph on the screen looks back.
    private var shownSeconds: Int { max(60, size.width / 2) }
}

/// A pane that can have the focus and be shown large.
public enum PaneName: String, Sendable, CaseIterable {
    case pipeline, drops, flush, collector, segments, journal

    var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}
