/// Carries out a withdrawal of consent on disk: first the grant, then everything that was recorded under it.
enum Withdrawing {
    /// Takes grant and install ID off the disk, so that after a crash nothing recorded before can be sent; then deletes.
    ///
    /// The state file is replaced by one without a grant; where that fails, it is deleted, or emptied.
    static func erase(
        from disk: inout OwnerDisk, _ segments: inout SegmentStore, _ leftovers: inout LeftoverReader,
        persistsConsent: Bool, isDeniedAgain: () -> Bool
    ) -> PendingWithdrawal.Attempt {
        let folder: Int32
        do throws(FileFault) {
            guard let acquired = try disk.acquire(creating: false) else { return .unavailable(.inUse) }
            folder = acquired
        } catch  where error.isMissing {
            disk.state = disk.state.withdrawn()
            disk.forgetWritten()
            segments.vanishAll()
            return .done
        } catch {
            // The files are deleted once the folder can be opened; nothing in them can be sent without the grant.
            disk.removeStateWithoutOpening()
            return .unavailable(.unusable(error.description))
        }
        disk.loadWhatCanBeRead(in: folder)
        disk.state = disk.state.withdrawn()
        if persistsConsent { disk.state.consent = .denied }
        let failure = disk.replaceOrRemoveState(in: folder)
        // Found first, so that the ledger knows how many are erased.
        var unlisted: FileFault?
        do throws(FileFault) {
            try leftovers.list(folder, known: segments, disk: &disk)
        } catch {
            unlisted = error
        }
        leftovers.read(
            for: nil, in: folder, into: &segments, disk: &disk, why: "consent denied", isDenied: isDeniedAgain
        )
        for record in segments.index.records { segments.erase(record, why: "consent denied", in: folder) }
        leftovers.eraseUnreadable(in: folder, from: &segments)
        segments.retryDeletions(erasing: true, in: folder, disk: &disk)
        if let failure { return .failed(.withdrawalFailed(failure.description)) }
        if let unlisted { return .unavailable(.unusable(unlisted.description)) }
        let left = segments.disposal.unerased
        return left == 0 && leftovers.isDone
            ? .done : .incomplete(TrackerStatus.Problem(.undeletable, count: left))
    }

    /// The user has not answered; nothing is erased, and the next launch must not believe an earlier grant.
    static func forgetGrant(on disk: inout OwnerDisk) -> PendingWithdrawal.Attempt {
        do throws(FileFault) {
            guard let folder = try disk.acquire(creating: false) else { return .unavailable(.inUse) }
            try disk.load(in: folder)
            guard (disk.written?.consent ?? disk.state.consent) != nil else { return .done }
            disk.state.consent = nil
            let failure = disk.replaceOrRemoveState(in: folder)
            return failure.map { .failed(.withdrawalFailed($0.description)) } ?? .done
        } catch  where error.isMissing {
            return .done
        } catch {
            return .unavailable(.unusable(error.description))
        }
    }
}
