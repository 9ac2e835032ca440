/// The owner folder and the state in it: what this tracker holds on disk, apart from its segments.
struct OwnerDisk: Sendable {
    private let parts: FileEventQueue.Parts
    private var folder: OwnedFolder
    private var store: StateStore
    /// What is wrong with the folder and its files now.
    var problems = QueueProblems()

    init(parts: FileEventQueue.Parts) {
        self.parts = parts
        folder = OwnedFolder(path: parts.directory, files: parts.files)
        store = StateStore(files: parts.files)
    }

    /// The open folder; nil while this tracker does not hold it.
    var descriptor: Int32? { folder.isOwned ? folder.descriptor : nil }

    /// What the next launch should find.
    var state: DurableState {
        get { store.current }
        set { store.current = newValue }
    }

    /// What the next launch would find now, as far as that is known.
    var written: DurableState? { store.written }

    /// Whether the file has the current grant and install, without which a segment would be erased at the next launch.
    var hasWrittenGrant: Bool { store.hasWrittenGrant }

    // MARK: The folder

    /// Opens and locks the folder; nil when another tracker has it.
    mutating func acquire(creating: Bool) throws(FileFault) -> Int32? {
        try folder.acquire(creating: creating) ? descriptor : nil
    }

    mutating func release() { folder.release() }

    /// Closes what is open, of a queue that is going away.
    func closeFiles() { folder.closeFiles() }

    /// Compares the folder with its path.
    mutating func presence() -> OwnedFolder.Presence {
        let presence = folder.presence()
        problems.isMoved = presence == .moved
        return presence
    }

    /// Takes the folder again after its lock or all of it was deleted; returns why it cannot be used now.
    mutating func regain(after presence: OwnedFolder.Presence) -> TrackerStatus.Problem? {
        store.forgetWritten()
        do throws(FileFault) {
            let isOurs: Bool
            if presence == .lockDeleted {
                isOurs = try folder.lockAgain()
            } else {
                folder.release()
                isOurs = try folder.acquire(creating: true)
            }
            guard isOurs else { return .inUse }
            save()
            return nil
        } catch {
            return .unusable(error.description)
        }
    }

    /// Forgets what was on disk: the folder is gone.
    mutating func forgetWritten() { store.forgetWritten() }

    // MARK: The state

    /// Takes over what the state file says, once; throws when it cannot be read now.
    mutating func load(in folder: Int32) throws(FileFault) {
        guard try !store.load(in: folder) else { return }
        parts.report("state file cannot be understood; starting anew")
        problems.add(TrackerStatus.Problem(.stateDamaged, detail: StateStore.name))
    }

    /// As `load`, for a state that is replaced in any case: what cannot be read is reported.
    mutating func loadWhatCanBeRead(in folder: Int32) {
        do throws(FileFault) { try load(in: folder) } catch {
            parts.report("state not read, \(error.description)")
        }
    }

    /// Writes the state when it differs from the file's; a failure is tried again with the next change.
    @discardableResult
    mutating func save() -> Bool { write() == nil }

    /// Writes the state; returns why not.
    mutating func write(survivesPowerCut: Bool = false) -> FileFault? {
        guard let descriptor else {
            return FileFault(code: 0, operation: "write the state without its folder")
        }
        do throws(FileFault) {
            try store.save(in: descriptor, survivesPowerCut: survivesPowerCut)
            return nil
        } catch {
            parts.report("state not written, \(error.description)")
            return error
        }
    }

    /// Writes a state that must not stay as it was: without space for the new one, none is better than the old. Returns
    /// what stopped both.
    mutating func replaceOrRemoveState(in folder: Int32) -> FileFault? {
        guard write(survivesPowerCut: true) != nil else { return nil }
        do throws(FileFault) {
            try store.remove(in: folder)
            return nil
        } catch {
            return error
        }
    }

    /// Deletes the state by its path: a process that has no descriptor left can still withdraw a grant. Not through a
    /// link, and not when something else than a folder is there.
    mutating func removeStateWithoutOpening() {
        guard (try? parts.files.info(at: folder.path))?.kind == .folder else { return }
        do throws(FileFault) {
            try parts.files.unlink(at: folder.path + "/" + StateStore.name)
            store.forgetWritten()
        } catch {
            parts.report("state not deleted, \(error.description)")
        }
    }

    /// Sees whether there is space again, by writing what is small and must be there anyway.
    mutating func probe() {
        guard problems.diskFull != nil else { return }
        store.forgetWritten()
        if save() { problems.diskFull = nil }
    }

    /// The consent that an earlier launch persisted. Looks without a lock: another tracker may have the folder.
    mutating func persistedConsent() -> PersistedConsent {
        do throws(FileFault) {
            let descriptor = try parts.files.openFolder(folder.path)
            defer { parts.files.close(descriptor) }
            switch try store.read(in: descriptor) {
            case .state(let found): return .known(found.consent ?? .unknown)
            case .absent: return .known(.unknown)
            case .undecodable:
                parts.report("state file cannot be understood; no consent is persisted")
                return .known(.unknown)
            }
        } catch  where error.isMissing {
            return .known(.unknown)
        } catch {
            return .unreadable(.unusable(error.description))
        }
    }
}
