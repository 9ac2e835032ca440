import Foundation

/// A new file that only its owner can read, at any moment: `FileManager` restricts a file after it has written it.
enum PrivateFile {
    /// Why there is no such file.
    enum Failure: Error {
        case isThereAlready
        case notWritten
    }

    /// Creates the file; one that is there, or a link, is left as it is.
    static func create(_ path: String, _ contents: Data) throws(Failure) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw errno == EEXIST ? .isThereAlready : .notWritten }
        let isWritten = contents.withUnsafeBytes { Descriptor.write($0, to: descriptor) } == nil
        guard close(descriptor) == 0, isWritten else {
            // Half a file would be taken for a whole one.
            unlink(path)
            throw .notWritten
        }
    }
}
