#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#endif

extension FileFault {
    /// The fault of the call just made.
    static func last(_ operation: String) -> FileFault { FileFault(code: errno, operation: operation) }

    /// Nothing is at the path, or a part of the path is missing.
    package var isMissing: Bool { code == ENOENT || code == ENOTDIR }
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
    /// The device failed.
    package static func broken(_ operation: String) -> FileFault {
        FileFault(code: EIO, operation: operation)
    }

    /// The system's reason for people, with the operation.
    package var description: String { "\(operation): \(String(cString: strerror(code)))" }
}
