import Analytics
import AnalyticsTesting
import Dashboard
import Foundation
import TerminalKit
import Testing

/// Looking inside: large panes, filters, a segment's lines, an event's whole way.
@Suite(.timeLimit(.minutes(1))) struct PaneTests {
    private struct Seen: AnalyticsEvent {
        static let name = "profile_saved"
        static let schemaVersion = 3
        var properties: [String: PropertyValue] { ["email": "ada@example.org", "plan": "pro"] }
    }

    /// A tracker that has sent one event and holds another.
    private func lived() async throws -> (harness: AnalyticsHarness, model: Model) {
        let endpoint = try #require(URL(string: "http://127.0.0.1:9"))
        var configuration = AnalyticsConfiguration(endpoint: endpoint, appVersion: "1")
        configuration.journalCapacity = 1_000
        let harness = AnalyticsHarness(configuration: configuration)
        harness.tracker.setConsent(.granted)
        harness.tracker.track(Seen())
        await harness.tracker.flush()
        harness.tracker.track("screen_viewed", schemaVersion: 1)
        await harness.settle()
        var model = Model(status: harness.status)
        _ = model.update(.refreshed(Refresh(status: harness.status, journal: harness.tracker.journal())))
        return (harness, model)
    }

    private func text(_ model: Model) -> String {
        Screen.draw(model, size: Size(width: 80, height: 24)).rows.joined(separator: "\n")
    }

    private func press(_ keys: [Key], _ model: inout Model, in harness: AnalyticsHarness) {
        for key in keys {
            for effect in model.update(.key(key)) {
                if !model.look(effect, in: harness) { Issue.record("\(effect) is no looking") }
            }
        }
    }

    @Test func anEventShowsItsValuesBeforeAndAfterAndItsWholeWay() async throws {
        var (harness, model) = try await lived()
        model.focus = .journal
        press([.character("/")] + "KEEP  ".dropLast(2).map(Key.character) + [.enter], &model, in: harness)
        press([.enter, .end, .enter], &model, in: harness)
        let screen = text(model)
        #expect(screen.contains("Event profile_saved"))
        #expect(screen.contains("email = \"ada@example.org\""))
        #expect(screen.contains("removed email: blockedKey"))
        let after = try #require(screen.components(separatedBy: "As it was recorded").last)
        #expect(after.contains("plan = \"pro\"") && !after.contains("ada@example.org"))
        for step in ["KEEP", "appended", "sealed", "sent", "answered", "removed"] {
            #expect(after.contains(step), "\(step)")
        }
        press([.escape, .escape], &model, in: harness)
        #expect(model.zoom == nil)
    }

    @Test func aSegmentShowsItsHeaderAndLinesAsTheyAreOnDisk() async throws {
        var (harness, model) = try await lived()
        model.focus = .segments
        press([.enter, .enter], &model, in: harness)
        let screen = text(model)
        #expect(screen.contains("Segment 2, 1 event;"))
        #expect(screen.contains("firstSequence") && screen.contains("screen_viewed"))
    }

    @Test func aFilterShowsOnlyTheLinesThatHoldItAndSaysSo() async throws {
        var (harness, model) = try await lived()
        model.focus = .journal
        press("/accepted".map(Key.character) + [.enter], &model, in: harness)
        let screen = text(model)
        #expect(screen.contains("filter: accepted"))
        #expect(screen.contains("answered") && !screen.contains("KEEP"))
        press([.character("/"), .control("u"), .enter], &model, in: harness)
        #expect(text(model).contains("KEEP"))
    }

    @Test func whatIsSelectedStaysSelectedWhileNewLinesComeInAbove() async throws {
        var (harness, model) = try await lived()
        press("/KEEP".map(Key.character) + [.enter, .enter, .end], &model, in: harness)
        harness.tracker.track("tapped", schemaVersion: 1)
        harness.tracker.track("tapped", schemaVersion: 1)
        await harness.settle()
        let news = harness.tracker.journal().filter { $0.name == "tapped" }
        #expect(news.count == 2)
        _ = model.update(.refreshed(Refresh(status: harness.status, journal: news)))
        press([.enter], &model, in: harness)
        #expect(text(model).contains("Event profile_saved"))
    }

    @Test(arguments: ["q", "x", "f", "c", "1"])
    func lettersTypedInAFilterAreText(letter: Character) async throws {
        var (harness, model) = try await lived()
        press([.character("/"), .character(letter), .paste("qx"), .enter], &model, in: harness)
        #expect(text(model).contains("filter: \(letter)qx"))
        #expect(model.overlay == .none)
    }

    @Test func everyPaneOpensAndTabGoesThroughThemAll() async throws {
        var (harness, model) = try await lived()
        var seen: Set<String> = []
        press([.enter], &model, in: harness)
        for _ in PaneName.allCases {
            seen.insert(model.zoom?.rawValue ?? "none")
            press([.tab], &model, in: harness)
        }
        #expect(seen.count == PaneName.allCases.count)
        #expect(!seen.contains("none"))
    }

    /// A model whose large collector pane holds these arrivals.
    private func watching(_ arrivals: [String]) throws -> Model {
        var model = try Models.fresh()
        model.focus = .collector
        #expect(model.update(.key(.enter)) == [.readArrivals])
        _ = model.update(.arrivals(arrivals))
        return model
    }

    @Test func whatArrivedCanBeFilteredAndOpenedWhole() throws {
        let long = "00:00:02.000 event     tap \(String(repeating: "step=2 ", count: 20))end=1"
        var model = try watching([long, "00:00:01.000 request   1: 2 events, answered 200"])
        for character in "/tap" { _ = model.update(.key(.character(character))) }
        _ = model.update(.key(.enter))
        #expect(text(model).contains("filter: tap") && !text(model).contains("answered 200"))
        #expect(!text(model).contains("end=1"))
        _ = model.update(.key(.enter))
        #expect(text(model).contains("end=1"))
        _ = model.update(.key(.escape))
        #expect(model.zoom == .collector)
    }

    @Test func theArrivalThatIsSelectedStaysSelectedWhileOthersComeInAbove() throws {
        var model = try watching(["b", "a"])
        _ = model.update(.key(.down))
        _ = model.update(.arrivals(["d", "c", "b", "a"]))
        _ = model.update(.key(.enter))
        #expect(model.opened == .arrival("a"))
    }

    @Test func whereThereIsNoLineEnterSaysSo() throws {
        for pane in PaneName.allCases {
            var model = try Models.fresh()
            model.focus = pane
            for _ in 1...2 { _ = model.update(.key(.enter)) }
            #expect(model.message == "There is no line to open here.", "\(pane)")
            #expect(model.zoom == pane)
        }
    }

    @Test func aPageIsAsFarAsTheListIsHigh() throws {
        var model = try watching((0..<100).map { "line \($0)" })
        _ = model.update(.resized(Size(width: 120, height: 50)))
        _ = model.update(.key(.pageDown))
        let rows = Screen.draw(model, size: model.size).rows.filter { $0.contains("line ") }
        #expect(rows.count > 30)
        // One line of the page before stays in view, as pagers have it.
        _ = model.update(.key(.enter))
        #expect(model.opened == .arrival("line \(rows.count - 1)"))
    }

    @Test func aWayThatIsTallerThanTheScreenScrollsToItsEnd() async throws {
        var (harness, model) = try await lived()
        let properties = Dictionary(
            uniqueKeysWithValues: (10..<50).map { ("key\($0)", PropertyValue.int($0)) })
        harness.tracker.track("wide", schemaVersion: 1, properties: properties)
        await harness.settle()
        let news = harness.tracker.journal().filter { $0.name == "wide" }
        _ = model.update(.refreshed(Refresh(status: harness.status, journal: news)))
        model.focus = .journal
        press("/wide".map(Key.character) + [.enter, .enter, .enter], &model, in: harness)
        #expect(text(model).contains("key10 = 10") && !text(model).contains("The way"))
        press([.end], &model, in: harness)
        #expect(text(model).contains("The way") && !text(model).contains("key10 = 10"))
        press([.home], &model, in: harness)
        #expect(text(model).contains("key10 = 10"))
    }

    @Test(arguments: [
        ("na", Deed.network(.normal)), ("nb", .network(.constrained)), ("nc", .network(.offline)),
        ("nd", .power(isLow: true)), ("wb", .serve(.off)), ("wc", .serve(.sampling(0.1))),
        ("da", .disk(.normal)), ("db", .disk(.full(after: 0))), ("de", .disk(.readOnly)),
        ("dgy", .disk(.deleted)),
        ("xay", .crash(.losingMemory)), ("xby", .crash(.tearingLastLine)), ("xcy", .crash(.beforeDeleting)),
        ("+b", .advance(.seconds(1_800))), (">", .speed(10)), ("<", .speed(1)),
        ("-", .wallBack(.seconds(3_600))),
        ("o", .logOut), ("b", .background), ("f", .flush), ("cg", .consent(.granted)),
        ("cdy", .consent(.denied)),
    ])
    func keysDoWhatTheTableSays(keys: String, deed: Deed) throws {
        var model = try Models.fresh()
        let effects = keys.flatMap { model.update(.key(.character($0))) }
        #expect(effects == [.deed(deed)])
        #expect(model.overlay == .none)
    }

    @Test(arguments: ["dg", "xa", "xb", "xc", "cd"])
    func whatDestroysAsksFirstAndEnterMeansNo(keys: String) throws {
        var model = try Models.after(keys)
        #expect(model.update(.key(.enter)).isEmpty)
        #expect(model.overlay == .none)
    }
}
