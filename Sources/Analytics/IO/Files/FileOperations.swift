/// The few file operations that the queue needs, as a seam: tests and the dashboard put failures under the real
/// queue here. Every call blocks; the queue runs them on its own executor.
package protocol FileOperations: Sendable {
    /// Makes a folder and those above it, for the owner only; an existing one is fine.
    func makeDirectory(_ path: String) throws(FileFault)
    /// The names in a folder, in no order.
    func list(_ path: String) throws(FileFault) -> [String]
    /// What stands at a path, links not followed.
    func info(_ path: String) throws(FileFault) -> FileInfo
    /// What an open file is now; `links` is 0 once it was deleted.
    func info(_ file: Int32) throws(FileFault) -> FileInfo
    /// Opens a regular file, links not followed.
    func open(_ path: String, for use: FileUse) throws(FileFault) -> Int32
    /// Reads up to the buffer's size from where the last read ended; 0 at the end.
    func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(FileFault) -> Int
    /// Writes at the end; returns how much, which may be less than asked.
    func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer) throws(FileFault) -> Int
    func truncate(_ file: Int32, to size: Int) throws(FileFault)
    /// Returns when the file would outlast a power cut.
    func synchronize(_ file: Int32) throws(FileFault)
    func close(_ file: Int32)
    /// Replaces what stands at `target`, in one step.
    func rename(_ source: String, to target: String) throws(FileFault)
    func unlink(_ path: String) throws(FileFault)
    /// Takes the lock file at `path` for as long as the result stays open; nil when someone else has it.
    func lock(_ path: String) throws(FileFault) -> Int32?
    /// Keeps a folder out of backups and its files readable after first unlock, where the platform has that.
    func protect(_ path: String)
}

/// What a file is opened for.
package enum FileUse: Sendable {
    case reading
    /// Made anew, fails when it exists; for the owner only, writes go to the end.
    case appendingNew
    /// Made anew or emptied; for the owner only.
    case replacing
}

/// What the queue asks about a file.
package struct FileInfo: Sendable {
    package var isRegular: Bool
    package var size: Int
    package var links: Int

    package init(isRegular: Bool, size: Int, links: Int) {
        self.isRegular = isRegular
        self.size = size
        self.links = links
    }
}

/// A file operation that failed, and the system's reason.
package struct FileFault: Error, Sendable, Hashable {
    package var code: Int32
    package var operation: String

    package init(code: Int32, operation: String) {
        self.code = code
        self.operation = operation
    }
}
