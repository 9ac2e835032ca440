import Dispatch
import Foundation

/// The signals that ask a face without a screen to end.
@MainActor
final class Ending {
    /// One element for each signal; finishes when `finish` is called.
    let requests: AsyncStream<Int32>
    private let sources: [any DispatchSourceSignal]
    private let bell: AsyncStream<Int32>.Continuation

    init() {
        let (stream, bell) = AsyncStream<Int32>.makeStream()
        requests = stream
        self.bell = bell
        sources = [SIGINT, SIGTERM, SIGHUP].map { number in
            // The source hears a signal only when its usual effect is off.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
            source.setEventHandler { bell.yield(number) }
            source.activate()
            return source
        }
    }

    /// As if a signal had come, for when there is nothing left to do.
    nonisolated func finish() { bell.finish() }

    /// Returns at the first signal, or when there is nothing left to do; the signal's number, if it was one.
    func wait() async -> Int32? {
        var requests = requests.makeAsyncIterator()
        return await requests.next()
    }
}

/// Standard output, a line at a time and each line whole, from any thread.
final class LineOutput: Sendable {
    private let lock = NSLock()
    private let onFailure: @Sendable () -> Void

    /// `onFailure` is called when nobody reads any more.
    init(onFailure: @escaping @Sendable () -> Void) {
        signal(SIGPIPE, SIG_IGN)
        self.onFailure = onFailure
    }

    func write(_ lines: [String]) {
        guard !lines.isEmpty else { return }
        let bytes = Data((lines.joined(separator: "\n") + "\n").utf8)
        let isWritten = lock.withLock { (try? FileHandle.standardOutput.write(contentsOf: bytes)) != nil }
        if !isWritten { onFailure() }
    }
}
