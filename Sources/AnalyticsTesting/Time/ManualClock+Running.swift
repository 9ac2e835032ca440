import Analytics

/// A clock that real time moves.
extension ManualClock {
    /// Lets real time move the clock, `speed` times as fast; 0 stops it where it is, to be moved by hand.
    public func run(atSpeed speed: Double) {
        state.withLock { state in
            state.base = state.monotonic
            state.speed = speed.isFinite ? min(max(0, speed), 10_000) : 0
            state.anchor = state.speed > 0 ? .now : nil
        }
        drive()
    }

    /// How fast real time moves the clock; 0 when it is moved by hand.
    public var speed: Double { state.withLock { $0.anchor == nil ? 0 : $0.speed } }

    /// Sees to it that the next sleeper is woken in time; there is at most one driver, and none without sleepers.
    func drive() {
        state.withLock { state in
            state.driver?.cancel()
            state.driver = nil
            guard state.anchor != nil, let (_, sleeper) = state.earliest(upTo: nil) else { return }
            let wait = max(.zero, sleeper.deadline - state.monotonic) / state.speed
            state.driver = Task { [weak self] in
                do { try await Task.sleep(for: wait, clock: .continuous) } catch { return }
                await self?.wakeDueSleepers()
            }
        }
    }

    private func wakeDueSleepers() async {
        let due = state.withLock { state -> [Sleeper] in
            let now = state.monotonic
            let ids = state.sleepers.filter { $0.value.deadline <= now }.map(\.key)
            return ids.compactMap { state.sleepers.removeValue(forKey: $0) }
                .sorted { ($0.deadline, $0.order) < ($1.deadline, $1.order) }
        }
        for sleeper in due { await sleeper.action() }
        drive()
    }
}
