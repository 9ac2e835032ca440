import Analytics

/// The real file system with failures put under the queue: what a test or the dashboard calls a simulated disk.
public final class FaultyFiles: FileOperations, Sendable {
    /// What is wrong with the disk.
    public enum Fault: Sendable, Hashable {
        /// Nothing.
        case none
        /// No space is left after this many more bytes; what fits is written.
        case fullAfter(bytes: Int)
        /// Nothing can be changed.
        case readOnly
        /// Files are there and cannot be read, as on a locked device.
        case unreadable
        /// Segments are there and cannot be read; everything else can.
        case segmentsUnreadable
        /// Files can be written, but not deleted.
        case undeletable
        /// Files that exist can be neither deleted nor changed; new ones can be made.
        case unchangeable
        /// Files can be changed in place, but the folder takes no new names and lets none go.
        case folderUnchangeable
        /// The names in a folder cannot be read to their end.
        case listingFails
        /// A folder that is missing cannot be made.
        case folderCannotBeMade
    }

    private struct State {
        var fault = Fault.none
        var calls = 0
        var protections = 0
        var hold: (@Sendable () -> Void)?
        var observer: (@Sendable (String) -> Void)?
    }

    private let real = PosixFiles()
    private let state = Locked(State())

    /// A disk that works until told otherwise.
    public init() {}

    /// What is wrong with the disk at present.
    public var fault: Fault {
        get { state.withLock(\.fault) }
        set { state.withLock { $0.fault = newValue } }
    }

    /// How many file operations there have been.
    public var calls: Int { state.withLock(\.calls) }

    /// How often a folder was kept out of backups and made readable after first unlock.
    package var protections: Int { state.withLock(\.protections) }

    /// Called, if set, at the start of every operation on the queue's own thread; blocking in it is a slow disk.
    public func onCall(_ body: (@Sendable () -> Void)?) {
        var body = body
        // Swapped: what the old one captured is released outside the lock.
        state.withLock { swap(&$0.hold, &body) }
    }

    /// Called, if set, at the start of every operation with its name, on the queue's own thread.
    package func onOperation(_ body: (@Sendable (String) -> Void)?) { state.withLock { $0.observer = body } }

    private func enter(_ operation: @autoclosure () -> String = "") -> Fault {
        let (fault, hold, observer) = state.withLock { state in
            state.calls += 1
            return (state.fault, state.hold, state.observer)
        }
        observer?(operation())
        hold?()
        return fault
    }

    private func changing(_ operation: String) throws(FileFault) {
        if enter(operation) == .readOnly { throw .readOnly(operation) }
    }

    package func makeDirectory(_ path: String) throws(FileFault) {
        let fault = enter()
        if (try? real.info(at: path))?.kind == .folder { return }
        if fault == .readOnly || fault == .folderCannotBeMade { throw .readOnly("mkdir") }
        try real.makeDirectory(path)
    }

    package func openFolder(_ path: String) throws(FileFault) -> Int32 {
        _ = enter()
        return try real.openFolder(path)
    }

    package func info(at path: String) throws(FileFault) -> FileInfo {
        _ = enter()
        return try real.info(at: path)
    }

    package func info(_ file: Int32) throws(FileFault) -> FileInfo {
        _ = enter()
        return try real.info(file)
    }

    package func info(_ name: String, in folder: Int32) throws(FileFault) -> FileInfo {
        _ = enter()
        return try real.info(name, in: folder)
    }

    package func list(_ folder: Int32) throws(FileFault) -> [String] {
        let fault = enter()
        if fault == .unreadable { throw .notPermitted("list the folder") }
        if fault == .listingFails { throw .broken("readdir") }
        return try real.list(folder)
    }

    package func open(_ name: String, in folder: Int32, for use: FileUse) throws(FileFault) -> Int32 {
        let fault = enter("open \(name)")
        if use == .reading {
            let file = try real.open(name, in: folder, for: use)
            let isHidden = fault == .segmentsUnreadable && name.hasSuffix(".jsonl")
            guard fault == .unreadable || isHidden else { return file }
            real.close(file)
            throw .notPermitted("open \(name)")
        }
        if fault == .readOnly { throw .readOnly("open \(name)") }
        if fault == .unchangeable, use == .rewriting { throw .notPermitted("open \(name)") }
        return try real.open(name, in: folder, for: use)
    }

    package func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(FileFault) -> Int {
        if enter() == .unreadable { throw .notPermitted("read") }
        return try real.read(file, into: buffer)
    }

    package func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer) throws(FileFault) -> Int {
        switch enter() {
        case .readOnly: throw .readOnly("write")
        case .fullAfter(let left):
            guard left > 0 else { throw .noSpace("write") }
            let fitting = UnsafeRawBufferPointer(rebasing: bytes.prefix(left))
            let count = try real.write(file, fitting)
            state.withLock { state in
                if case .fullAfter(let left) = state.fault { state.fault = .fullAfter(bytes: left - count) }
            }
            return count
        default: return try real.write(file, bytes)
        }
    }

    package func truncate(_ file: Int32, to size: Int) throws(FileFault) {
        try changing("ftruncate")
        try real.truncate(file, to: size)
    }

    package func synchronize(_ file: Int32) throws(FileFault) {
        _ = enter()
        try real.synchronize(file)
    }

    package func close(_ file: Int32) { real.close(file) }

    package func rename(_ source: String, to target: String, in folder: Int32) throws(FileFault) {
        try changing("rename to \(target)")
        if fault == .folderUnchangeable { throw .notPermitted("rename to \(target)") }
        try real.rename(source, to: target, in: folder)
    }

    package func unlink(_ name: String, in folder: Int32) throws(FileFault) {
        let fault = enter("unlink \(name)")
        if fault == .readOnly { throw .readOnly("unlink \(name)") }
        if [.undeletable, .unchangeable, .folderUnchangeable].contains(fault) {
            throw .notPermitted("unlink \(name)")
        }
        try real.unlink(name, in: folder)
    }

    package func unlink(at path: String) throws(FileFault) {
        let fault = enter("unlink")
        if fault == .readOnly { throw .readOnly("unlink") }
        if [.undeletable, .unchangeable, .folderUnchangeable].contains(fault) {
            throw .notPermitted("unlink")
        }
        try real.unlink(at: path)
    }

    package func removeFolder(_ name: String, in folder: Int32) throws(FileFault) {
        try changing("rmdir \(name)")
        try real.removeFolder(name, in: folder)
    }

    package func lock(_ name: String, in folder: Int32) throws(FileFault) -> Int32? {
        _ = enter()
        return try real.lock(name, in: folder)
    }

    package func restrict(_ folder: Int32) throws(FileFault) {
        _ = enter()
        try real.restrict(folder)
    }

    package func protect(_ path: String) {
        state.withLock { $0.protections += 1 }
        real.protect(path)
    }
}
