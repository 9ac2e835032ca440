import Analytics
import AnalyticsDashboardCore
import AnalyticsTerminalKit
import AnalyticsTesting
import Foundation

/// What it takes to build one frame of the dashboard, every pane full.
struct ScreenBench {
    let options: Options

    func run() throws -> AnalyticsBenchmarks.Figures {
        let model = try busyModel()
        let rounds = options.count(200, quick: 60)
        var (small, large) = (CallTimes(), CallTimes())
        for round in 0..<rounds + 10 {
            if round == 10 { (small, large) = (CallTimes(), CallTimes()) }
            small.add(1) { _ in _ = Screen.draw(model, size: Size(width: 80, height: 24)) }
            large.add(1) { _ in _ = Screen.draw(model, size: Size(width: 200, height: 60)) }
        }
        return [
            "screen.frame_80x24_us": small.percentile(0.5) / 1_000,
            "screen.frame_200x60_us": large.percentile(0.5) / 1_000,
        ]
    }

    private func busyModel() throws -> Model {
        let tracker = try AnalyticsTracker.ready(in: options.directory) { $0.journalCapacity = 2_000 }
        for index in 0..<60 {
            for step in 0..<50 { tracker.track(SampleEvent.varied(index * 50 + step)) }
            try tracker.rest()
        }
        var model = Model(status: tracker.status, samples: ["product_viewed"])
        _ = model.update(.refreshed(Refresh(status: tracker.status, journal: tracker.journal())))
        guard model.status.segments.count > 50, model.journal.count >= 500 else {
            throw Mismeasured(description: "the panes are not full")
        }
        return model
    }
}
