import Analytics
import Testing

/// Every state with every input: which round starts, or none.
@Suite struct FlushStateTableTests {
    /// A dot is no action; else the first letter of the trigger that the round is started by.
    private static let table = """
        state                 | open0 open3 grant deny unkn inUse free net offl w0 w4 w70 flush bg front back clock
        consent unknown       | .     .     f     .    .    .     .    .   .    .  .  .   .     .  .     .    .
        nothing waits         | .     l     .     .    .    .     .    .   .    .  .  c   f     b  .     .    .
        three wait            | .     l     .     .    .    .     .    .   .    .  .  c   f     b  .     .    .
        three since a minute  | .     l     i     .    .    .     i    i   .    .  i  c   f     b  i     .    i
        three wait, low power | .     l     .     .    .    .     .    i   .    .  .  c   f     b  .     .    .
        too early for three   | .     .     .     .    .    .     .    .   .    .  .  .   f     b  .     .    .
        consent withdrawn     | .     .     .     .    .    .     .    .   .    .  .  .   .     .  .     .    .
        consent suspended     | .     .     i     .    .    .     .    .   .    .  .  .   .     .  .     .    .
        round on              | .     .     .     .    .    .     .    .   .    .  .  .   .     .  .     .    .
        backing off           | .     .     .     .    .    .     .    .   .    .  .  .   .     .  .     .    .
        backoff over          | .     r     r     .    .    .     r    r   .    .  r  r   f     b  r     r    r
        server refuses        | .     .     .     .    .    .     .    .   .    .  .  .   .     .  .     .    .
        offline               | .     .     .     .    .    .     .    n   .    .  .  .   .     .  .     .    .
        held on the way       | .     .     .     .    .    .     .    n   .    .  .  .   .     .  .     .    .
        hold over             | .     n     n     .    .    .     n    n   .    .  n  n   f     b  n     n    n
        directory in use      | .     l     .     .    .    .     i    .   .    .  .  .   .     .  .     .    .
        misconfigured         | .     .     .     .    .    .     .    .   .    .  .  .   .     .  .     .    .
        in the background     | .     .     .     .    .    .     .    .   .    .  .  c   f     b  i     .    .
        background time over  | .     .     .     .    .    .     .    .   .    .  .  .   f     b  c     c    .
        found nothing to send | .     l     .     .    .    .     .    .   .    .  .  c   f     b  c     .    .
        """

