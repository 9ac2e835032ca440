import Dispatch
import Foundation

/// What ends an output without a screen: a signal, or its own end.
@MainActor
final class Ending {
    /// Why it ends.
    enum Cause: Sendable {
        case signal(Int32)
        /// Its lines cannot be written.
        case failed(StandardOutput.Failure)
        /// There is nothing left to do, or nobody reads.
        case done

        /// The exit status.
        var status: Int32 {
            switch self {
            case .signal(let number): 128 + number
            case .failed: 2
            case .done: 0
            }
        }

        /// Throws when lines were lost.
        func check() throws {
            if case .failed(let failure) = self { throw failure.mistake }
        }
    }

    private let requests: AsyncStream<Cause>
    private let sources: [any DispatchSourceSignal]
    private let bell: AsyncStream<Cause>.Continuation

    init() {
        let (stream, bell) = AsyncStream<Cause>.makeStream()
        requests = stream
        self.bell = bell
        sources = [SIGINT, SIGTERM, SIGHUP].map { number in
            // The source hears a signal only when its usual effect is off.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
            source.setEventHandler { bell.yield(.signal(number)) }
            source.activate()
            return source
        }
    }

    /// There is nothing left to do.
    nonisolated func finish() { bell.finish() }

    /// Lines cannot be written any more.
    nonisolated func fail(_ failure: StandardOutput.Failure) {
        bell.yield(failure.isClosedPipe ? .done : .failed(failure))
    }

    /// Returns at the first cause.
    func wait() async -> Cause {
        var requests = requests.makeAsyncIterator()
        return await requests.next() ?? .done
    }
}
