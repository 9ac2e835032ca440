#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#endif

/// File operations on the real file system.
package struct PosixFiles: FileOperations {
    package init() {}

    package func makeDirectory(_ path: String) throws(FileFault) {
        if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
        guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex else {
            throw .last("mkdir")
        }
        try makeDirectory(String(path[..<slash]))
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .last("mkdir") }
    }

    package func list(_ path: String) throws(FileFault) -> [String] {
        guard let directory = opendir(path) else { throw .last("opendir") }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    package func info(_ path: String) throws(FileFault) -> FileInfo {
        var result = stat()
        guard lstat(path, &result) == 0 else { throw .last("lstat") }
        return FileInfo(result)
    }

    package func info(_ file: Int32) throws(FileFault) -> FileInfo {
        var result = stat()
        guard fstat(file, &result) == 0 else { throw .last("fstat") }
        return FileInfo(result)
    }

    package func open(_ path: String, for use: FileUse) throws(FileFault) -> Int32 {
        // Non-blocking: a FIFO in the folder must not hold the queue up until somebody writes to it.
        let common = O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
        let flags =
            switch use {
            case .reading: O_RDONLY
            case .appendingNew: O_WRONLY | O_CREAT | O_EXCL | O_APPEND
            case .replacing: O_WRONLY | O_CREAT | O_TRUNC
            }
        while true {
            let file = posixOpen(path, flags | common, 0o600)
            if file >= 0 { return file }
            guard errno == EINTR else { throw .last("open") }
        }
    }

    package func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(FileFault) -> Int {
        while true {
            let count = posixRead(file, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            guard errno == EINTR else { throw .last("read") }
        }
    }

    package func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer) throws(FileFault) -> Int {
        while true {
            let count = posixWrite(file, bytes.baseAddress, bytes.count)
            if count >= 0 { return count }
            guard errno == EINTR else { throw .last("write") }
        }
    }

    package func truncate(_ file: Int32, to size: Int) throws(FileFault) {
        guard ftruncate(file, off_t(size)) == 0 else { throw .last("ftruncate") }
    }

    package func synchronize(_ file: Int32) throws(FileFault) {
        guard fsync(file) == 0 else { throw .last("fsync") }
    }

    package func close(_ file: Int32) { _ = posixClose(file) }

    package func rename(_ source: String, to target: String) throws(FileFault) {
        guard posixRename(source, target) == 0 else { throw .last("rename") }
    }

    package func unlink(_ path: String) throws(FileFault) {
        guard posixUnlink(path) == 0 else { throw .last("unlink") }
    }

    package func lock(_ path: String) throws(FileFault) -> Int32? {
        let file = posixOpen(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .last("open") }
        if flock(file, LOCK_EX | LOCK_NB) == 0 { return file }
        let code = errno
        _ = posixClose(file)
        guard code == EWOULDBLOCK else { throw FileFault(code: code, operation: "flock") }
        return nil
    }

    package func protect(_ path: String) { FileProtection.apply(to: path) }
}

// The methods above hide the C functions of the same names.
private func posixOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 { open(path, flags, mode) }
private func posixRead(_ file: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(file, bytes, count)
}
private func posixWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(file, bytes, count)
}
private func posixClose(_ file: Int32) -> Int32 { close(file) }
private func posixRename(_ source: String, _ target: String) -> Int32 { rename(source, target) }
private func posixUnlink(_ path: String) -> Int32 { unlink(path) }

extension FileInfo {
    fileprivate init(_ result: stat) {
        self.init(
            isRegular: result.st_mode & S_IFMT == S_IFREG, size: Int(result.st_size),
            links: Int(result.st_nlink))
    }
}

extension FileFault {
    /// The fault of the call just made.
    fileprivate static func last(_ operation: String) -> FileFault {
        FileFault(code: errno, operation: operation)
    }

    /// Nothing stands at the path, or a part of the path is gone.
    var isMissing: Bool { code == ENOENT || code == ENOTDIR }
    /// The path is taken.
    var isTaken: Bool { code == EEXIST }

    /// No space is left.
    package static func noSpace(_ operation: String) -> FileFault {
        FileFault(code: ENOSPC, operation: operation)
    }
    /// The file system takes no changes.
    package static func readOnly(_ operation: String) -> FileFault {
        FileFault(code: EROFS, operation: operation)
    }
    /// The caller may not do that now, such as on a locked device.
    package static func notPermitted(_ operation: String) -> FileFault {
        FileFault(code: EPERM, operation: operation)
    }
    /// The device does not answer.
    package static func broken(_ operation: String) -> FileFault {
        FileFault(code: EIO, operation: operation)
    }

    /// The system's reason in words, with the operation.
    package var description: String { "\(operation): \(String(cString: strerror(code)))" }
}
