import AnalyticsDashboardCore
import AnalyticsIngestServer
import Foundation

/// The embedded collector as the dashboard sees it, behind sockets or without.
struct LoopbackCollector: CollectorControl {
    let collector: Collector
    private let log: ArrivalLog

    /// The collector, whose clock is `now`.
    init(collector: Collector, now: @escaping @Sendable () -> Date) {
        self.collector = collector
        log = ArrivalLog(now: now)
        collector.onChange { [log] in log.note($0) }
    }

    var arrivals: [String] { log.lines }

    var summary: CollectorSummary {
        let snapshot = collector.snapshot
        var summary = CollectorSummary()
        summary.fault = collector.fault == .ok ? "200" : "\(collector.fault.name) (fault)"
        summary.word = collector.fault.word
        summary.unique = snapshot.unique
        summary.duplicates = snapshot.duplicates
        summary.installs = snapshot.installs.count
        summary.rejected = snapshot.rejected
        summary.missing = snapshot.missing
        summary.requests = snapshot.requestsByStatus
        if snapshot.unanswered > 0 { summary.requests[0] = snapshot.unanswered }
        summary.skew = snapshot.skew?.last
        summary.rawBytes = snapshot.bytesRaw
        summary.sentBytes = snapshot.bytesCompressed
        summary.problems =
            snapshot.badRequests + snapshot.contradictions + snapshot.sequenceReused + snapshot.batchesChanged
        return summary
    }

    var faults: [FaultChoice] { Fault.menu.map { FaultChoice(word: $0.word, name: $0.name) } }

    func fault(named word: String) -> FaultChoice? {
        let known = Fault(word).map { FaultChoice(word: $0.word, name: $0.word) }
        return faults.first { $0.word == known?.word } ?? known
    }

    /// Whether a word names a way in which the server can behave.
    static func knows(_ word: String) -> Bool { Fault(word) != nil }

    func choose(_ fault: FaultChoice) {
        guard let fault = Fault(fault.word) else { return }
        collector.fault = fault
    }

    func serve(configuration: String) -> Bool {
        collector.setConfiguration(Data(configuration.utf8))
        return true
    }

    func onChange(_ body: @escaping @Sendable () -> Void) {
        collector.onChange { [log] changes in
            log.note(changes)
            body()
        }
    }
}

extension ServerTime {
    /// The world's time: at ten times the speed a slow server's pause is over ten times as soon.
    init(_ time: WorldTime) {
        self.init(
            schedule: { time.schedule(after: $0, $1) }, holdsBack: { time.holdsBack($0, path: $1) },
            goesOn: { time.goesOn($0) })
    }
}
