/// The owner folder: opened once, locked, and worked in by its descriptor alone.
///
/// A folder that is moved or replaced by a link while it is in use stays the one that was opened: nothing is written
/// through the link, and a denial still reaches what was moved.
struct OwnedFolder: Sendable {
    /// Where the folder is, compared with where it was opened.
    enum Presence: Sendable, Equatable {
        case inPlace
        /// Something else, or nothing, is at its path; its files are still reachable by the descriptor.
        case moved
        /// It was deleted with what was in it.
        case deleted
        /// Only the lock file was deleted, alone or with other files.
        case lockDeleted
    }

    private static let lockName = "lock"

    /// Found on first use: that reads the system's settings.
    private(set) lazy var path: String = findPath()
    private let findPath: @Sendable () -> String
    private let files: any FileOperations
    private(set) var descriptor: Int32?
    private var lockFile: Int32?

    init(path: @escaping @Sendable () -> String, files: any FileOperations) {
        findPath = path
        self.files = files
    }

    /// Whether this tracker holds the folder.
    var isOwned: Bool { lockFile != nil }

    /// Opens and locks the folder; false when another tracker, in this process or another, has it. Then, and on a
    /// failure, nothing stays open.
    mutating func acquire(creating: Bool) throws(FileFault) -> Bool {
        if isOwned { return true }
        if creating { try files.makeDirectory(path) }
        let folder = try files.openFolder(path)
        do throws(FileFault) {
            // Found with other permissions, everyone could read what is recorded.
            // In a folder that is another user's that cannot be changed, and is no reason not to record.
            if try files.info(folder).mode & 0o777 != 0o700 { try? files.restrict(folder) }
            guard let lock = try files.lock(Self.lockName, in: folder) else {
                files.close(folder)
                return false
            }
            descriptor = folder
            lockFile = lock
            if creating { files.protect(path) }
            return true
        } catch {
            files.close(folder)
            throw error
        }
    }

    /// Takes the lock again after somebody deleted its file; false when another tracker was faster.
    mutating func lockAgain() throws(FileFault) -> Bool {
        guard let descriptor else { return false }
        if let lockFile { files.close(lockFile) }
        lockFile = nil
        do throws(FileFault) {
            lockFile = try files.lock(Self.lockName, in: descriptor)
        } catch {
            release()
            throw error
        }
        if lockFile == nil { release() }
        return isOwned
    }

    /// Closes folder and lock; nothing in the folder is touched afterwards.
    mutating func release() {
        closeFiles()
        lockFile = nil
        descriptor = nil
    }

    func closeFiles() {
        if let lockFile { files.close(lockFile) }
        if let descriptor { files.close(descriptor) }
    }

    /// Compares the open folder with its path. A check that fails for another reason than absence says `inPlace`: a
    /// transient failure is never taken for a lasting one.
    mutating func presence() -> Presence {
        guard let descriptor, let lockFile else { return .deleted }
        let isLockDeleted = (try? files.info(lockFile)).map { $0.links == 0 } ?? false
        do throws(FileFault) {
            guard let own = try? files.info(descriptor).identity else { return .inPlace }
            let isSame = try files.info(at: path).identity == own
            if isSame { return isLockDeleted ? .lockDeleted : .inPlace }
        } catch  where !error.isMissing {
            return .inPlace
        } catch {
            // Missing: deleted, or moved away.
        }
        return isLockDeleted ? .deleted : .moved
    }
}
