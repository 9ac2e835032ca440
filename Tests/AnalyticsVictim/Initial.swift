import Analytics
import Foundation

/// Makes a tracker between two lines on standard output, so that a trace shows what that alone does.
enum Initial {
    static func run(directory: String?) async {
        guard let endpoint = URL(string: "https://ingest.example") else { exit(64) }
        var configuration = AnalyticsConfiguration(endpoint: endpoint, appVersion: "1")
        configuration.directory = directory.map { URL(fileURLWithPath: $0) }
        // The runtime starts its threads with the first task; they are no part of the tracker.
        await Task.detached {}.value
        Victim.say("before")
        let tracker = AnalyticsTracker(configuration: configuration)
        Victim.say("made")
        // Whatever a task of the tracker's might do later; without consent it may not touch anything either.
        for number in 0..<100 {
            tracker.track(Numbered(number: number))
            Victim.rest()
        }
        Victim.say("dropped \(tracker.status.ledger[.noConsent])")
        Victim.say("end")
    }
}
