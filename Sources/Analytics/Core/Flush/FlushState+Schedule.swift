/// What is due when, and what stands in the way.
extension FlushState {
    /// The interval in force: doubled while the device saves power.
    package var interval: Duration { conditions.isLowPower ? rules.interval * 2 : rules.interval }

    /// Every gate that is closed at `now`, the most lasting first; empty when events may be sent.
    package func gates(at now: MonotonicTime) -> [ClosedGate] {
        var gates: [ClosedGate] = []
        if consent != .granted { gates.append(.noConsent(consent)) }
        if !isEnabled { gates.append(.switchedOff) }
        if let misconfigured { gates.append(.misconfigured(misconfigured)) }
        if let problem { gates.append(.directory(problem)) }
        if conditions.network != .normal {
            gates.append(.network(conditions.network))
        } else if let hold, hold.until > now {
            gates.append(.network(hold.network))
        }
        if let backoff, backoff.until > now {
            let left = (backoff.until - now).milliseconds
            switch backoff.cause {
            case .failed(let cause): gates.append(.backingOff(cause: cause, milliseconds: left))
            case .refused(let status): gates.append(.serverRefuses(status: status, milliseconds: left))
            }
        }
        return gates
    }

    /// Every closed gate as the status tells it: beside those that a round would meet, the background, where only who
    /// asks is served and no timer runs.
    package func shownGates(at now: MonotonicTime) -> [ClosedGate] {
        var gates = gates(at: now)
        guard lifecycle == .background, round == nil else { return gates }
        let lasting = gates.prefix { gate in
            switch gate {
            case .noConsent, .switchedOff, .misconfigured, .directory: true
            case .background, .network, .serverRefuses, .backingOff: false
            }
        }
        gates.insert(.background(isTimeOver: isBackgroundTimeOver), at: lasting.count)
        return gates
    }

    /// The trigger that is due at `now`; who asked for it comes before what the clock or the count asks.
    func dueTrigger(at now: MonotonicTime) -> FlushTrigger? {
        let asked: [FlushTrigger] = [.flush, .background]
        let order = isBackgroundTimeOver ? asked : asked + [.retry, .network, .count, .launch, .interval]
        return order.first { trigger in dueTime(of: trigger).map { $0 <= now } ?? false }
    }

    /// When the engine must look again although nothing happens; nil when only an input can change anything.
    ///
    /// Never in the background, where timers do not run; never while a round is on or a gate is closed that time
    /// alone does not open.
    package func nextAlarm(at now: MonotonicTime) -> (time: MonotonicTime, trigger: FlushTrigger)? {
        guard round == nil, lifecycle == .foreground else { return nil }
        guard mayAsk, isEnabled else { return nil }
        guard let due = FlushTrigger.allCases.compactMap({ dueTime(of: $0) }).min() else { return nil }
        let time = max(due, backoff?.until ?? due, hold?.until ?? due)
        return dueTrigger(at: time).map { (time, $0) }
    }

    /// Whether anything may be asked of the network at all.
    private var mayAsk: Bool {
        consent == .granted && misconfigured == nil && problem == nil && conditions.network == .normal
    }

    /// Whether the remote configuration is to be asked for now; if so, that is noted.
    ///
    /// Never in the background: its time is for the events.
    mutating func startsRemote(at now: MonotonicTime) -> Bool {
        guard round == nil, lifecycle == .foreground, mayAsk else { return false }
        return remote?.start(at: now, isEnabled: isEnabled, quietUntil: quietUntil) ?? false
    }

    /// When the engine must look again for the remote configuration's sake.
    func nextRemote() -> MonotonicTime? {
        guard round == nil, lifecycle == .foreground, mayAsk, !isEnabled else { return nil }
        return remote?.dueTime(isEnabled: isEnabled, quietUntil: quietUntil)
    }

    /// When a trigger is due, gates aside; nil when it is not asked for.
    private func dueTime(of trigger: FlushTrigger) -> MonotonicTime? {
        switch trigger {
        case .flush, .background:
            return pending.contains(trigger) ? .distantPast : nil
        case .network:
            return pending.contains(.network) && waiting > 0
                ? max(quietUntil, hold?.until ?? quietUntil) : nil
        case .retry:
            guard pending.contains(.retry), waiting > 0 else { return nil }
            return max(quietUntil, backoff?.until ?? quietUntil)
        case .count:
            return waiting >= rules.count && !isStalled ? quietUntil : nil
        case .launch:
            return hasLeftovers && lifecycle == .foreground ? quietUntil : nil
        case .interval:
            guard let firstWaitingAt, lifecycle == .foreground, !isStalled else { return nil }
            return max(quietUntil, firstWaitingAt + interval)
        }
    }
}

extension MonotonicTime {
    static let distantPast = MonotonicTime(nanoseconds: .min)
}
