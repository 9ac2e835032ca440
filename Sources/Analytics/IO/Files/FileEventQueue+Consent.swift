/// Consent on disk: what is remembered of it, and what a denial erases.
extension FileEventQueue {
    package func rememberedConsent() -> RememberedConsent {
        guard parts.remembersConsent else { return .known(.unknown) }
        switch stateFile.read() {
        case .state(let found): return .known(found.consent ?? .unknown)
        case .absent: return .known(.unknown)
        case .undecodable:
            report("state file cannot be understood; no consent is remembered")
            return .known(.unknown)
        case .unreadable(let fault): return .unreadable(.unreadable(fault.description))
        }
    }

    @discardableResult package func remember(_ consent: Consent) -> QueueProblem? {
        switch consent {
        case .denied: return nil
        case .granted:
            if owed == .unknown { owed = nil }
            guard parts.remembersConsent, isOpen, state.consent != consent else { return nil }
            state.consent = consent
            saveState()
            publish()
            return nil
        case .unknown:
            owed = owed ?? .unknown
            return payDebt()
        }
    }

    @discardableResult package func removeAll(upTo epoch: ConsentEpoch) -> QueueProblem? {
        guard epoch > self.epoch else { return payDebt() }
        self.epoch = epoch
        isOpen = false
        closeOpenFile()
        owed = .denial
        problem = nil
        return payDebt()
    }

    package func payDebt() -> QueueProblem? {
        guard let debt = owed else { return nil }
        defer { publish() }
        do throws(FileFault) {
            _ = try parts.files.info(parts.directory)
            // Whoever holds the folder may be gone before this tracker is, and then the next launch reads what it left.
            guard try takeLock() else { return .inUse }
        } catch  where error.isMissing {
            if debt == .denial { forgetEverything() }
            owed = nil
            return nil
        } catch {
            guard debt == .denial else { return .unreadable(error.description) }
            report("the directory cannot be used, \(error.description)")
        }
        let failure = debt == .denial ? payDenial() : payUnknown()
        if failure == nil { owed = nil }
        return failure
    }

    /// The user has not answered; nothing is erased, and a yes of an earlier launch must not be believed by the next.
    private func payUnknown() -> QueueProblem? {
        do throws(FileFault) { try loadState() } catch { return .unreadable(error.description) }
        guard (written?.consent ?? state.consent) != nil else { return nil }
        state.consent = nil
        return replaceOrRemoveState().map { .withdrawalFailed($0.description) }
    }

    private func payDenial() -> QueueProblem? {
        let failure = withdraw()
        // Found first, so that the books know how many are erased.
        var unlisted: FileFault?
        do throws(FileFault) { try indexLeftovers() } catch { unlisted = error }
        for record in records {
            guard let index = index(of: record.number) else { continue }
            parts.books.move(
                record.events, from: record.state == .sending ? .inFlight : .waiting, to: .dropped(.erased))
            note(.dropped, record, reason: .erased, "consent denied")
            if record.attempts > 0 { unconfirmedAndGone += record.events }
            drop(index, isErasure: true)
        }
        deleteSpent()
        eraseUnreadLeftovers()
        if let failure { problem = failure }
        publishProblem()
        return failure
            ?? unlisted.map { .unreadable("what is to be erased cannot be listed, \($0.description)") }
    }

    private func publishProblem() {
        parts.board.update { [problem] in $0.problems["withdrawal"] = problem?.description }
    }

    /// What could not be read can still be deleted; how many events it held is not known, and in no account.
    private func eraseUnreadLeftovers() {
        for number in unreadLeftovers {
            report("segment \(number) erased unread: consent denied")
            deleteFile(of: number)
        }
        unreadLeftovers = []
    }

    /// Takes grant and install ID out of the state, so that after a crash nothing recorded before can be sent.
    private func withdraw() -> QueueProblem? {
        do throws(FileFault) { try loadState() } catch { report("state not read, \(error.description)") }
        state = state.withdrawn()
        if parts.remembersConsent { state.consent = .denied }
        return replaceOrRemoveState().map { .withdrawalFailed($0.description) }
    }

    /// A state that must not stay as it is: without space for the new one, none is better than the old.
    /// Returns what stood in the way of both.
    private func replaceOrRemoveState() -> FileFault? {
        guard !saveState(surviving: true) else { return nil }
        do throws(FileFault) {
            try stateFile.remove()
            written = nil
            return nil
        } catch {
            return error
        }
    }

    /// The folder is gone, or never was: there is nothing to erase on disk.
    private func forgetEverything() {
        state = state.withdrawn()
        written = nil
        // It belongs to a folder that is no more.
        if let lockFile { parts.files.close(lockFile) }
        lockFile = nil
        for record in records { loseVanished(record.number) }
    }
}
