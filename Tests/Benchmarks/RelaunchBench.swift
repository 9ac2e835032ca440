import Analytics
import Foundation

/// What an earlier launch left costs the next: its first call, its index, its memory.
struct RelaunchBench {
    let options: Options

    /// Fills the folder to just under the default cap and ends without sending.
    func prepare() throws -> AnalyticsBenchmarks.Figures {
        let tracker = try AnalyticsTracker.ready(in: options.directory)
        var index = 0
        while tracker.status.queueBytes < tracker.status.queueBytesLimit - 400_000 {
            for _ in 0..<500 {
                tracker.track(SampleEvent.varied(index))
                index += 1
            }
            try tracker.rest()
        }
        guard tracker.status.ledger.dropped == 0 else { throw Mismeasured(description: "some were dropped") }
        return ["leftovers.events": Double(tracker.status.ledger[.waiting])]
    }

    /// On a folder with leftovers `relaunch`, on none `fresh`: the latter is the floor of the former.
    func run() throws -> AnalyticsBenchmarks.Figures {
        let isFresh = !FileManager.default.fileExists(atPath: options.directory.path)
        let name = isFresh ? "fresh" : "relaunch"
        let configuration = try AnalyticsConfiguration.benchmark(in: options.directory)
        let clock = CallTimes.ofNothing
        Memory.forgetPeak()
        let before = Memory.now
        let tracker = AnalyticsTracker(configuration: configuration)
        let granted = nanoseconds()
        tracker.setConsent(.granted)
        let called = nanoseconds()
        tracker.track(SampleEvent.one)
        let call = Double(nanoseconds() - called) - clock
        try waitUntil(upTo: .seconds(120), "an open queue") { tracker.status.installID != nil }
        let open = Double(nanoseconds() - granted)
        let peak = Memory.peak
        guard isFresh == (tracker.status.ledger.recovered == 0) else {
            throw Mismeasured(description: "\(tracker.status.ledger.recovered) recovered, fresh: \(isFresh)")
        }
        var figures = ["\(name).first_track_us": call / 1_000, "\(name).index_ms": open / 1e6]
        if let before, let peak { figures["\(name).growth_kb"] = max(0, peak - before) }
        return figures
    }
}
