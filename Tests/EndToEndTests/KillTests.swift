import AnalyticsIngestServer
import AnalyticsTesting
import Foundation
import Testing

/// A host that is killed at any instant, launch after launch.
@Suite(.timeLimit(.minutes(10))) struct KillTests {
    private static let isDeep = ProcessInfo.processInfo.environment["ANALYTICS_TEST_DEEP"] != nil
    private static let lives = 6

    /// When the process is killed: so long after its start, or after so many events were on disk.
    private enum Instant: CustomStringConvertible {
        case afterStart(microseconds: Int)
        case afterEvents(Int, microseconds: Int)

        static func random(_ generator: inout SystemRandomNumberGenerator) -> Instant {
            let shortly = Int.random(in: 0...3_000, using: &generator)
            return Int.random(in: 0..<4, using: &generator) == 0
                ? .afterStart(microseconds: shortly * 30)
                : .afterEvents(Int.random(in: 1...400, using: &generator), microseconds: shortly)
        }

        var description: String {
            switch self {
            case .afterStart(let span): "\(span) us after its start"
            case .afterEvents(let count, let span): "\(span) us after \(count) events"
            }
        }

        func await(_ victim: VictimProcess) {
            switch self {
            case .afterStart(let span): Self.spin(span)
            case .afterEvents(let count, let span):
                victim.wait { _ in victim.appended >= count }
                Self.spin(span)
            }
        }

        /// The instant is the point, and no event marks it.
        private static func spin(_ microseconds: Int) {
            let end = ContinuousClock.now + .microseconds(microseconds)
            while ContinuousClock.now < end { continue }
        }
    }

    @Test(arguments: 0..<(isDeep ? 60 : 4))
    func whatWasOnDiskWhenItWasKilledArrivesOnce(round: Int) throws {
        let place = try Place()
        // Stored at once, answered later: kills fall between the two.
        place.server.fault = .slow(seconds: 0.01)
        var generator = SystemRandomNumberGenerator()
        var (promised, story): ([ClosedRange<Int>], [String]) = ([], [])
        for life in 1...Self.lives {
            let (first, instant) = (life * 1_000_000, Instant.random(&generator))
            let victim = try place.victim("flood", first: first)
            instant.await(victim)
            victim.kill()
            #expect(!victim.lines.contains { $0.hasPrefix("lost") })
            if victim.appended > 0 { promised.append(first...(first + victim.appended - 1)) }
            story.append("life \(life): killed \(instant), \(victim.appended) events on disk")
        }
        place.server.fault = .ok
        let last = try place.victim("drain", first: 0, count: 1)
        last.wait { $0 == "drained" }
        #expect(last.end() == 0, "\(last.lines)")

        let arrivals = place.arrivals
        let missing = promised.flatMap { $0 }.filter { arrivals[$0] == nil }
        #expect(missing.isEmpty, "\(missing.prefix(20)) of:\n\(story.joined(separator: "\n"))")
        let twice = arrivals.filter { $0.value > 1 }.keys.sorted()
        #expect(twice.isEmpty, "\(twice.prefix(20)) of:\n\(story.joined(separator: "\n"))")
        #expect(!promised.isEmpty)
        place.expectConsistency()
    }
}
