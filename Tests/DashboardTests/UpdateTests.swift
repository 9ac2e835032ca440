import Analytics
import AnalyticsDashboardCore
import AnalyticsTerminalKit
import AnalyticsTesting
import Foundation
import Testing

/// The dashboard's decisions and its drawing, without a terminal.
@Suite struct UpdateTests {
    @Test func aKeyFiresItsSampleAndNothingElse() throws {
        var model = try Models.fresh()
        #expect(model.update(.key(.character("1"))) == [.deed(.fire("screen_viewed", count: 1))])
        #expect(model.update(.key(.character("9"))).isEmpty)
    }

    @Test func denyingNeedsThreeKeysAndDefaultsToNo() throws {
        var model = try Models.fresh()
        #expect(model.update(.key(.character("c"))).isEmpty)
        #expect(model.update(.key(.character("d"))).isEmpty)
        #expect(model.update(.key(.enter)).isEmpty)
        #expect(model.overlay == .none)
        _ = model.update(.key(.character("c")))
        _ = model.update(.key(.character("d")))
        #expect(model.update(.key(.character("y"))) == [.deed(.consent(.denied))])
    }

    @Test(arguments: Models.overlays + Models.typed)
    func controlCQuitsFromEverywhere(keys: String) throws {
        var model = try Models.after(keys)
        #expect(model.update(.key(.control("c"))) == [.quit])
    }

    @Test(arguments: Models.overlays, ["q", "x", "f", "y", "1", "q x f y"])
    func whatIsPastedDoesNothingAndLeavesWhatIsOpen(keys: String, text: String) throws {
        var model = try Models.after(keys)
        let before = model.overlay
        #expect(model.update(.key(.paste(text))).isEmpty)
        #expect(model.overlay == before)
        #expect(model.message == "What was pasted does nothing here.")
    }

    @Test func anAuditThatNobodyAskedForIsLoudInTheHeaderAndLeavesTheMessage() throws {
        var model = try Models.fresh()
        let before = model.message
        _ = model.update(.audited(try Models.audit(), isAsked: false))
        #expect(model.message == before)
        _ = model.update(.audited(try Models.audit(findings: ["one is lost"]), isAsked: false))
        #expect(model.message == before)
        #expect(Screen.draw(model, size: Size(width: 80, height: 24)).rows[1].contains("UNBALANCED 1"))
    }

    @Test func resumingLooksAgainSoThatNoClockStandsStill() throws {
        var model = try Models.fresh()
        _ = model.update(.key(.character("p")))
        #expect(model.update(.key(.character("p"))) == [.refresh])
    }

    @Test func aPausedViewStandsStillAndCountsWhatItMissed() throws {
        var model = try Models.fresh()
        _ = model.update(.key(.character("p")))
        var status = model.status
        status.kept = 7
        let entry = JournalEntry(time: status.time, kind: .kept, name: "tap", schemaVersion: 1, sequence: 1)
        _ = model.update(.refreshed(Refresh(status: status, journal: [entry])))
        _ = model.update(.refreshed(Refresh(status: status)))
        let size = Size(width: 80, height: 24)
        let still = Screen.draw(model, size: size).rows.joined()
        #expect(model.isPaused)
        #expect(still.contains("PAUSED, 1 behind") && still.contains("kept 0") && !still.contains("tap v1"))
        _ = model.update(.key(.character("p")))
        let going = Screen.draw(model, size: size).rows.joined()
        #expect(going.contains("LIVE") && going.contains("kept 7") && going.contains("tap v1"))
        #expect(model.message == "Goes on: 1 thing happened meanwhile.")
    }

    @Test func whatIsAskedBehindAPausedViewGoesByTheTrackerAsItIs() throws {
        var model = try Models.after("p")
        var status = model.status
        status.lifecycle = .background
        status.ledger = try Models.ledger(["waiting": 2])
        _ = model.update(.refreshed(Refresh(status: status)))
        #expect(model.update(.key(.character("b"))) == [.deed(.foreground)])
        #expect(model.update(.key(.character("T"))) == [.deed(.expireBackground)])
        for key in "cd" { _ = model.update(.key(.character(key))) }
        #expect(Screen.draw(model, size: Size(width: 80, height: 24)).rows.joined().contains("2 events"))
    }

    @Test func theGraphGoesOnWhenTheWallClockIsSetBack() throws {
        var model = try Models.fresh()
        var status = model.status
        for (second, tracked) in [(10, 1), (11, 3)] {
            status.ledger = try Models.ledger(["waiting": tracked])
            _ = model.update(.refreshed(Refresh(status: status, elapsed: .seconds(second))))
            status.time -= 3_600
        }
        #expect(model.rates.values.suffix(2) == [1, 2])
    }

