import Analytics
import Foundation
import Testing

/// Random lives of `FlushState`, with an engine that does what it is told.
@Suite struct FlushStatePropertyTests {
    /// How many more seeds than usual a deep run tries.
    private static let seeds = 0..<UInt64(Depth.isDeep ? 5_000 : 300)

    @Test("Whatever happens in whatever order, every rule of sending holds", arguments: seeds)
    func anyOrderOfEvents(seed: UInt64) {
        var life = FlushStateLife(seed: seed)
        for step in 0..<200 {
            life.step()
            for fault in life.faults { Issue.record("seed \(seed), step \(step): \(fault)") }
            if !life.faults.isEmpty { return }
        }
    }
}

/// Whether the run has time for more seeds than usual: `Tests/run --deep`.
enum Depth {
    static let isDeep = ProcessInfo.processInfo.environment["ANALYTICS_TEST_DEEP"] == "1"
}

/// A state, the time, the round that an engine would have on, and every rule that was broken.
private struct FlushStateLife {
    private var random: SeededGenerator
    private var state: FlushState
    private var now = MonotonicTime.at(0)
    private var waiting = 0
    /// Batches sent in the round that is on, and events left for it: what comes later is not part of it.
    private var batches: Int?
    private var closed = 0
    /// Asked for behind a closed gate, not yet served, no denial since.
    private var asked: Set<FlushTrigger> = []
    /// The background time of this stay is over.
    private var isTimeOver = false
    private(set) var faults: [String] = []

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        state = FlushState(rules: FlushRules(), misconfigured: nil, launch: .at(0))
    }

    mutating func step() {
        now =
            now
            + .milliseconds(
                Int.random(in: 0...1, using: &random) * Int.random(in: 0...40_000, using: &random))
        if let batches, Bool.random(using: &random) {
            goOn(batches)
        } else if batches == nil, Int.random(in: 0..<4, using: &random) == 0 {
            sleepUntilTheAlarm()
        } else {
            give(input())
        }
        checkAtRest()
    }

    private mutating func input() -> FlushState.Input {
        switch Int.random(in: 0..<12, using: &random) {
        case 0, 1: return .consent(.granted)
        case 2: return .consent(Consent.allCases.randomElement(using: &random) ?? .unknown)
        case 3: return .problem(Bool.random(using: &random) ? .inUse : nil)
        case 4:
            let network = DeviceConditions.Network.allCases.randomElement(using: &random) ?? .normal
            return .conditions(DeviceConditions(network: network, isLowPower: Bool.random(using: &random)))
        case 5, 6:
            waiting += Int.random(in: 0...30, using: &random)
            return .waiting(waiting)
        case 7: return .asked(.flush)
        case 8:
            asked.insert(.background)
            return .asked(.background)
        case 9, 10: return .lifecycle(LifecycleEvent.allCases.randomElement(using: &random) ?? .foreground)
        default:
            let backoff = ResumedBackoff(failures: 2, wait: .seconds(Int.random(in: 0...100, using: &random)))
            return .opened(leftovers: waiting, backoff: Bool.random(using: &random) ? backoff : nil)
        }
    }

    private mutating func give(_ input: FlushState.Input) {
        if case .asked(let trigger) = input { asked.insert(trigger) }
        if case .lifecycle = input { isTimeOver = false }
        if case .consent(.denied) = input {
            asked = []
            waiting = 0
        }
        carryOut(state.handle(input, at: now))
    }

    private mutating func sleepUntilTheAlarm() {
        guard let alarm = state.nextAlarm(at: now) else { return give(.clock) }
        if state.lifecycle == .background { faults.append("an alarm is set in the background") }
        now = max(now, alarm.time)
        let action = state.handle(.clock, at: now)
        if action == .none { faults.append("the alarm for \(alarm.trigger) goes off and nothing starts") }
        carryOut(action)
    }

    private mutating func carryOut(_ action: FlushState.Action) {
        guard case .startRound(let trigger) = action else { return }
        if batches != nil { faults.append("a second round starts, by \(trigger)") }
        if let gate = state.gates(at: now).first { faults.append("\(trigger) starts although \(gate)") }
        if state.consent != .granted { faults.append("\(trigger) starts without consent") }
        if now < state.quietUntil, trigger != .flush, trigger != .background {
            faults.append("\(trigger) starts too early")
        }
        if isTimeOver, trigger != .flush, trigger != .background {
            faults.append("\(trigger) starts although the background time is over")
        }
        if trigger == .interval || trigger == .launch, state.lifecycle == .background {
            faults.append("\(trigger) starts in the background")
        }
        batches = 0
        closed = waiting
        asked = []
    }

    /// The engine's part: one batch is answered, or there is none and the round ends.
    private mutating func goOn(_ sent: Int) {
        guard state.gates(at: now).isEmpty else { return endRound() }
        guard closed > 0 else { return endRound(isDry: sent == 0) }
        let result = result()
        let before = state.backoff
        let action = state.handle(
            .answered(result, jitter: Double.random(in: 0...1, using: &random)), at: now)
        checkBackoff(after: result, before: before)
        batches = sent + 1
        switch action {
        case .sendNext:
            waiting = max(0, waiting - min(closed, 50))
            closed -= 50
        case .endRound(let stop):
            if stop == .backgroundTimeRanOut { isTimeOver = state.lifecycle == .background }
            endRound()
        case .none, .startRound: faults.append("an answer leads to \(action)")
        }
    }

    private mutating func endRound(isDry: Bool = false) {
        _ = state.handle(.waiting(waiting), at: now)
        batches = nil
        carryOut(state.handle(.roundEnded(isDry: isDry), at: now))
    }

    private mutating func result() -> UploadResult {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: .retry(after: nil, cause: .timedOut)
        case 1: .retry(after: .seconds(Int.random(in: 0...100_000, using: &random)), cause: .status(503))
        case 2: .refused(status: 401)
        case 3: .held(.constrained)
        case 4: .cancelled
        case 5: .discard(status: 400)
        default: .accepted(rejected: [])
        }
    }

    private mutating func checkBackoff(after result: UploadResult, before: BackoffRun?) {
        switch result {
        case .accepted, .discard:
            if state.backoff != nil { faults.append("a success leaves a backoff") }
        case .held, .cancelled:
            if state.backoff != before { faults.append("\(result) counts as a failure") }
        case .retry, .refused:
            guard let backoff = state.backoff else { return faults.append("no backoff after \(result)") }
            let base = Backoff.base(failures: backoff.failures)
            if backoff.failures != (before?.failures ?? 0) + 1 { faults.append("failures are miscounted") }
            if backoff.delay < base || backoff.delay > .seconds(108_000) { faults.append("\(backoff.delay)") }
            if backoff.until != now + backoff.delay { faults.append("the backoff ends at another time") }
        }
    }

    private mutating func checkAtRest() {
        guard batches == nil else {
            if state.nextAlarm(at: now) != nil { faults.append("an alarm is set during a round") }
            return
        }
        let gates = state.gates(at: now)
        if gates.isEmpty, !asked.isEmpty { faults.append("\(asked) is forgotten") }
        let isLasting = gates.contains { gate in
            switch gate {
            case .noConsent, .misconfigured, .directory, .switchedOff: true
            case .network: state.conditions.network != .normal
            case .background, .backingOff, .serverRefuses: false
            }
        }
        let alarm = state.nextAlarm(at: now)
        if isLasting || state.lifecycle == .background {
            if alarm != nil { faults.append("an alarm is set for nothing") }
        } else if waiting > 0, alarm == nil {
            faults.append("\(waiting) wait and nothing will ever send them")
        }
    }
}
