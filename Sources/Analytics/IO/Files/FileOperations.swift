/// The few file operations that the queue needs, as a seam: tests and the dashboard put failures under the real
/// queue here. Every call blocks; the queue runs them on its own executor.
///
/// All names are relative to one folder that was opened once, so that a folder that is moved, or replaced by a link,
/// while it is in use does not lead anywhere else.
package protocol FileOperations: Sendable {
    /// Creates a folder and its parents, for the owner only; an existing one is fine.
    func makeDirectory(_ path: String) throws(FileFault)
    /// Opens a folder; a link in its place is not followed.
    func openFolder(_ path: String) throws(FileFault) -> Int32
    /// Describes what is at a path; a link is not followed.
    func info(at path: String) throws(FileFault) -> FileInfo
    /// Describes an open file or folder.
    func info(_ file: Int32) throws(FileFault) -> FileInfo
    /// Describes an entry of a folder; a link is not followed.
    func info(_ name: String, in folder: Int32) throws(FileFault) -> FileInfo
    /// Returns the names in a folder, in no order. A listing that fails midway throws.
    func list(_ folder: Int32) throws(FileFault) -> [String]
    /// Opens a file; a link is not followed, and a FIFO does not block.
    func open(_ name: String, in folder: Int32, for use: FileUse) throws(FileFault) -> Int32
    /// Reads up to the buffer's size from where the last read ended; 0 at the end.
    func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(FileFault) -> Int
    /// Writes, and returns how many bytes, which may be fewer than asked.
    func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer) throws(FileFault) -> Int
    func truncate(_ file: Int32, to size: Int) throws(FileFault)
    /// Returns when the file, or the entries of a folder, would survive a power cut.
    func synchronize(_ file: Int32) throws(FileFault)
    func close(_ file: Int32)
    /// Replaces what is at `target` in one step.
    func rename(_ source: String, to target: String, in folder: Int32) throws(FileFault)
    func unlink(_ name: String, in folder: Int32) throws(FileFault)
    /// Deletes a file by its full path, when no descriptor is available.
    func unlink(at path: String) throws(FileFault)
    /// Removes an empty folder.
    func removeFolder(_ name: String, in folder: Int32) throws(FileFault)
    /// Takes a lock file for as long as the result stays open; nil when another process or tracker has it.
    func lock(_ name: String, in folder: Int32) throws(FileFault) -> Int32?
    /// Takes a folder's permissions away from everyone but its owner.
    func restrict(_ folder: Int32) throws(FileFault)
    /// Excludes a folder from backups and keeps its files readable after first unlock, where the platform has that.
    func protect(_ path: String)
}

/// What a file is opened for.
package enum FileUse: Sendable {
    case reading
    /// Created, fails when it exists; for the owner only, writes append.
    case appendingNew
    /// Exists already; writes begin at its start and nothing is emptied.
    case rewriting
}

/// What the queue asks about a file.
package struct FileInfo: Sendable {
    package enum Kind: Sendable { case regular, folder, other }

    package var kind: Kind
    package var size: Int
    /// 0 once a file was deleted.
    package var links: Int
    /// The permission bits.
    package var mode: UInt32
    package var identity: Identity

    /// The same for two names of one file, different for any two files that exist at once.
    package struct Identity: Sendable, Hashable {
        var device: UInt64
        var file: UInt64
    }
}

/// A file operation that failed, and the system's reason.
package struct FileFault: Error, Sendable, Hashable {
    package var code: Int32
    /// The operation, with the name of the file where there is one.
    package var operation: String

    package init(code: Int32, operation: String) {
        self.code = code
        self.operation = operation
    }
}
