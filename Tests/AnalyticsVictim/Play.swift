import Analytics
import Foundation

/// Runs the steps given as arguments against one directory, for the tests in Tests/Machines, and reports on standard
/// output which events are on disk and what the status says after each step.
///
///     AnalyticsVictim play DIRECTORY ENDPOINT grant track:1-60 flush deny end
///
/// Lines: `step NAME` before a step, `appended N ...` once the append of these events has returned, `status JSON` after
/// a step. A step whose condition is not met within its limit prints `gave-up NAME` and the next one begins.
final class Play {
    private let tracker: AnalyticsTracker
    private var lastEntry = 0
    private var consentChanges = 0
    private var hasGivenUp = false
    private var numbers: [Int: Int] = [:]
    private var appended: Set<Int> = []

    init(directory: String, endpoint: URL) {
        var configuration = AnalyticsConfiguration(endpoint: endpoint, appVersion: "1")
        configuration.directory = URL(fileURLWithPath: directory)
        configuration.journalCapacity = 10_000
        // Only the steps send.
        configuration.flush.launchDelay = .seconds(600)
        configuration.flush.count = 500
        // The first run closes one segment and leaves another open.
        configuration.queue.segmentBytes = 8 * 1_024
        tracker = AnalyticsTracker(configuration: configuration)
    }

    func run(_ steps: [String]) async -> Never {
        for step in steps {
            Victim.say("step \(step)")
            Self.mark(step)
            if await !run(step) {
                hasGivenUp = true
                Victim.say("gave-up \(step)")
            }
            report()
            sayStatus()
        }
        // The process ends with the tracker in it: nothing is written on the way out, as when the system ends a host.
        _exit(0)
    }

    private func run(_ step: String) async -> Bool {
        let words = step.split(separator: ":")
        switch words[0] {
        case "grant":
            let changes = consentChanges
            tracker.setConsent(.granted)
            return wait { self.consentChanges > changes && self.tracker.status.installID != nil }
        case "deny":
            let changes = consentChanges
            tracker.setConsent(.denied)
            return wait { self.consentChanges > changes && self.tracker.status.segments.isEmpty }
        case "track":
            let range = words[1].split(separator: "-").compactMap { Int($0) }
            let (numbers, dropped) = (range[0]...range[1], tracker.status.ledger.dropped)
            for number in numbers {
                tracker.track("e\(number)", schemaVersion: 1, properties: ["n": .int(number)])
            }
            // The ledger moves before the journal tells: an append is over once it is in both.
            return wait {
                self.inMemory == 0
                    && (self.tracker.status.ledger.dropped > dropped || self.appended.isSuperset(of: numbers))
            }
        case "flush":
            await tracker.flush()
            return true
        case "drain":
            let end = ContinuousClock.now + .seconds(20)
            while ContinuousClock.now < end {
                report()
                let ledger = tracker.status.ledger
                if tracker.status.installID != nil, inMemory + ledger[.waiting] + ledger[.inFlight] == 0 {
                    return true
                }
                await tracker.flush()
                Victim.rest()
            }
            return false
        default: exit(64)
        }
    }

    private var inMemory: Int {
        let ledger = tracker.status.ledger
        return ledger[.buffered] + ledger[.inHand]
    }

    /// Waits until the condition is met. Gives up after 2.5 s when the status names a problem (a disk that cannot be used is
    /// tried again after one second), and after 10 s otherwise; after half a second once a step has given up.
    private func wait(_ isMet: () -> Bool) -> Bool {
        let start = ContinuousClock.now
        while true {
            report()
            if isMet() { return true }
            let waited = ContinuousClock.now - start
            let limit = hasGivenUp ? 0.5 : tracker.status.problems.isEmpty ? 10 : 2.5
            if waited > .seconds(limit) { return false }
            Victim.rest()
        }
    }

    /// Prints which events were appended since the last call. The journal names an event when the policy keeps it and
    /// gives only its sequence number when it is appended.
    private func report() {
        var news: [Int] = []
        for entry in tracker.journal(after: lastEntry) {
            lastEntry = entry.id
            switch entry.kind {
            case .kept:
                if let sequence = entry.sequence, let number = entry.name.flatMap({ Int($0.dropFirst()) }) {
                    numbers[sequence] = number
                }
            case .appended:
                guard let first = entry.sequence, let count = entry.count else { continue }
                news += (first..<first + count).compactMap { numbers[$0] }
            case .consent: consentChanges += 1
            default: continue
            }
        }
        appended.formUnion(news)
        if !news.isEmpty { Victim.say("appended " + news.map(String.init).joined(separator: " ")) }
    }

    private func sayStatus() {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(tracker.status) else { return Victim.say("no status") }
        Victim.say("status " + String(decoding: data, as: UTF8.self))
    }

    /// Puts the step into the log of the preloaded library, where there is one.
    private static func mark(_ step: String) {
        #if canImport(Glibc)
            typealias Mark = @convention(c) (UnsafePointer<CChar>) -> Void
            guard let symbol = dlsym(nil, "faults_mark") else { return }
            unsafeBitCast(symbol, to: Mark.self)(step)
        #endif
    }
}