    @Test func theScreenMovesAsLongAsAnyGraphShowsAnything() throws {
        var model = try Models.fresh()
        _ = model.update(.resized(Size(width: 200, height: 60)))
        model.rates.count(total: 1, at: .seconds(0))
        for (second, isMoving) in [(59, true), (95, true), (101, false)] {
            model.rates.count(total: 1, at: .seconds(second))
            #expect(model.isMoving == isMoving, "after \(second) s")
        }
    }

    @Test(arguments: [Size(width: 60, height: 16), Size(width: 80, height: 24), Size(width: 120, height: 36)])
    func everythingThatIsNotAsUsualIsInTheHeaderAtOnce(size: Size) throws {
        var model = try Models.fresh()
        model.status.consent = .granted
        let conditions = DeviceConditions(network: .constrained, isLowPower: true)
        model.status.conditions = conditions
        _ = model.update(.refreshed(Refresh(status: model.status, speed: 60, disk: .readOnly)))
        let row = Screen.draw(model, size: size).rows[0]
        for words in [["x60"], ["CONSTRAINED", "LOW DATA"], ["LOW POWER", "LOW PWR"], ["READ-ONLY"]] {
            #expect(words.contains { row.contains($0) }, "\(words) at \(size): \(row)")
        }
    }

    @Test(arguments: [Size(width: 60, height: 16), Size(width: 80, height: 24), Size(width: 120, height: 36)])
    func noReasonThatIsNotZeroIsHiddenInTheLargePaneEither(size: Size) throws {
        var model = try Models.fresh()
        model.status.ledger = try Models.ledger(ofEachReason: 1234)
        model.focus = .drops
        _ = model.update(.resized(size))
        _ = model.update(.key(.enter))
        let text = Screen.draw(model, size: size).rows.joined(separator: "\n")
        for reason in DropReason.allCases { #expect(text.contains(reason.rawValue), "\(reason) at \(size)") }
    }

    @Test func whetherAnythingIsSentStaysInViewOnTheSmallestScreenWhateverHasTheFocus() throws {
        for pane in PaneName.allCases {
            var model = try Models.fresh()
            model.focus = pane
            let text = Screen.draw(model, size: Screen.smallest).rows.joined(separator: "\n")
            #expect(text.contains("[ Pipeline ]") && text.contains("consent is unknown"), "\(pane)")
        }
    }

    @Test func noDropReasonIsHiddenAt80x24() throws {
        let text = Screen.draw(try Models.fresh(), size: Size(width: 80, height: 24)).rows.joined(
            separator: "\n")
        for reason in DropReason.allCases.prefix(4) { #expect(text.contains(reason.rawValue)) }
    }

    @Test(arguments: [Size(width: 60, height: 16), Size(width: 80, height: 24), Size(width: 120, height: 36)])
    func noReasonThatIsNotZeroIsHidden(size: Size) throws {
        var model = try Models.fresh()
        model.status.ledger = try Models.ledger(ofEachReason: 7)
        let text = Screen.draw(model, size: size).rows.joined(separator: "\n")
        for reason in DropReason.allCases { #expect(text.contains(reason.rawValue), "\(reason) at \(size)") }
    }

    @Test(arguments: ["503 (fault)", "partial:10 (fault)"])
    func theBooksAreWholeAt80ColumnsWhateverTheServerIsCalled(fault: String) throws {
        var model = try Models.fresh()
        model.collector.fault = fault
        _ = model.update(.audited(try Models.audit(), isAsked: false))
        model.status.installID = "0123456789abcdef"
        let session = #"{"id":"s_0123456789ab","started":0,"lastEvent":0,"expiresIn":0}"#
        model.status.session = try JSONDecoder().decode(
            TrackerStatus.SessionStatus.self, from: Data(session.utf8))
        let row = Screen.draw(model, size: Size(width: 80, height: 24)).rows[1]
        #expect(row.hasSuffix(" books ok 00:00:00"))
    }

    @Test func theSmallestScreenStillTellsSideConsentAndDrops() throws {
        var model = try Models.fresh()
        model.status.ledger = Ledger()
        model.status.kept = 1_203
        let rows = Screen.draw(model, size: Screen.smallest).rows
        #expect(rows[0].contains("consent UNKNOWN"))
        #expect(rows[0].contains("app FOREGROUND"))
        #expect(rows[3].contains("0/1000 kept 1,203 drop 0"))
    }

    @Test(arguments: [60, 80, 120, 200])
    func theFooterNamesHelpOnce(width: Int) throws {
        let footer = Screen.draw(try Models.fresh(), size: Size(width: width, height: 30)).rows[29]
        #expect(footer.components(separatedBy: "help").count == 2)
    }

    @Test func theRateWindowMovesWithTheSeconds() {
        var window = SecondWindow()
        window.count(total: 5, at: .seconds(10))
        window.count(total: 8, at: .seconds(12))
        #expect(window.values.suffix(3) == [5, 0, 3])
        var sizes = SecondWindow()
        sizes.sample(700, at: .seconds(10))
        sizes.sample(0, at: .seconds(12))
        #expect(sizes.values.suffix(3) == [700, 700, 0])
    }
}

/// What a newcomer stumbled on.
@Suite struct NewcomerTests {
    private func text(_ model: Model, width: Int = 80) -> String {
        Screen.draw(model, size: Size(width: width, height: 24)).rows.joined(separator: "\n")
    }

    @Test(arguments: ["?", "A"])
    func qClosesWhatLiesOverThePanesAndDoesNotQuit(keys: String) throws {
        var model = try Models.after("")
        if keys == "A" {
            _ = model.update(.audited(try Models.audit(), isAsked: true))
        } else {
            _ = model.update(.key(.character("?")))
        }
        #expect(model.update(.key(.character("q"))).isEmpty)
        #expect(model.overlay == .none)
        #expect(model.update(.key(.character("q"))) == [.quit])
    }

    @Test func quittingAsksBeforeARecordingIsLost() throws {
        var model = try Models.fresh()
        model.isRecording = true
        #expect(model.update(.key(.character("q"))).isEmpty)
        #expect(text(model).contains("Leave the recording?"))
        #expect(model.update(.key(.enter)).isEmpty)
        _ = model.update(.key(.character("q")))
        #expect(model.update(.key(.character("y"))) == [.quit])
    }

    @Test func aUserIDThatIsRefusedLeavesThePromptOpenSoThatTheNextTryIsNoCommand() throws {
        var model = try Models.after("i")
        for key in [Key.control("u")] + "ada@example.org".map(Key.character) + [.enter] {
            #expect(model.update(.key(key)).isEmpty)
        }
        #expect(text(model).contains("Refused: the user ID holds an e-mail address"))
        for key in [Key.control("u")] + "user-1".map(Key.character) {
            #expect(model.update(.key(key)).isEmpty)
        }
        #expect(!text(model).contains("Refused"))
        #expect(model.update(.key(.enter)) == [.deed(.identify("user-1"))])
    }

    @Test func aPasteDoesNotStopAScenarioAndInAShowNoKeyDoes() throws {
        var model = try Models.fresh()
        _ = model.update(.playing(Playback(name: "a", index: 1, count: 2, step: "")))
        #expect(model.update(.key(.paste("q"))).isEmpty)
        model.isReadOnly = true
        #expect(model.update(.key(.character("1"))).isEmpty)
        model.isReadOnly = false
        #expect(model.update(.key(.character("1"))) == [.stopPlay])
    }

    @Test func enterInAMenuKeepsWhatHoldsAtPresent() throws {
        var model = try Models.fresh()
        model.collector.word = "503"
        model.faults = ["200", "429:30", "503"].map { FaultChoice(word: $0, name: $0) }
        _ = model.update(.key(.character("s")))
        #expect(model.update(.key(.enter)) == [.deed(.server("503"))])
        model.status.conditions = DeviceConditions(network: .offline, isLowPower: false)
        _ = model.update(.key(.character("n")))
        #expect(model.update(.key(.enter)) == [.deed(.network(.offline))])
    }

    @Test func theHelpMovesWithTheFirstArrow() throws {
        var model = try Models.after("?")
        let before = text(model)
        _ = model.update(.key(.down))
        #expect(text(model) != before)
    }

    @Test func aFilterIsGoneAfterSlashAndEnter() throws {
        var model = try Models.after("/tap")
        _ = model.update(.key(.enter))
        #expect(text(model).contains("filter: tap"))
        _ = model.update(.key(.character("/")))
        _ = model.update(.key(.enter))
        #expect(!text(model).contains("filter: tap"))
    }

    @Test func aMessageThatIsTooLongTakesASecondRow() throws {
        var model = try Models.fresh()
        _ = model.update(.note(String(repeating: "word ", count: 18) + "end."))
        #expect(text(model).contains("end."))
        #expect(text(model, width: 60).contains("end."))
    }

    @Test func everythingThatTheViewIsAtOnceIsShown() throws {
        var model = try Models.after("p")
        model.isReadOnly = true
        model.isAutopilotOn = true
        let entry = JournalEntry(time: model.status.time, kind: .held)
        _ = model.update(.refreshed(Refresh(status: model.status, journal: [entry])))
        let header = Screen.draw(model, size: Size(width: 120, height: 36)).rows[0]
        for word in ["PAUSED, 1 behind", "AUTOPILOT", "READ-ONLY"] {
            #expect(header.contains(word), "\(word)")
        }
    }

    @Test func withoutTheServersCountsTheBooksDoNotClaimThem() throws {
        var model = try Models.fresh()
        _ = model.update(.audited(try Models.audit(), isAsked: true))
        #expect(model.message.contains("ledger and files agree"))
    }
}
