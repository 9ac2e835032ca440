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

    package func openFolder(_ path: String) throws(FileFault) -> Int32 {
        try descriptor("open the folder") {
            posixOpen(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        }
    }

    package func info(at path: String) throws(FileFault) -> FileInfo {
        var result = stat()
        guard lstat(path, &result) == 0 else { throw .last("lstat") }
        return FileInfo(result)
    }

    package func info(_ file: Int32) throws(FileFault) -> FileInfo {
        var result = stat()
        guard fstat(file, &result) == 0 else { throw .last("fstat") }
        return FileInfo(result)
    }

    package func info(_ name: String, in folder: Int32) throws(FileFault) -> FileInfo {
        var result = stat()
        guard fstatat(folder, name, &result, AT_SYMLINK_NOFOLLOW) == 0 else { throw .last("stat \(name)") }
        return FileInfo(result)
    }

    package func list(_ folder: Int32) throws(FileFault) -> [String] {
        // A separate descriptor: closing the listing closes it.
        let copy = try descriptor("open the folder to list it") {
            posixOpenAt(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
        }
        guard let directory = fdopendir(copy) else {
            let fault = FileFault.last("fdopendir")
            _ = posixClose(copy)
            throw fault
        }
        defer { closedir(directory) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = readdir(directory) else {
                // The end of the list and a failure look alike but for this.
                if errno != 0 { throw .last("readdir") }
                return names
            }
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
    }

    package func open(_ name: String, in folder: Int32, for use: FileUse) throws(FileFault) -> Int32 {
        // Non-blocking: a FIFO in the folder must not hold the queue up until somebody writes to it.
        let common = O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
        let flags =
            switch use {
            case .reading: O_RDONLY
            case .appendingNew: O_WRONLY | O_CREAT | O_EXCL | O_APPEND
            case .rewriting: O_WRONLY
            }
        return try descriptor("open \(name)") { posixOpenAt(folder, name, flags | common, 0o600) }
    }

    package func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(FileFault) -> Int {
        try count("read") { posixRead(file, buffer.baseAddress, buffer.count) }
    }

    package func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer) throws(FileFault) -> Int {
        try count("write") { posixWrite(file, bytes.baseAddress, bytes.count) }
    }

    package func truncate(_ file: Int32, to size: Int) throws(FileFault) {
        _ = try descriptor("ftruncate") { ftruncate(file, off_t(size)) }
    }

    package func synchronize(_ file: Int32) throws(FileFault) {
        _ = try descriptor("fsync") { fsync(file) }
    }

    package func close(_ file: Int32) { _ = posixClose(file) }

    package func rename(_ source: String, to target: String, in folder: Int32) throws(FileFault) {
        _ = try descriptor("rename to \(target)") { renameat(folder, source, folder, target) }
    }

    package func unlink(_ name: String, in folder: Int32) throws(FileFault) {
        _ = try descriptor("unlink \(name)") { unlinkat(folder, name, 0) }
    }

    package func unlink(at path: String) throws(FileFault) {
        _ = try descriptor("unlink") { posixUnlink(path) }
    }

    package func removeFolder(_ name: String, in folder: Int32) throws(FileFault) {
        _ = try descriptor("rmdir \(name)") { unlinkat(folder, name, AT_REMOVEDIR) }
    }

    package func lock(_ name: String, in folder: Int32) throws(FileFault) -> Int32? {
        let file = try descriptor("open \(name)") {
            posixOpenAt(folder, name, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
        }
        do throws(FileFault) {
            _ = try descriptor("flock") { flock(file, LOCK_EX | LOCK_NB) }
            return file
        } catch {
            _ = posixClose(file)
            guard error.code == EWOULDBLOCK else { throw error }
            return nil
        }
    }

    package func restrict(_ folder: Int32) throws(FileFault) {
        _ = try descriptor("fchmod") { fchmod(folder, 0o700) }
    }

    package func protect(_ path: String) { FileProtection.apply(to: path) }

    /// Makes a call that returns -1 on failure, again when a signal interrupted it.
    private func descriptor(_ operation: String, _ call: () -> Int32) throws(FileFault) -> Int32 {
        while true {
            let result = call()
            if result >= 0 { return result }
            guard errno == EINTR else { throw .last(operation) }
        }
    }

    private func count(_ operation: String, _ call: () -> Int) throws(FileFault) -> Int {
        while true {
            let result = call()
            if result >= 0 { return result }
            guard errno == EINTR else { throw .last(operation) }
        }
    }
}

// The methods above hide the C functions of the same names.
private func posixOpen(_ path: String, _ flags: Int32) -> Int32 { open(path, flags) }
private func posixOpenAt(_ folder: Int32, _ name: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
    openat(folder, name, flags, mode)
}
private func posixRead(_ file: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(file, bytes, count)
}
private func posixWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(file, bytes, count)
}
private func posixUnlink(_ path: String) -> Int32 { unlink(path) }
private func posixClose(_ file: Int32) -> Int32 { close(file) }

extension FileInfo {
    fileprivate init(_ result: stat) {
        let type = result.st_mode & S_IFMT
        self.init(
            kind: type == S_IFREG ? .regular : type == S_IFDIR ? .folder : .other, size: Int(result.st_size),
            links: Int(result.st_nlink), mode: UInt32(result.st_mode & 0o7777),
            identity: Identity(
                device: UInt64(truncatingIfNeeded: result.st_dev),
                file: UInt64(truncatingIfNeeded: result.st_ino))
        )
    }
}
