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
    }

    private struct State {
        var fault = Fault.none
        var calls = 0
        var protections = 0
        var hold: (@Sendable () -> Void)?
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

    private func enter() -> Fault {
        let (fault, hold) = state.withLock { state in
            state.calls += 1
            return (state.fault, state.hold)
        }
        hold?()
        return fault
    }

    private func changing(_ operation: String) throws(FileFault) {
        if enter() == .readOnly { throw .readOnly(operation) }
    }

    package func makeDirectory(_ path: String) throws(FileFault) {
        let fault = enter()
        do throws(FileFault) {
            guard try !real.info(path).isRegular else { throw .notPermitted("mkdir") }
        } catch {
            if fault == .readOnly { throw .readOnly("mkdir") }
            try real.makeDirectory(path)
        }
    }

    package func list(_ path: String) throws(FileFault) -> [String] {
        if enter() == .unreadable { throw .notPermitted("opendir") }
        return try real.list(path)
    }

    package func info(_ path: String) throws(FileFault) -> FileInfo {
        _ = enter()
        return try real.info(path)
    }

    package func info(_ file: Int32) throws(FileFault) -> FileInfo {
        _ = enter()
        return try real.info(file)
    }

    package func open(_ path: String, for use: FileUse) throws(FileFault) -> Int32 {
        let fault = enter()
        if use == .reading {
            let file = try real.open(path, for: use)
            let isHidden = fault == .segmentsUnreadable && path.hasSuffix(".jsonl")
            guard fault == .unreadable || isHidden else { return file }
            real.close(file)
            throw .notPermitted("open")
        }
        if fault == .readOnly { throw .readOnly("open") }
        return try real.open(path, for: use)
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
        case .none, .unreadable, .segmentsUnreadable, .undeletable: return try real.write(file, bytes)
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

    package func rename(_ source: String, to target: String) throws(FileFault) {
        try changing("rename")
        try real.rename(source, to: target)
    }

    package func unlink(_ path: String) throws(FileFault) {
        let fault = enter()
        if fault == .readOnly { throw .readOnly("unlink") }
        if fault == .undeletable { throw .notPermitted("unlink") }
        try real.unlink(path)
    }

    package func lock(_ path: String) throws(FileFault) -> Int32? {
        _ = enter()
        return try real.lock(path)
    }

    package func protect(_ path: String) {
        state.withLock { $0.protections += 1 }
        real.protect(path)
    }
}
