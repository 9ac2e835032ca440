import Analytics
import AnalyticsDashboardCore
import AnalyticsSampleApp
import AnalyticsTesting
import Foundation
import Testing

/// The face for screen readers and logs: sentences out, words in.
@Suite struct PlainTests {
    @Test func eachChangeIsASentenceAndNoChangeIsNone() async throws {
        let stage = try Stages.fresh()
        var model = Model(status: stage.harness.status)
        var report = PlainReport()
        #expect(
            report.sentences(for: model) == [
                "Consent is unknown.", "The app is in the foreground.",
                "Nothing is sent: consent is unknown.",
                "The server behaves as 200 and has 0 events, 0 repeats.",
            ])
        #expect(report.sentences(for: model).isEmpty)
        _ = await stage.perform(.consent(.granted))
        _ = await stage.perform(.fire("tap", count: 50))
        _ = model.update(
            .refreshed(Refresh(status: stage.harness.status, journal: stage.harness.tracker.journal())))
        let said = report.sentences(for: model)
        #expect(said.contains("Consent is granted."))
        #expect(said.contains { $0.hasSuffix("Kept 50 events tap as numbers 1 to 50.") })
        #expect(said.count < 15)
        #expect(report.sentences(for: model).isEmpty)
    }

    @Test func theSameMessageTwiceIsSaidTwice() throws {
        var model = try Models.fresh()
        var report = PlainReport()
        _ = report.sentences(for: model)
        for _ in 0..<2 {
            _ = model.update(.note("Fired tap."))
            #expect(report.sentences(for: model) == ["Fired tap."])
        }
    }

    @Test(arguments: [true, false])
    func noEscapeAndInASCIINothingElseIsSaid(isASCII: Bool) throws {
        var model = try Models.fresh()
        var report = PlainReport(isASCII: isASCII)
        let entry = JournalEntry(
            time: Date(timeIntervalSince1970: 0), kind: .kept, name: "a\u{1B}[31m\r\n世", schemaVersion: 1,
            sequence: 7)
        _ = model.update(.refreshed(Refresh(status: model.status, journal: [entry])))
        let said = report.sentences(for: model).joined()
        #expect(said.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
        #expect(said.contains("世") != isASCII)
        #expect(!isASCII || said.utf8.allSatisfy { $0 < 0x7F })
    }

    @Test(arguments: [
        ("", PlainCommand.nothing), ("  # a comment", .nothing), ("quit", .quit), ("state", .state),
        ("audit", .audit),
        ("autopilot", .autopilot), ("snapshot", .snapshot), ("help", .help),
        ("say Watch this", .say("Watch this")),
        ("consent grant", .deed(.consent(.granted))), ("fire tap x3", .deed(.fire("tap", count: 3))),
        ("advance 30m", .deed(.advance(.seconds(1_800)))),
        ("seed 3", .wrong("The seed is chosen at the start, with --seed.")),
        ("expect waiting = 3", .wrong("Expectations are for play.")),
    ])
    func theWordsAreThoseOfScenarios(line: String, command: PlainCommand) {
        #expect(PlainCommand(line) == command)
    }

    @Test(arguments: [
        ("bogus", "\"bogus\": expected one of"), ("network lte", "\"lte\": expected one of normal"),
        ("fire", "The line ends: expected"), ("state now", "\"now\": expected the end of the line"),
        ("snapshot a.txt", "\"a.txt\": expected the end of the line"), ("audit x", "\"x\": expected the end"),
    ])
    func whatIsNotUnderstoodSaysWhatWasExpected(line: String, words: String) {
        guard case .wrong(let text) = PlainCommand(line) else {
            Issue.record("\(line) was understood")
            return
        }
        #expect(text.hasPrefix(words))
    }

    @Test func whoAsksIsToldEveryClosedGateAndForHowLong() async throws {
        let stage = try Stages.fresh()
        for deed in [
            Deed.consent(.granted), .fire("tap", count: 1), .server("503"), .flush, .network(.offline),
        ] {
            _ = await stage.perform(deed)
        }
        var state = PlainReport.state(of: Model(status: stage.harness.status))
        #expect(state.contains("Nothing is sent: offline; backing off for "))
        #expect(state.contains(" s (HTTP 503)."))
        _ = await stage.perform(.background)
        _ = await stage.perform(.advance(.seconds(12)))
        state = PlainReport.state(of: Model(status: stage.harness.status))
        #expect(state.contains("The app is in the background, with 18 s left."))
        _ = await stage.perform(.expireBackground)
        state = PlainReport.state(of: Model(status: stage.harness.status))
        #expect(state.contains("The app is in the background, and its time is over."))
    }

    @Test func whatHasNoNameLeavesNoGapInASentence() throws {
        func entry(_ kind: JournalEntry.Kind, _ reason: DropReason? = nil, removed: [String] = [])
            -> JournalEntry
        {
            JournalEntry(time: Date(timeIntervalSince1970: 0), kind: kind, reason: reason, removed: removed)
        }
        var model = try Models.fresh()
        var report = PlainReport()
        _ = report.sentences(for: model)
        var many = [entry(.dropped, .noConsent), entry(.dropped, .noConsent)]
        many[0].id = 1
        many[1].id = 2
        _ = model.update(
            .refreshed(
                Refresh(status: model.status, journal: many + [entry(.kept, removed: [": invalidKey"])])))
        #expect(
            report.sentences(for: model) == [
                "00:00:00 Dropped 2 events: noConsent.", "00:00:00 Kept removed \"\": invalidKey.",
            ])
    }

    @Test func theHelpNamesEveryWord() {
        for word in ["fire", "consent", "server", "advance", "audit", "state", "quit"] {
            #expect(PlainCommand.manual.contains { $0.hasPrefix(word) })
        }
        #expect(
            PlainCommand.manual.allSatisfy {
                !$0.contains(" :") && !$0.contains("..") || $0.hasPrefix("fire")
            })
    }
}

/// The autopilot's person.
@Suite struct AutopilotTests {
    private func steps(_ seed: UInt64, _ count: Int = 2_000) -> [Autopilot.Step] {
        Array(Autopilot(seed: seed).prefix(count))
    }

    private func text(_ steps: [Autopilot.Step]) -> [String] {
        steps.map { step in
            switch step.act {
            case .track(let event): "\(step.pause) \(ComposedEvent(event).text)"
            case .background: "\(step.pause) background"
            case .foreground: "\(step.pause) foreground"
            }
        }
    }

    @Test func theSameSeedIsTheSamePersonAndAnotherIsAnother() {
        #expect(text(steps(1)) == text(steps(1)))
        #expect(text(steps(1)) != text(steps(2)))
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func aPersonThinksLeavesComesBackAndDoesNotAlwaysBuy(seed: UInt64) {
        let steps = steps(seed)
        var isThere = true
        var names: [String: Int] = [:]
        for step in steps {
            #expect(step.pause >= .milliseconds(500) && step.pause <= .seconds(7_200))
            switch step.act {
            case .track(let event):
                #expect(isThere, "an event in the background")
                names[ComposedEvent(event).name, default: 0] += 1
            case .background:
                #expect(isThere)
                isThere = false
            case .foreground:
                #expect(!isThere)
                isThere = true
            }
        }
        #expect((names["screen_viewed"] ?? 0) > (names["checkout_step"] ?? 0))
        #expect((names["checkout_step"] ?? 0) > (names["purchase"] ?? 0))
        #expect((names["purchase"] ?? 0) > 0)
        // Half an hour away begins another session.
        #expect(steps.contains { $0.pause > .seconds(1_800) })
    }
}
