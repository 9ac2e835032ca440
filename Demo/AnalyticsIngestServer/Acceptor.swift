import Foundation

/// The accept thread: takes connections while the server listens.
///
/// Holds the server's shared parts, not the server, so that a forgotten server is released.
struct Acceptor: Sendable {
    private let state: Locked<IngestServer.State>
    private let collector: Collector
    private let heldBack: AnswersHeldBack

    init(_ server: IngestServer) {
        state = server.state
        collector = server.collector
        heldBack = server.heldBack
    }

    func run() {
        while let (listener, signal) = watched() {
            var wanted = [(signal.descriptor, Sockets.readable)]
            if let listener { wanted.append((listener, Sockets.readable)) }
            let events = Sockets.await(wanted, seconds: nil)
            if events.count > 1, events[1] != 0, !acceptOne(from: listener) {
                // Out of descriptors, or the client was gone again: do not spin.
                _ = Sockets.await([(signal.descriptor, Sockets.readable)], seconds: 0.01)
            }
        }
    }

    private func watched() -> (Int32?, WakeSignal)? {
        state.withLock { state in
            guard state.isRunning, let signal = state.signal else { return nil }
            return (state.isListening ? state.listener : nil, signal)
        }
    }

    // Under the lock, so that the listener cannot be closed, and its number reused, in between.
    private func acceptOne(from listener: Int32?) -> Bool {
        let accepted: (number: Int, descriptor: Int32)? = state.change { state in
            guard state.isRunning, state.isListening, let current = state.listener, current == listener,
                let descriptor = Sockets.accepted(from: current)
            else { return nil }
            guard state.connections.count < IngestServer.maximumConnections else {
                Sockets.reset(descriptor)
                return nil
            }
            state.lastConnection += 1
            state.connections[state.lastConnection] = descriptor
            state.threads += 1
            return (state.lastConnection, descriptor)
        }
        guard let accepted else { return false }
        let connection = Connection(
            number: accepted.number, descriptor: accepted.descriptor, state: state, collector: collector,
            heldBack: heldBack)
        let thread = Thread { [state] in
            connection.run()
            state.change { $0.threads -= 1 }
        }
        thread.name = "ingest connection"
        thread.start()
        return true
    }
}
