import Analytics
import AnalyticsTerminalKit
import AnalyticsTesting
import Foundation

/// A model as text and as JSON, for a file or a pipe. Holds no property's value: names, keys, counts and times only.
public struct Snapshot: Sendable {
    private let model: Model
    /// What it shows, in a sentence.
    public let about: String

    /// What a model shows now, without what only its operator should see: whatever is opened, typed or filtered.
    public init(of model: Model, about: String = "A live tracker, property values left out.") {
        var model = model
        model.leaveOutValues()
        model.message = about
        self.model = model
        self.about = about
    }

    /// The longest side of a frame.
    public static let maximumSide = Canvas.maximumSide

    /// One frame, a line for each row, without colour and without blanks at the ends.
    public func text(width: Int = 80, height: Int = 24, isASCII: Bool = false) -> String {
        let canvas = Screen.draw(
            model, size: Size(width: width, height: height),
            capabilities: Capabilities(unicode: !isASCII, colors: false))
        return canvas.rows.map { row in
            String(row.reversed().drop { $0 == " " }.reversed()) + "\n"
        }.joined()
    }

    /// The status, the journal and the server's counts, with keys in order; durations in milliseconds.
    public func json() throws -> Data {
        var tracker = model.status
        tracker.installID = tracker.installID.map { "\($0.prefix(6)).." }
        let report = Report(
            about: about, tracker: tracker, journal: model.journal, server: model.collector,
            audit: model.audit?.result, lostInCrashes: model.lives.lostInCrashes)
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
        }
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(report)
    }

    private struct Report: Encodable {
        let about: String
        let tracker: TrackerStatus
        let journal: [JournalEntry]
        let server: CollectorSummary
        let audit: LedgerAudit?
        let lostInCrashes: Int
    }
}

extension Snapshot {
    /// What a dashboard shows that has just been started.
    public static func fresh(_ setup: StageSetup) -> Snapshot {
        Snapshot(of: model(of: setup.makeStillStage()), about: "Just started: nothing has happened yet.")
    }

    /// What the next launch with consent would find in the setup's directory: opened by a real tracker, which sends
    /// nothing. It changes what it opens, as any launch does: give it a copy.
    public static func nextLaunch(onCopy setup: StageSetup) async -> Snapshot {
        let stage = setup.makeStillStage()
        stage.harness.world.conditions.present.network = .offline
        stage.harness.tracker.setConsent(.granted)
        await stage.harness.settle()
        return Snapshot(
            of: model(of: stage),
            about: "What the next launch finds, on a copy, offline; the folder was only read.")
    }

    private static func model(of stage: Stage) -> Model {
        var model = Model(status: stage.harness.status)
        let news = Refresh(
            status: stage.harness.status, journal: stage.harness.tracker.journal(),
            collector: stage.collector.summary)
        // A first look asks for nothing more.
        _ = model.update(.refreshed(news))
        return model
    }
}

extension Model {
    /// Closes all that can show a property's value or what the operator typed.
    fileprivate mutating func leaveOutValues() {
        overlay = .none
        openSegment = nil
        opened = nil
        history = nil
        arrivals = []
        segments = []
        filters = [:]
        lineFilter = nil
    }
}
