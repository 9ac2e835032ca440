import Foundation

/// The collector behind real sockets, on 127.0.0.1 only.
///
/// One thread accepts, each connection has one of its own (at most 128; more are closed at
/// once); `stop()` ends them all and returns when the last has gone. HTTP/1.1 with keep-alive,
/// chunked bodies and `Expect: 100-continue`. No bytes received can stop it.
public final class IngestServer: Sendable {
    /// The books, which outlive `stop()`.
    public let collector: Collector

    static let maximumConnections = 128
    let state: Locked<State>
    let heldBack: AnswersHeldBack
    private let wantedPort: UInt16

    struct State {
        var isRunning = false
        var listener: Int32?
        var isListening = false
        var port: UInt16?
        /// The newest state of the faults that the server has acted on.
        var generation = 0
        var signal: WakeSignal?
        var connections: [Int: Int32] = [:]
        var lastConnection = 0
        var threads = 0
    }

    /// A server that is not started; it is its collector's only one. Port 0 takes a free one, and keeps it over stop
    /// and start. Its pauses take real time, unless it is given another.
    public init(collector: Collector = Collector(), port: UInt16 = 0, time: ServerTime? = nil) {
        self.collector = collector
        heldBack = AnswersHeldBack(time: time)
        wantedPort = port
        state = Locked(State())
    }

    deinit {
        stop()
    }

    /// The base address, `http://127.0.0.1:port`; nil before the first start.
    public var url: URL? {
        port.flatMap { URL(string: "http://127.0.0.1:\($0)") }
    }

    /// The port; nil before the first start. It stays the same when the server goes offline and returns.
    public var port: UInt16? { state.withLock { $0.port } }

    /// The server's threads alive now; none after `stop()`.
    public var runningThreads: Int { state.withLock { $0.threads } }

    /// The standing fault; see `Collector.fault`. When `offline` is set, the port refuses before
    /// this returns.
    public var fault: Fault {
        get { collector.fault }
        set { collector.fault = newValue }
    }

    /// Binds, listens and returns the base address. Does nothing when it runs already.
    ///
    /// - Throws: `SocketError` when the port cannot be had.
    @discardableResult
    public func start() throws -> URL {
        let isFresh = try state.change { state -> Bool in
            guard !state.isRunning else { return false }
            let signal = try WakeSignal()
            let (descriptor, port) = try Sockets.bound(to: state.port ?? wantedPort)
            state.listener = descriptor
            state.isListening = false
            state.port = port
            state.signal = signal
            state.isRunning = true
            return true
        }
        if isFresh {
            collector.onFaultChange { [weak self] generation in self?.faultsChanged(generation) }
            do {
                try state.change { state in try settle(&state) }
            } catch {
                stop()
                throw error
            }
            spawn("ingest accept") { [acceptor = Acceptor(self)] in acceptor.run() }
        }
        guard let url else { throw SocketError("start") }
        return url
    }

    /// Closes the port and every connection, ends every wait, and returns when all threads have gone.
    public func stop() {
        collector.onFaultChange(nil)
        state.change { state in
            state.isRunning = false
            for descriptor in state.connections.values { Sockets.interrupt(descriptor) }
            if let listener = state.listener { Sockets.stopListening(listener) }
            state.listener = nil
            state.isListening = false
            state.signal?.fire()
            state.signal = nil
        }
        _ = state.wait(until: Date(timeIntervalSinceNow: 3_600)) { $0.threads == 0 }
    }

    /// Blocks until the condition holds; see `Collector.waitFor`.
    public func waitFor(upTo limit: Duration, _ condition: (CollectorSnapshot) -> Bool) -> Bool {
        collector.waitFor(upTo: limit, condition)
    }

    /// Suspends until the condition holds; see `Collector.until`.
    public func until(
        upTo limit: Duration, _ condition: @escaping @Sendable (CollectorSnapshot) -> Bool
    ) async -> Bool {
        await collector.until(upTo: limit, condition)
    }

    func spawn(_ name: String, _ body: @escaping @Sendable () -> Void) {
        state.change { $0.threads += 1 }
        let state = state
        let thread = Thread {
            body()
            state.change { $0.threads -= 1 }
        }
        thread.name = name
        thread.start()
    }

    private func faultsChanged(_ generation: Int) {
        // Those who wait for an answer count it again before this returns.
        defer { heldBack.endAll() }
        state.change { state in
            guard state.isRunning else { return }
            state.generation = max(state.generation, generation)
            // Should the port be gone at the return, the server stays offline: the next change tries again.
            try? settle(&state)
            let old = state.signal
            state.signal = (try? WakeSignal()) ?? old
            if state.signal !== old { old?.fire() }
        }
    }

    /// Listens, or holds the port without listening, as the standing fault has it.
    private func settle(_ state: inout State) throws {
        let shouldListen = collector.fault != .offline
        guard shouldListen != state.isListening, let port = state.port else { return }
        if !shouldListen {
            if let listener = state.listener { Sockets.stopListening(listener) }
            for descriptor in state.connections.values { Sockets.interrupt(descriptor) }
            state.isListening = false
            // Bound but deaf: connections are refused, and nobody else takes the port meanwhile.
            state.listener = try? Sockets.bound(to: port).descriptor
            return
        }
        let listener = try state.listener ?? Sockets.bound(to: port).descriptor
        state.listener = listener
        try Sockets.startListening(listener)
        state.isListening = true
    }
}
