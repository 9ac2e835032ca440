import AnalyticsIngestServer
import Foundation
import Testing

/// Two processes on one owner folder.
@Suite(.timeLimit(.minutes(10))) struct SharedFolderTests {
    @Test func theSecondTouchesNothingAndTakesOverWhenTheFirstIsKilled() throws {
        let place = try Place()
        let first = try place.victim("hold", first: 1_000, count: 120)
        first.wait { $0 == "settled" }
        let before = try place.listing()

        let second = try place.victim("drain", first: 2_000, count: 80)
        #expect(second.wait { $0.hasPrefix("problem") } == "problem directory in use by another tracker")
        // Each flush asks for the folder again.
        let asked = try #require(second.wait { $0.hasPrefix("flush 30: ") })
        #expect(asked == "flush 30: held, directory in use by another tracker")
        #expect(try place.listing() == before)
        #expect(place.server.collector.snapshot.requests == 0)

        first.kill()
        #expect(second.wait { $0 == "no problem" } != nil)
        #expect(second.wait { $0 == "drained" } != nil)
        #expect(second.end() == 0)
        let arrivals = place.arrivals
        #expect(arrivals.keys.sorted() == Array(1_000..<1_120) + Array(2_000..<2_080))
        #expect(arrivals.values.allSatisfy { $0 == 1 })
        #expect(place.server.collector.snapshot.duplicates == 0)
        place.expectConsistency()
    }

    @Test func aSecondThatIsKilledWhileItWaitsLeavesTheFirstAlone() throws {
        let place = try Place()
        let first = try place.victim("hold", first: 1, count: 60)
        first.wait { $0 == "settled" }
        let before = try place.listing()
        let second = try place.victim("drain", first: 2_000, count: 80)
        second.wait { $0.hasPrefix("problem") }
        second.kill()
        #expect(try place.listing() == before)
        first.kill()
        let third = try place.victim("drain", first: 0)
        third.wait { $0 == "drained" }
        #expect(place.arrivals.keys.sorted() == Array(1...60))
    }
}
