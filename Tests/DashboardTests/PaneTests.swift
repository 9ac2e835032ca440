import Analytics
import AnalyticsDashboardCore
import AnalyticsTerminalKit
import AnalyticsTesting
import Foundation
import Testing

/// Looking inside: large panes, filters, a segment's lines, an event's whole way.
@Suite(.timeLimit(.minutes(10))) struct PaneTests {
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

    private func entry(
        _ kind: JournalEntry.Kind, _ name: String? = nil, sequence: Int? = nil, count: Int? = nil,
        segment: Int? = nil, reason: DropReason? = nil, positions: [Int] = [], detail: String = ""
    ) -> JournalEntry {
        JournalEntry(
            time: Date(timeIntervalSince1970: 0.001), kind: kind, name: name,
            schemaVersion: name.map { _ in 1 },
            sequence: sequence, count: count, segment: segment, reason: reason, positions: positions,
            detail: detail)
    }

    /// Two events in one batch, of which the server refused the second.
    private func partlyRejected() throws -> Model {
        var model = try Models.fresh()
        let cost = "1 rejected, 310 B gzip of 577 B, 12 ms"
        var journal = [
            entry(.kept, "first", sequence: 7), entry(.kept, "second", sequence: 8),
            entry(.appended, sequence: 7, count: 2, segment: 1),
            entry(.sent, count: 2, segment: 1, detail: "attempt 1"),
            entry(.answered, count: 2, segment: 1, detail: "accepted, \(cost)"),
            entry(.dropped, count: 1, segment: 1, reason: .rejected, positions: [1], detail: "unknownSchema"),
            entry(.removed, count: 2, segment: 1),
        ]
        for index in journal.indices { journal[index].id = index + 1 }
        _ = model.update(.refreshed(Refresh(status: model.status, journal: journal)))
        model.focus = .journal
        return model
    }

    @Test(arguments: [("first", false), ("second", true)])
    func eachEventOfABatchHasItsOwnEnd(name: String, isRejected: Bool) throws {
        var model = try partlyRejected()
        for key in "/\(name)".map(Key.character) + [.enter, .enter, .enter] { _ = model.update(.key(key)) }
        #expect(text(model).contains("Event \(name)"))
        #expect(text(model).contains("rejected: unknownSchema") == isRejected)
    }

    @Test func aRequestOpensWithItsAnswerAndWhatItCost() throws {
        var model = try partlyRejected()
        for key in "/answered".map(Key.character) + [.enter, .enter, .enter] { _ = model.update(.key(key)) }
        for words in [
            "Request, segment 1", "attempt 1", "    accepted", "    310 B gzip of 577 B", "    12 ms",
        ] {
            #expect(text(model).contains(words), "\(words)")
        }
    }

    @Test func aSegmentOpensWithTheEventsThatWentIntoIt() throws {
        var model = try partlyRejected()
        for key in "/appended".map(Key.character) + [.enter, .enter, .enter] { _ = model.update(.key(key)) }
        #expect(text(model).contains("KEEP      first") && text(model).contains("KEEP      second"))
    }

    @Test func valuesAreThoseOfTheEventThoughItsNumberCameAgainAfterADenial() async throws {
        var (harness, model) = try await lived()
        harness.tracker.setConsent(.denied)
        await harness.settle()
        await harness.advance(by: .seconds(60))
        harness.tracker.setConsent(.granted)
        harness.tracker.track("profile_saved", schemaVersion: 3, properties: ["plan": "free"])
        await harness.settle()
        let news = harness.tracker.journal().filter { $0.time > model.status.time }
        _ = model.update(.refreshed(Refresh(status: harness.status, journal: news)))
        model.focus = .journal
        press("/KEEP".map(Key.character) + [.enter, .enter, .enter], &model, in: harness)
        #expect(text(model).contains("plan = \"free\"") && !text(model).contains("plan = \"pro\""))
        press([.escape, .end, .enter], &model, in: harness)
        #expect(text(model).contains("plan = \"pro\"") && !text(model).contains("plan = \"free\""))
    }

    @Test func linesAreFilteredInsideASegmentAndSegmentsOutside() async throws {
        var (harness, model) = try await lived()
        model.focus = .segments
        press("/open".map(Key.character) + [.enter, .enter, .enter], &model, in: harness)
        #expect(text(model).contains("Segment 2, 1 event;") && text(model).contains("screen_viewed"))
        press("/nowhere".map(Key.character) + [.enter], &model, in: harness)
        #expect(text(model).contains("Segment 2, 1 event;"))
        #expect(text(model).contains("No line holds the filter's text."))
        press([.escape], &model, in: harness)
        #expect(text(model).contains("filter: open") && text(model).contains("00000002"))
    }

    @Test func aSegmentIsFoundByWhatItsRowShows() async throws {
        var (harness, model) = try await lived()
        model.focus = .segments
        press("/00000002".map(Key.character) + [.enter], &model, in: harness)
        #expect(text(model).contains("filter: 00000002") && !text(model).contains("No segment holds"))
    }

    @Test func theSegmentThatIsSelectedStaysSelectedWhenOlderOnesGo() throws {
        func segments(_ ids: [Int]) throws -> [TrackerStatus.SegmentStatus] {
            let json = ids.map {
                "{\"id\":\($0),\"state\":\"closed\",\"events\":1,\"bytes\":9,\"age\":0,\"attempts\":0,\"isLeftover\":false}"
            }
            return try JSONDecoder().decode(
                [TrackerStatus.SegmentStatus].self, from: Data("[\(json.joined(separator: ","))]".utf8))
        }
        var model = try Models.fresh()
        model.status.segments = try segments([1, 2, 3])
        model.focus = .segments
        for key in [Key.enter, .down, .down] { _ = model.update(.key(key)) }
        var status = model.status
        status.segments = try segments([3, 4, 5])
        _ = model.update(.refreshed(Refresh(status: status)))
        #expect(text(model).contains("> 00000003"))
    }

    @Test(arguments: [PaneName.pipeline, .drops, .flush, .collector])
    func aFilterOpensThePaneThatHasItsListOnlyWhenLarge(pane: PaneName) throws {
        var model = try Models.fresh()
        model.focus = pane
        for key in "/x".map(Key.character) + [.enter] { _ = model.update(.key(key)) }
        #expect(model.zoom == pane)
        #expect(text(model).contains("filter: x"))
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
