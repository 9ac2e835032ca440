import Dashboard
import Foundation
import IngestServer

/// The embedded collector as the dashboard sees it.
struct LoopbackCollector: CollectorControl {
    let server: IngestServer

    var summary: CollectorSummary {
        let snapshot = server.collector.snapshot
        var summary = CollectorSummary()
        summary.fault = server.fault == .ok ? "200" : "\(server.fault.word) (fault)"
        summary.unique = snapshot.unique
        summary.duplicates = snapshot.duplicates
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

    func choose(_ fault: FaultChoice) {
        guard let fault = Fault(fault.word) else { return }
        server.fault = fault
    }

    func serve(configuration: String) -> Bool {
        server.collector.setConfiguration(Data(configuration.utf8))
        return true
    }

    func onChange(_ body: @escaping @Sendable () -> Void) { server.collector.onChange { _ in body() } }
}
