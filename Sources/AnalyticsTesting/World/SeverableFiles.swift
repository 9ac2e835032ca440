import Analytics

/// The files of one life of a tracker: once severed it can touch nothing any more, and what it held open is closed,
/// as the system does for a process that was killed.
final class SeverableFiles: FileOperations {
    private struct State {
        var open: Set<Int32> = []
        var isSevered = false
        var diesAtUnlink = false
    }

    private let files: any FileOperations
    private let connection: Connection
    private let state = Locked(State())

    init(files: any FileOperations, connection: Connection) {
        self.files = files
        self.connection = connection
    }

    /// Ends the life, and its connection to everything else with it.
    func sever() {
        connection.cut()
        let open = state.withLock { state -> Set<Int32> in
            state.isSevered = true
            defer { state.open = [] }
            return state.open
        }
        for file in open { files.close(file) }
    }

    /// The life ends at the next deletion, before it: the moment when a server has stored what is still on disk.
    var diesAtUnlink: Bool {
        get { state.withLock(\.diesAtUnlink) }
        set { state.withLock { $0.diesAtUnlink = newValue } }
    }

    /// Whether this life can touch nothing any more.
    var isSevered: Bool { state.withLock(\.isSevered) }

    private func check(_ operation: String, _ file: Int32? = nil) throws(FileFault) {
        let isAlive = state.withLock { state in
            !state.isSevered && (file.map { state.open.contains($0) } ?? true)
        }
        guard isAlive else { throw .broken(operation) }
    }

    /// Remembers a file; one that was opened while the life ended is closed at once.
    private func adopt(_ file: Int32) throws(FileFault) -> Int32 {
        let isSevered = state.withLock { state -> Bool in
            if !state.isSevered { state.open.insert(file) }
            return state.isSevered
        }
        guard isSevered else { return file }
        files.close(file)
        throw .broken("open")
    }

    func makeDirectory(_ path: String) throws(FileFault) {
        try check("mkdir")
        try files.makeDirectory(path)
    }

    func openFolder(_ path: String) throws(FileFault) -> Int32 {
        try check("open")
        return try adopt(files.openFolder(path))
    }

    func info(at path: String) throws(FileFault) -> FileInfo {
        try check("lstat")
        return try files.info(at: path)
    }

    func info(_ file: Int32) throws(FileFault) -> FileInfo {
        try check("fstat", file)
        return try files.info(file)
    }

    func info(_ name: String, in folder: Int32) throws(FileFault) -> FileInfo {
        try check("stat", folder)
        return try files.info(name, in: folder)
    }

    func list(_ folder: Int32) throws(FileFault) -> [String] {
        try check("list", folder)
        return try files.list(folder)
    }

    func open(_ name: String, in folder: Int32, for use: FileUse) throws(FileFault) -> Int32 {
        try check("open", folder)
        return try adopt(files.open(name, in: folder, for: use))
    }

    func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(FileFault) -> Int {
        try check("read", file)
        return try files.read(file, into: buffer)
    }

    func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer) throws(FileFault) -> Int {
        try check("write", file)
        return try files.write(file, bytes)
    }

    func truncate(_ file: Int32, to size: Int) throws(FileFault) {
        try check("ftruncate", file)
        try files.truncate(file, to: size)
    }

    func synchronize(_ file: Int32) throws(FileFault) {
        try check("fsync", file)
        try files.synchronize(file)
    }

    func close(_ file: Int32) {
        // The number may belong to someone else by now when this run did not open it.
        let isOurs = state.withLock { $0.open.remove(file) != nil }
        if isOurs { files.close(file) }
    }

    func rename(_ source: String, to target: String, in folder: Int32) throws(FileFault) {
        try check("rename", folder)
        try files.rename(source, to: target, in: folder)
    }

    func unlink(_ name: String, in folder: Int32) throws(FileFault) {
        if diesAtUnlink, name.hasSuffix(".jsonl") { sever() }
        try check("unlink", folder)
        try files.unlink(name, in: folder)
    }

    func unlink(at path: String) throws(FileFault) {
        try check("unlink")
        try files.unlink(at: path)
    }

    func removeFolder(_ name: String, in folder: Int32) throws(FileFault) {
        try check("rmdir", folder)
        try files.removeFolder(name, in: folder)
    }

    func lock(_ name: String, in folder: Int32) throws(FileFault) -> Int32? {
        try check("flock", folder)
        guard let file = try files.lock(name, in: folder) else { return nil }
        return try adopt(file)
    }

    func restrict(_ folder: Int32) throws(FileFault) {
        try check("fchmod", folder)
        try files.restrict(folder)
    }

    func protect(_ path: String) {
        guard !state.withLock(\.isSevered) else { return }
        files.protect(path)
    }
}
