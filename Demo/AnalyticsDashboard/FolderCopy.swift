import Foundation

/// A copy of a queue's folder that waits for nothing: what is not a file is made anew as what it is, and of a file that
/// is far larger than a queue only the start is read.
enum FolderCopy {
    /// What could not be copied, and why.
    struct Failure: Error {
        let text: String

        init(_ path: String, cannotBe done: String) {
            text = "\(path) cannot be \(done): \(String(cString: strerror(errno)))"
        }
    }

    /// The most bytes read of one file; the rest of the copy is a hole.
    private static let most = 64 * 1_024 * 1_024
    /// Folders in folders deeper than any queue are left out.
    private static let deepest = 8

    /// Whether it is a folder, and not a link to one.
    static func isFolder(_ path: String) -> Bool { kind(of: path) == S_IFDIR }

    /// Copies a folder to a place where nothing is.
    static func make(of source: String, at target: String, depth: Int = 0) throws(Failure) {
        guard mkdir(target, 0o700) == 0 else { throw Failure(target, cannotBe: "made") }
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: source) else {
            throw Failure(source, cannotBe: "read")
        }
        for name in names { try copy("\(source)/\(name)", to: "\(target)/\(name)", depth: depth) }
    }

    private static func copy(_ source: String, to target: String, depth: Int) throws(Failure) {
        switch kind(of: source) {
        case S_IFDIR: if depth < deepest { try make(of: source, at: target, depth: depth + 1) }
        case S_IFREG: try copyFile(source, to: target)
        // Where it leads is none of the queue's, and would be changed; that it is a link is what a launch sees.
        case S_IFLNK: guard symlink("/nowhere", target) == 0 else { throw Failure(target, cannotBe: "made") }
        case S_IFIFO: guard mkfifo(target, 0o600) == 0 else { throw Failure(target, cannotBe: "made") }
        default: break
        }
    }

    private static func copyFile(_ source: String, to target: String) throws(Failure) {
        // It may be something else by now: a FIFO must not be waited for, and a link not followed.
        let from = open(source, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
        guard from >= 0 else { throw Failure(source, cannotBe: "read") }
        defer { close(from) }
        let into = open(target, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        guard into >= 0 else { throw Failure(target, cannotBe: "made") }
        defer { close(into) }
        var info = stat()
        guard fstat(from, &info) == 0, info.st_mode & S_IFMT == S_IFREG else { return }
        var buffer = [UInt8](repeating: 0, count: 64 * 1_024)
        var copied = 0
        while copied < most {
            let count = read(from, &buffer, buffer.count)
            guard count >= 0 else { throw Failure(source, cannotBe: "read") }
            guard count > 0 else { break }
            let error = buffer[..<count].withUnsafeBytes { Descriptor.write($0, to: into) }
            guard error == nil else { throw Failure(target, cannotBe: "written") }
            copied += count
        }
        guard copied >= info.st_size || ftruncate(into, info.st_size) == 0 else {
            throw Failure(target, cannotBe: "written")
        }
    }

    private static func kind(of path: String) -> mode_t? {
        var info = stat()
        return lstat(path, &info) == 0 ? info.st_mode & S_IFMT : nil
    }
}
