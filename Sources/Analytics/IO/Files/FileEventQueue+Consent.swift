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

    package func remember(_ consent: Consent) {
        guard parts.remembersConsent, consent != .denied else { return }
        guard consent == .unknown else {
            guard isOpen, state.consent != consent else { return }
            state.consent = consent
            saveState()
            return noteStaleYes(nil)
        }
        do throws(FileFault) {
            _ = try parts.files.info(parts.directory)
            guard try takeLock() else { return report("the directory is in use: its consent is not ours") }
            try loadState()
        } catch  where error.isMissing {
            return
        } catch {
            // What it says is not known, so it may say yes.
            return noteStaleYes(error)
        }
        guard state.consent != nil else { return }
        state.consent = nil
        noteStaleYes(replaceOrRemoveState())
    }

    /// The next launch may believe a yes that holds no longer. Nothing is erased, so that a new yes of this process
    /// makes it true again.
    private func noteStaleYes(_ fault: FileFault?) {
        let words = fault.map { QueueProblem.withdrawalFailed($0.description).description }
        parts.board.update { $0.problems["remembered"] = words }
    }

    package func removeAll(upTo epoch: ConsentEpoch) {
        guard epoch > self.epoch else { return }
        self.epoch = epoch
        isOpen = false
        closeOpenFile()
        defer { publish() }
        do throws(FileFault) {
            _ = try parts.files.info(parts.directory)
            guard try takeLock() else { return report("the directory is in use: nothing of ours to erase") }
        } catch  where error.isMissing {
            return forgetEverything()
        } catch {
            report("the directory cannot be used, \(error.description)")
        }
        withdraw()
        // Found first, so that the books know how many are erased.
        do throws(FileFault) { try indexLeftovers() } catch { report("cannot list, \(error.description)") }
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
        publishProblem()
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
    private func withdraw() {
        do throws(FileFault) { try loadState() } catch { report("state not read, \(error.description)") }
        state = state.withdrawn()
        if parts.remembersConsent { state.consent = .denied }
        problem = replaceOrRemoveState().map { .withdrawalFailed($0.description) }
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
        for record in records { loseVanished(record.number) }
    }
}
