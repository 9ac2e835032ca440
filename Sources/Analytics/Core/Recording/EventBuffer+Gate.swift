/// What changes the gate: under the lock and at once, and the pipeline is told to catch up.
extension EventBuffer {
    /// Applies what the user said, at once; a denial also empties the buffer, counted `erased`.
    package func set(_ consent: Consent) {
        empty(into: .erased, "from the buffer") { gate in
            gate.set(consent)
            return consent == .denied
        }
    }

    /// Applies what an earlier launch remembers, unless the host has spoken meanwhile; without a yes the events
    /// that waited for it go, as if it had been known when they were tracked. Returns whether it was applied.
    @discardableResult
    package func resolve(remembered consent: Consent) -> Bool {
        var isApplied = false
        empty(into: .noConsent, "no consent is remembered") { gate in
            guard gate.awaitsRememberedConsent else { return false }
            isApplied = true
            gate.resolve(remembered: consent)
            return consent != .granted
        }
        return isApplied
    }

    /// Applies the remote switch; what waits is judged by the pipeline.
    package func set(isEnabled: Bool) {
        let changes = state.withLock { state in
            defer { state.gate.isEnabled = isEnabled }
            return state.gate.isEnabled != isEnabled
        }
        if changes { doorbell.ring() }
    }

    /// Events are `userID`'s from now on; returns why not, if they are not.
    package func identify(_ userID: String) -> String? {
        if let fault = UserIDRules.fault(in: userID) { return fault }
        return state.withLock { state in
            guard state.gate.consent == .granted || state.gate.awaitsRememberedConsent else {
                return "there is no consent"
            }
            state.gate.identify(userID)
            return nil
        }
    }

    /// Events are nobody's from now on, under a new install ID.
    package func resetIdentity() {
        state.withLock { $0.gate.reset() }
        doorbell.ring()
    }

    /// Changes the gate; when `change` says so, what is in the buffer goes for `reason`.
    private func empty(into reason: DropReason, _ detail: String, change: (inout Gate) -> Bool) {
        let gone = state.withLock { state -> [PendingEvent] in
            guard change(&state.gate) else { return [] }
            let gone = state.ring.takeAll()
            state.ledger.move(gone.count, from: .buffered, to: .dropped(reason))
            return gone
        }
        if !gone.isEmpty {
            journal.record {
                JournalEntry(
                    time: $0, kind: .dropped, count: gone.count, reason: reason, detail: detail)
            }
        }
        doorbell.ring()
    }
}
