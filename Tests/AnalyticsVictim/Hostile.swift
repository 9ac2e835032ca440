import Analytics
import Foundation

/// One honest exchange, then one with a hostile server, while the process watches its own memory.
///
/// Says "warm", then "flushed OUTCOME" when the second `flush()` has returned. With a remote configuration it sends
/// one batch only, and says "asked ANSWER" when the request for the configuration is over. Reads commands, a character each: `d` denies
/// consent, tracks and says "returned"; `e` says "grew KB", the most that memory grew, and ends; any other ends at once.
enum Hostile {
    static func run(_ configuration: AnalyticsConfiguration, transport: SeededTransport?) async {
        let environment = transport?.environment(configuration)
        let tracker =
            environment.map { AnalyticsTracker(configuration: configuration, environment: $0) }
            ?? AnalyticsTracker(configuration: configuration)
        let asksRemotely = configuration.remoteConfiguration != nil
        if asksRemotely { await warm(configuration) }
        let before = resident()
        tracker.setConsent(.granted)
        tracker.track(Numbered(number: 1))
        let first = await tracker.flush().stoppedBy
        var watch = Watch(before: asksRemotely ? before : resident())
        Victim.say("warm \(first)")
        if !asksRemotely {
            tracker.track(Numbered(number: 2))
            Task.detached {
                let outcome = await tracker.flush()
                Victim.say("flushed \(outcome.sent) \(words(outcome.stoppedBy))")
            }
        }
        var answer: String?
        while true {
            watch.look()
            if asksRemotely, answer == nil {
                answer = tracker.status.remote?.lastAnswer
                if let answer { Victim.say("asked \(answer)") }
            }
            switch command() {
            case "d":
                tracker.setConsent(.denied)
                tracker.track(Numbered(number: 3))
                Victim.say("returned")
            case "e":
                Victim.say("grew \(watch.growth)")
                exit(0)
            case nil: continue
            default: exit(0)
            }
        }
    }

    /// Another tracker does first, with honest responses, all that this one will do: what the first use of anything costs is not
    /// the server's doing. A request for the configuration follows a batch without a moment between.
    private static func warm(_ configuration: AnalyticsConfiguration) async {
        var configuration = configuration
        configuration.owner = "warm"
        let tracker = AnalyticsTracker(configuration: configuration)
        tracker.setConsent(.granted)
        tracker.track(Numbered(number: 0))
        await tracker.flush()
        while tracker.status.remote?.lastAnswer == nil { Victim.rest() }
    }

    /// The most memory since a moment, in kilobytes.
    private struct Watch {
        let before: Int
        private var most: Int

        init(before: Int) { (self.before, most) = (before, before) }

        var growth: Int { most - before }

        mutating func look() { most = max(most, resident()) }
    }

    private static func words(_ stop: FlushOutcome.Stop) -> String {
        guard case .held(.backingOff(let cause, _)) = stop else { return "\(stop)" }
        return "\(cause)"
    }

    /// The next command; nil when none came within a millisecond. The end of the input is one too.
    private static func command() -> Character? {
        var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        guard poll(&input, 1, 1) > 0 else { return nil }
        var byte: UInt8 = 0
        return read(STDIN_FILENO, &byte, 1) == 1 ? Character(UnicodeScalar(byte)) : "-"
    }

    /// Kilobytes in memory now.
    private static func resident() -> Int {
        let fields =
            (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
        return fields.count > 1 ? (Int(fields[1]) ?? 0) * 4 : 0
    }
}