    @Test(arguments: FlushStateCase.all)
    func everyStateWithEveryInput(_ start: FlushStateCase) throws {
        let lines = Self.table.split(separator: "\n").map { $0.split(separator: "|") }
        let columns = try #require(lines.first?.last).split(separator: " ").map(String.init)
        #expect(columns == FlushStateInput.allCases.map(\.rawValue))
        let row = try #require(
            lines.first { $0[0].reversed().drop { $0 == " " }.reversed() == Array(start.description) })
        let cells = row[1].split(separator: " ")
        #expect(cells.count == columns.count)
        for (input, cell) in zip(FlushStateInput.allCases, cells) {
            var state = start.state
            let action = state.handle(input.input, at: .at(start.now))
            let expected = cell.lowercased()
            if case .startRound(let trigger) = action {
                #expect(trigger.rawValue.prefix(1) == expected, "\(start), \(input)")
            } else {
                #expect(action == .none && expected == ".", "\(start), \(input): \(action)")
            }
        }
    }

    @Test func theTableHasARowForEachStateAndNoOther() {
        let rows = Self.table.split(separator: "\n").dropFirst().compactMap { $0.split(separator: "|").first }
        let names = rows.map { String($0.reversed().drop { $0 == " " }.reversed()) }
        #expect(names == FlushStateCase.all.map(\.description))
    }

    @Test(arguments: [
        (UploadResult.accepted(rejected: []), FlushState.Action.sendNext),
        (.accepted(rejected: [Rejection(index: 0, reason: "x")]), .sendNext),
        (.discard(status: 400), .sendNext),
        (
            .retry(after: nil, cause: .timedOut),
            .endRound(.held(.backingOff(cause: .timedOut, milliseconds: 5_000)))
        ),
        (
            .retry(after: .seconds(600), cause: .status(429)),
            .endRound(.held(.backingOff(cause: .status(429), milliseconds: 600_000)))
        ),
        (.refused(status: 401), .endRound(.held(.serverRefuses(status: 401, milliseconds: 5_000)))),
        (.held(.constrained), .endRound(.held(.network(.constrained)))),
        (.held(.offline), .endRound(.held(.network(.offline)))),
    ])
    func anAnswerGoesOnOrEndsTheRound(result: UploadResult, action: FlushState.Action) {
        for place in LifecycleEvent.allCases {
            var state = FlushStateCase("round", at: 20, FlushStateCase.round).state
            _ = state.handle(.lifecycle(place), at: .at(20))
            #expect(state.handle(.answered(result, jitter: 0), at: .at(20)) == action)
        }
    }

    @Test(arguments: [
        (LifecycleEvent.background, FlushOutcome.Stop.backgroundTimeRanOut), (.foreground, .interrupted),
    ])
    func aCancelledRequestEndsTheRoundAndSaysWhy(place: LifecycleEvent, stop: FlushOutcome.Stop) {
        var state = FlushStateCase("round", at: 20, FlushStateCase.round).state
        _ = state.handle(.lifecycle(place), at: .at(20))
        #expect(state.handle(.answered(.cancelled, jitter: 0), at: .at(20)) == .endRound(stop))
    }

    /// A gate that closed while the request was under way ends the round, whatever the answer was.
    @Test(arguments: [
        (FlushState.Input.consent(.denied), ClosedGate.noConsent(.denied)),
        (.consent(.unknown), .noConsent(.unknown)),
        (.conditions(DeviceConditions(network: .offline)), .network(.offline)),
        (.problem(.inUse), .directory(.inUse)),
    ])
    func aGateThatClosesOnTheWayEndsTheRound(input: FlushState.Input, gate: ClosedGate) {
        for result in [UploadResult.accepted(rejected: []), .discard(status: 400), .cancelled] {
            var state = FlushStateCase("round", at: 20, FlushStateCase.round).state
            _ = state.handle(input, at: .at(20))
            #expect(state.handle(.answered(result, jitter: 0), at: .at(20)) == .endRound(.held(gate)))
        }
    }

    @Test(
        arguments: [
            ("nothing waits", nil, nil), ("three wait", 80, .interval),
            ("three wait, low power", 140, .interval),
            ("too early for three", 61, .interval), ("consent withdrawn", nil, nil), ("round on", nil, nil),
            ("backing off", 25, .retry), ("server refuses", 25, .retry), ("offline", nil, nil),
            ("held on the way", 80, .network), ("directory in use", nil, nil), ("misconfigured", nil, nil),
            ("in the background", nil, nil), ("found nothing to send", nil, nil),
        ] as [(String, Int?, FlushTrigger?)])
    func theAlarmIsForTheNextThingThatTimeAloneBrings(name: String, time: Int?, trigger: FlushTrigger?) throws
    {
        let start = try #require(FlushStateCase.all.first { $0.description == name })
        let alarm = start.state.nextAlarm(at: .at(start.now))
        #expect(alarm?.time == time.map { .at($0) })
        #expect(alarm?.trigger == trigger)
    }

    @Test func aSuccessEndsTheRowOfFailures() {
        var state = FlushStateCase("round", at: 20, FlushStateCase.round).state
        for failures in 1...12 {
            _ = state.handle(FlushStateCase.failed, at: .at(20))
            #expect(state.backoff?.failures == failures)
            #expect(state.backoff?.delay == Backoff.base(failures: failures))
        }
        _ = state.handle(.answered(.accepted(rejected: []), jitter: 0), at: .at(20))
        #expect(state.backoff == nil)
    }

    @Test func aBackoffOfAnEarlierLaunchHoldsAndThenRetries() {
        let left = ResumedBackoff(failures: 3, wait: .seconds(40))
        let start = FlushStateCase("relaunched", at: 20, [(1, .opened(leftovers: 2, backoff: left))])
        var state = start.state
        #expect(state.handle(.asked(.flush), at: .at(20)) == .none)
        #expect(state.nextAlarm(at: .at(20))?.time == .at(41))
        #expect(state.handle(.clock, at: .at(41)) == .startRound(.flush))
        _ = state.handle(FlushStateCase.failed, at: .at(41))
        #expect(state.backoff?.failures == 4)
    }
}
