/// Decides when a round of sending starts, goes on and ends; the engine carries it out.
///
/// A value without clocks, randomness or waiting: every input brings the time, an answer brings its jitter. The
/// same inputs give the same actions, so that every state can be tested with every input.
package struct FlushState: Sendable, Equatable {
    /// Something that happened.
    package enum Input: Sendable, Equatable {
        /// The queue is open; an earlier launch left these.
        case opened(leftovers: Int, backoff: ResumedBackoff?)
        case consent(Consent)
        /// The queue cannot be used, or (nil) can again.
        case problem(TrackerStatus.Problem?)
        /// The remote switch, whether the host named an address to ask for it, and how long ago a launch before this
        /// one asked.
        case remote(isEnabled: Bool, isInUse: Bool, askedAgo: Duration? = nil)
        /// The question for the remote configuration has ended.
        case remoteAnswered
        case conditions(DeviceConditions)
        /// How many events are on disk and could be sent.
        case waiting(Int)
        /// Someone asks for a round: `flush` or `background`.
        case asked(FlushTrigger)
        case lifecycle(LifecycleEvent)
        /// The alarm that `nextAlarm` named went off.
        case clock
        /// A batch was answered; `jitter` in 0...1 is used when that is a failure.
        case answered(UploadResult, jitter: Double)
        /// The round in progress has ended; dry when no gate was closed and the queue had no batch for it.
        case roundEnded(isDry: Bool)
    }

    /// What the engine is to do.
    package enum Action: Sendable, Equatable {
        case none
        case startRound(FlushTrigger)
        case sendNext
        case endRound(FlushOutcome.Stop)
    }

    package let rules: FlushRules
    package let misconfigured: String?
    /// Before this only `flush()` and background send.
    package let quietUntil: MonotonicTime
    package private(set) var consent = Consent.unknown
    package private(set) var problem: TrackerStatus.Problem?
    package private(set) var isEnabled = true
    /// Nil when there is no address to ask.
    var remote: RemoteSchedule?
    package private(set) var conditions = DeviceConditions()
    package private(set) var lifecycle = LifecycleEvent.foreground
    package private(set) var waiting = 0
    package private(set) var firstWaitingAt: MonotonicTime?
    package private(set) var hasLeftovers = false
    /// Asked for and not yet served.
    package private(set) var pending: Set<FlushTrigger> = []
    /// What the round in progress was started by.
    package private(set) var round: FlushTrigger?
    /// How many waited when it started.
    private var waitingAtStart = 0
    package private(set) var backoff: BackoffRun?
    /// A condition that the transport met and the monitor did not know, believed until then.
    package private(set) var hold: Hold?
    /// The last round found nothing that it could send, and nothing has come since.
    package private(set) var isStalled = false
    /// This stay in the background has no time left: what is sent now would be cancelled at once.
    package private(set) var isBackgroundTimeOver = false

    package struct Hold: Sendable, Equatable {
        var network: DeviceConditions.Network
        var until: MonotonicTime
    }

    package init(rules: FlushRules, misconfigured: String?, launch: MonotonicTime) {
        self.rules = rules
        self.misconfigured = misconfigured
        quietUntil = launch + rules.launchDelay
    }

    /// The same state as seen through the gate, which is ahead of the pipeline while a disk is slow.
    package func seen(through gate: Gate) -> FlushState {
        var state = self
        state.consent = gate.consent
        state.isEnabled = gate.isEnabled
        return state
    }

    /// Takes in what happened and says what to do about it.
    package mutating func handle(_ input: Input, at now: MonotonicTime) -> Action {
        switch input {
        case .opened(let leftovers, let backoff): opened(leftovers: leftovers, backoff: backoff, at: now)
        case .consent(let consent): set(consent)
        case .problem(let problem): self.problem = problem
        case .remote(let isEnabled, let isInUse, let askedAgo):
            self.isEnabled = isEnabled
            if isInUse, remote == nil {
                remote = RemoteSchedule(askedAt: askedAgo.map { now + (.zero - $0) })
            }
        case .remoteAnswered: remote?.ended()
        case .conditions(let conditions): set(conditions)
        case .waiting(let count): setWaiting(count, at: now)
        case .asked(let trigger): pending.insert(trigger)
        case .lifecycle(let lifecycle): set(lifecycle)
        case .clock: break
        case .answered(let result, let jitter): return answered(result, jitter: jitter, at: now)
        case .roundEnded(let isDry): endRound(isDry: isDry, at: now)
        }
        return decide(at: now)
    }

    /// Starts a round when one is due and no gate is closed; else what is due stays pending.
    private mutating func decide(at now: MonotonicTime) -> Action {
        guard round == nil, let trigger = dueTrigger(at: now), gates(at: now).isEmpty else { return .none }
        round = trigger
        waitingAtStart = waiting
        pending = []
        hasLeftovers = false
        return .startRound(trigger)
    }

    private mutating func opened(leftovers: Int, backoff: ResumedBackoff?, at now: MonotonicTime) {
        problem = nil
        hasLeftovers = leftovers > 0
        setWaiting(leftovers, at: now)
        guard let backoff, self.backoff == nil else { return }
        // Also one that is over: the next failure counts on from it.
        self.backoff = BackoffRun(
            failures: min(max(1, backoff.failures), 100), until: now + backoff.wait, delay: backoff.wait,
            jitter: .zero, cause: .failed(.earlierLaunch), retryAfter: nil)
        if backoff.wait > .zero { pending.insert(.retry) }
    }

    private mutating func set(_ consent: Consent) {
        self.consent = consent
        guard consent == .denied else { return }
        // The queue is erased: nothing is left that an earlier request could be for, or that a new grant may find.
        pending = []
        waiting = 0
        firstWaitingAt = nil
        hasLeftovers = false
    }

    private mutating func set(_ conditions: DeviceConditions) {
        let wasClosed = self.conditions.network != .normal
        self.conditions = conditions
        guard conditions.network == .normal else { return }
        hold = nil
        if wasClosed, waiting > 0 { pending.insert(.network) }
    }

    private mutating func set(_ lifecycle: LifecycleEvent) {
        self.lifecycle = lifecycle
        isBackgroundTimeOver = false
        if lifecycle == .foreground { isStalled = false }
    }

    private mutating func setWaiting(_ count: Int, at now: MonotonicTime) {
        if count > waiting { isStalled = false }
        waiting = count
        if count == 0 {
            firstWaitingAt = nil
            hasLeftovers = false
        } else if firstWaitingAt == nil {
            firstWaitingAt = now
        }
    }

    private mutating func endRound(isDry: Bool, at now: MonotonicTime) {
        round = nil
        isStalled = isDry && waiting <= waitingAtStart
        // What is left came during the round, or its failure has set a backoff that outlasts the interval's start.
        firstWaitingAt = waiting > 0 ? now : nil
    }

    private mutating func answered(_ result: UploadResult, jitter: Double, at now: MonotonicTime) -> Action {
        switch result {
        case .accepted:
            backoff = nil
            remote?.sent()
        case .discard:
            backoff = nil
        case .retry(let after, let cause):
            fail(.failed(cause), retryAfter: after, jitter: jitter, at: now)
        case .refused(let status):
            fail(.refused(status: status), retryAfter: nil, jitter: jitter, at: now)
        case .held(let network):
            hold = Hold(network: network, until: now + interval)
            pending.insert(.network)
        case .cancelled:
            isBackgroundTimeOver = lifecycle == .background
            if let gate = gates(at: now).first { return .endRound(.held(gate)) }
            // In the foreground consent went and came back, or the tracker is going.
            return .endRound(lifecycle == .background ? .backgroundTimeRanOut : .interrupted)
        }
        if let gate = gates(at: now).first { return .endRound(.held(gate)) }
        return .sendNext
    }

    private mutating func fail(
        _ cause: FlushFailure, retryAfter: Duration?, jitter: Double, at now: MonotonicTime
    ) {
        let failures = (backoff?.failures ?? 0) + 1
        let delay = Backoff.delay(failures: failures, retryAfter: retryAfter, jitter: jitter)
        let steady = Backoff.delay(failures: failures, retryAfter: retryAfter, jitter: 0)
        backoff = BackoffRun(
            failures: failures, until: now + delay, delay: delay, jitter: delay - steady, cause: cause,
            retryAfter: retryAfter)
        pending.insert(.retry)
    }
}
