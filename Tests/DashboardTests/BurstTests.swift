import AnalyticsDashboardCore
import AnalyticsTerminalKit
import Testing

/// The burst menu: how many events, from how many threads.
@Suite struct BurstTests {
    @Test(arguments: [
        ([Key.enter], Burst(events: 50, threads: 4)),
        ([.character("a")], Burst(events: 50, threads: 4)),
        ([.character("b")], Burst(events: 1_500, threads: 4)),
        ([.character("c")], Burst(events: 20_000, threads: 4)),
        ([.character("8"), .character("c")], Burst(events: 20_000, threads: 8)),
        ([.character("1"), .down, .enter], Burst(events: 1_500, threads: 1)),
        ([.down, .down, .down, .down, .up, .enter], Burst(events: 1_500, threads: 4)),
        ([.right, .right, .right, .right, .right, .enter], Burst(events: 50, threads: 8)),
        ([.left, .left, .left, .left, .enter], Burst(events: 50, threads: 1)),
    ])
    func theKeysChooseSizeAndThreads(keys: [Key], burst: Burst) throws {
        var model = try Models.after("B")
        for key in keys.dropLast() { #expect(model.update(.key(key)).isEmpty) }
        #expect(model.update(.key(try #require(keys.last))) == [.deed(.burst(burst))])
        #expect(model.overlay == .none)
    }

    @Test(arguments: [Key.escape, .character("q"), .character("d"), .character("9"), .character("0")])
    func anyOtherKeyLeavesItAndFiresNothing(key: Key) throws {
        var model = try Models.after("B")
        #expect(model.update(.key(key)).isEmpty)
        #expect(model.overlay == .none)
    }

    @Test func theMenuSaysWhatEachLineWouldDo() throws {
        let text = Screen.draw(try Models.after("B8"), size: Size(width: 80, height: 24)).rows.joined()
        for line in ["> a  50 events from 8 threads", "b  1,500 events", "c  20,000 events from 8 threads"] {
            #expect(text.contains(line))
        }
        let one = Screen.draw(try Models.after("B1"), size: Size(width: 80, height: 24)).rows.joined()
        #expect(one.contains("50 events from 1 thread "))
    }

    @Test(arguments: [(50, 1), (50, 8), (1_500, 7), (20_000, 8), (3, 8), (0, 2), (-1, 0)])
    func everyEventIsFiredOnce(events: Int, threads: Int) async {
        let (fired, bell) = AsyncStream<Void>.makeStream()
        let burst = Burst(events: events, threads: threads)
        await burst.run { bell.yield() }
        bell.finish()
        var count = 0
        for await _ in fired { count += 1 }
        #expect(count == max(0, events))
    }
}
