/// What changes the gate: under the lock and at once, and the pipeline is told to catch up.
extension EventBuffer {
    /// Applies what the user said, at once; a denial also empties the buffer, counted `erased`. What waited for a
    /// remembered answer goes whatever the host says: it was tracked before that word.
    package func set(_ consent: Consent) {
        empty("from the buffer") { gate in
            let waited = gate.awaitsPersistedConsent
            gate.set(consent)
            return waited ? .noConsent : consent == .denied ? .erased : nil
        }
    }

    /// The yes of an earlier launch is one no more, and the host has said nothing: what came on the strength of it
    /// goes.
    package func withdraw(persisted consent: Consent) {
        empty("consent is no longer remembered") { gate in
            guard gate.isPersisted else { return nil }
            gate.set(consent)
            return .noConsent
        }
    }

    /// Applies what an earlier launch remembers, unless the host has spoken meanwhile; without a yes the events
    /// that waited for it go, as if it had been known when they were tracked. Returns whether it was applied.
    @discardableResult
    package func resolve(persisted consent: Consent) -> Bool {
        var isApplied = false
        empty("no consent is remembered") { gate in
            guard gate.awaitsPersistedConsent else { return nil }
            isApplied = true
            gate.resolve(persisted: consent)
            return consent == .granted ? nil : .noConsent
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
            guard state.gate.consent == .granted || state.gate.awaitsPersistedConsent else {
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

    /// Changes the gate; when `change` gives a reason, what is in the buffer goes for it.
    private func empty(_ detail: String, change: (inout Gate) -> DropReason?) {
        let (gone, reason, consent) = state.withLock { state -> ([PendingEvent], DropReason?, Consent?) in
            let before = state.gate
            let reason = change(&state.gate)
            let isNew = before.consent != state.gate.consent || before.epoch != state.gate.epoch
            let consent = isNew ? state.gate.consent : nil
            guard let reason else { return ([], nil, consent) }
            let gone = state.ring.takeAll()
            state.ledger.move(gone.count, from: .buffered, to: .dropped(reason))
            return (gone, reason, consent)
        }
        // First in the journal, whatever queue and pipeline do about it at the same time.
        if let consent {
            journal.record { JournalEntry(time: $0, kind: .consent, detail: consent.rawValue) }
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
