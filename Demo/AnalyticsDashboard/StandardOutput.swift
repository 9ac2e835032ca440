import Foundation

/// Standard output, written at once and not through a buffer whose end nobody checks.
enum StandardOutput {
    /// Why it could not be written.
    struct Failure: Error {
        let number: Int32

        /// Whether the reader has gone, which is no fault: `| head` has what it wanted.
        var isClosedPipe: Bool { number == EPIPE }

        var mistake: Arguments.Mistake {
            Arguments.Mistake(text: "standard output cannot be written: \(String(cString: strerror(number)))")
        }
    }

    /// Writes all of it.
    static func write(_ bytes: some Collection<UInt8>) throws(Failure) {
        let error = Array(bytes).withUnsafeBytes { Descriptor.write($0, to: STDOUT_FILENO) }
        if let error { throw Failure(number: error) }
    }

    /// Writes a line for a person; says what went wrong as a mistake of the command line.
    static func say(_ line: String) throws {
        do throws(Failure) { try write((line + "\n").utf8) } catch { throw error.mistake }
    }
}

/// Standard output, a line at a time and each line whole, from any thread.
final class LineOutput: Sendable {
    private let lock = NSLock()
    private let onFailure: @Sendable (StandardOutput.Failure) -> Void

    /// `onFailure` is called when a line could not be written.
    init(onFailure: @escaping @Sendable (StandardOutput.Failure) -> Void) {
        signal(SIGPIPE, SIG_IGN)
        self.onFailure = onFailure
    }

    func write(_ lines: [String]) {
        guard !lines.isEmpty else { return }
        let bytes = (lines.joined(separator: "\n") + "\n").utf8
        let failure = lock.withLock { () -> StandardOutput.Failure? in
            do throws(StandardOutput.Failure) { try StandardOutput.write(bytes) } catch { return error }
            return nil
        }
        if let failure { onFailure(failure) }
    }
}
