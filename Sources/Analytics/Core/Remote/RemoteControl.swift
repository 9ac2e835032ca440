/// Keeps the remote configuration in force: takes it over from the last launch, asks for the next, and applies it to
/// gate and policy. A document that cannot be used changes nothing.
package final class RemoteControl: Sendable {
    private struct State {
        /// The host's own rules, laid out at the first question: that takes longer than the rest of `init`.
        var base: RecordingPolicy?
        /// In force in place of the host's.
        var policy: RecordingPolicy?
        var remote: DurableRemote?
        var tally = RemoteTally()
    }

    private let makeBase: @Sendable () -> RecordingPolicy
    private let fetcher: (any ConfigurationFetcher)?
    private let buffer: EventBuffer
    private let slot = SendSlot()
    private let journal: Journal
    private let board: StatusBoard
    private let state: Locked<State>

    /// Control over the host's own rules, which `makeBase` lays out once; without a fetcher they stay in force.
    package init(
        makeBase: @escaping @Sendable () -> RecordingPolicy, fetcher: (any ConfigurationFetcher)?,
        buffer: EventBuffer, journal: Journal,
        board: StatusBoard
    ) {
        self.makeBase = makeBase
        self.fetcher = fetcher
        self.buffer = buffer
        self.journal = journal
        self.board = board
        state = Locked(State())
    }

    /// Whether the host named an address to ask.
    package var isInUse: Bool { fetcher != nil }

    /// The policy in force.
    package var policy: RecordingPolicy { state.withLock { $0.policy ?? base(in: &$0) } }

    /// The host's numbers with what the remote configuration put in their place.
    func rules(in configuration: AnalyticsConfiguration) -> RulesInForce {
        let policy = state.withLock(\.policy)
        return RulesInForce(
            configuration, events: policy?.limits ?? configuration.events,
            sampling: policy?.sampling ?? configuration.sampling)
    }

    private func base(in state: inout State) -> RecordingPolicy {
        let base = state.base ?? makeBase()
        state.base = base
        return base
    }

    /// Takes over what the last launch left; a host that no longer names an address is not switched by an old answer.
    package func resume(_ remote: DurableRemote?) {
        guard isInUse, let remote, remote.configuration.fault == nil else { return }
        apply(remote)
    }

    /// Asks for the document and applies a usable answer; returns it when there is a new one to be remembered.
    package func refresh() async -> DurableRemote? {
        guard let fetcher else { return nil }
        // Asked and answered under one grant: the tag of one install must not become the next one's.
        let epoch = buffer.gate.epoch
        let isWanted = { @Sendable [buffer] in buffer.gate.isGranted(since: epoch) }
        let tag = state.withLock(\.remote?.tag)
        let answer = await slot.run(admits: isWanted, cancelled: ConfigurationAnswer.cancelled) {
            await fetcher.fetch(tag: tag)
        }
        guard isWanted() else {
            note(.cancelled)
            return nil
        }
        note(answer)
        guard case .document(var remote) = answer else { return nil }
        // A document that does not mention the switch leaves it, also at the next launch.
        remote.configuration.isEnabled = remote.configuration.isEnabled ?? buffer.gate.isEnabled
        apply(remote)
        return remote
    }

    /// Ends a question that is under way.
    package func cancel() { slot.cancel() }

    /// A denial: a sampling rate or the server's tag could be one install's, and must not be the next one's.
    package func forgetAllButTheSwitch() {
        state.withLock { state in
            state.policy = nil
            state.remote = state.remote?.switchOnly
        }
    }

    private func apply(_ remote: DurableRemote) {
        let configuration = remote.configuration
        state.withLock { state in
            let base = base(in: &state)
            state.policy = RecordingPolicy(
                limits: configuration.limits ?? base.limits,
                sampling: configuration.sampling ?? base.sampling,
                scrubbing: base.scrubbing)
            state.remote = remote
        }
        if let isEnabled = configuration.isEnabled { buffer.set(isEnabled: isEnabled) }
        publish()
    }

    private func note(_ answer: ConfigurationAnswer) {
        state.withLock { state in
            state.tally.questions += 1
            state.tally.lastAnswer = answer.words
        }
        journal.record { JournalEntry(time: $0, kind: .remote, detail: answer.words) }
        publish()
    }

    private func publish() {
        let tally = state.withLock(\.tally)
        board.update { $0.remote = tally }
    }
}

/// What has been asked, and what the last answer was, in words.
package struct RemoteTally: Sendable, Hashable {
    package var questions = 0
    package var lastAnswer: String?
}

extension ConfigurationAnswer {
    var words: String {
        switch self {
        case .document(let remote):
            switch remote.configuration.isEnabled {
            case true?: "new configuration, switched on"
            case false?: "new configuration, switched off"
            case nil: "new configuration, switch unchanged"
            }
        case .notModified: "not modified"
        case .broken(let why): "not usable, nothing changes: \(why)"
        case .failed(let cause): "no configuration: \(cause)"
        case .cancelled: "cancelled"
        }
    }
}
