import Analytics
import Foundation

/// One honest exchange, then one with a hostile server, while the process watches its own memory.
///
/// Says "warm", then "flushed OUTCOME" when the second `flush()` has returned. Reads commands, a character each: `d`
/// denies consent, tracks and says "returned"; `e` says "grew KB", the most that memory grew, and ends.
enum Hostile {
    static func run(_ configuration: AnalyticsConfiguration, isUnbounded: Bool) async {
        let environment = isUnbounded ? Self.unbounded(configuration) : nil
        let tracker =
            environment.map { AnalyticsTracker(configuration: configuration, environment: $0) }
            ?? AnalyticsTracker(configuration: configuration)
        tracker.setConsent(.granted)
        tracker.track(Numbered(number: 1))
        Victim.say("warm \(await tracker.flush().stoppedBy)")
        let before = resident()
        var most = before
        tracker.track(Numbered(number: 2))
        Task.detached {
            let outcome = await tracker.flush()
            Victim.say("flushed \(outcome.sent) \(words(outcome.stoppedBy))")
        }
        while true {
            most = max(most, resident())
            switch command() {
            case "d":
                tracker.setConsent(.denied)
                tracker.track(Numbered(number: 3))
                Victim.say("returned")
            case "e":
                Victim.say("grew \(most - before)")
                exit(0)
            case nil: continue
            default: exit(0)
            }
        }
    }

    /// The transport that queues what a server sends, to show that the watching sees it.
    private static func unbounded(_ configuration: AnalyticsConfiguration) -> TrackerEnvironment {
        var environment = TrackerEnvironment.live(configuration)
        environment.transport = URLSessionTransport()
        return environment
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
