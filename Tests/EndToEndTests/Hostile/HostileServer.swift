import Foundation
import Testing

/// A server on loopback that responds well at first, usually once, and on each later connection follows a script. It floods until
/// the client is gone or it is stopped, so whatever happens before `stop()` happened while it still would send.
final class HostileServer: @unchecked Sendable {
    enum Step: Sendable {
        case send(String)
        case sendBytes([UInt8])
        /// The same bytes again and again.
        case flood(String)
        /// The bytes one by one, a millisecond apart, again and again.
        case drip(String)
        /// Nothing, until the client is gone.
        case silence
        case reset
    }

    private let listener: Int32
    private let readsRequest: Bool
    private let honest: Int
    private let script: [Step]
    private let lock = NSCondition()
    private var connections: [Int32] = []
    private var isUnderWay = false
    private var hasLeft = false
    private var isStopped = false
    private var received: [String] = []
    let endpoint: URL

    /// `honest` is the number of connections with a good response.
    init(_ script: [Step], readsRequest: Bool = true, honest: Int = 1) throws {
        self.honest = honest
        self.script = script
        self.readsRequest = readsRequest
        signal(SIGPIPE, SIG_IGN)
        let bound = try #require(Self.boundSocket())
        listener = bound.descriptor
        endpoint = try #require(URL(string: "http://127.0.0.1:\(bound.port)"))
        Thread.detachNewThread { [self] in acceptAll() }
    }

    private static func boundSocket() -> (descriptor: Int32, port: UInt16)? {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && listen(descriptor, 16) == 0
                    && getsockname(descriptor, $0, &size) == 0
            }
        }
        return isBound ? (descriptor, UInt16(bigEndian: address.sin_port)) : nil
    }

    /// Returns when the script has begun to flood, drip or be silent, or is over; false after 20 s.
    func untilUnderWay() -> Bool { wait(seconds: 20) { $0.isUnderWay } }

    /// Returns when the client has closed a connection with the script, or the script has; false after the limit.
    func untilClientLeft(seconds: Double = 20) -> Bool { wait(seconds: seconds) { $0.hasLeft } }

    /// The requests that came whole, as text.
    var requests: [String] { lock.withLock { received } }

    func stop() {
        lock.withLock {
            isStopped = true
            for connection in connections { shutdown(connection, Int32(SHUT_RDWR)) }
        }
        // The accepting thread closes it: a number in use again would be another server's.
        shutdown(listener, Int32(SHUT_RDWR))
    }

    private func wait(seconds: Double, _ isWanted: (HostileServer) -> Bool) -> Bool {
        let limit = Date(timeIntervalSinceNow: seconds)
        return lock.withLock {
            while !isWanted(self) {
                guard lock.wait(until: limit) else { return isWanted(self) }
            }
            return true
        }
    }

    private func note(_ change: (HostileServer) -> Void) {
        lock.withLock {
            change(self)
            lock.broadcast()
        }
    }

    private func acceptAll() {
        defer { close(listener) }
        for number in 0... {
            let connection = accept(listener, nil, nil)
            guard connection >= 0 else { return }
            lock.withLock {
                if isStopped {
                    shutdown(connection, Int32(SHUT_RDWR))
                } else {
                    connections.append(connection)
                }
            }
            Thread.detachNewThread { [self] in serve(connection, isHonest: number < honest) }
        }
    }

    private func serve(_ connection: Int32, isHonest: Bool) {
        defer {
            lock.withLock { connections.removeAll { $0 == connection } }
            close(connection)
        }
        if isHonest {
            readRequest(connection)
            _ = send(
                Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}".utf8),
                to: connection)
            return
        }
        if readsRequest { readRequest(connection) }
        for step in script where !follow(step, on: connection) { break }
        note {
            $0.isUnderWay = true
            $0.hasLeft = true
        }
    }

    /// Returns whether the script goes on.
    private func follow(_ step: Step, on connection: Int32) -> Bool {
        switch step {
        case .send(let text): return send(Array(text.utf8), to: connection)
        case .sendBytes(let bytes): return send(bytes, to: connection)
        case .flood(let text):
            let block = Array(String(repeating: text, count: max(1, 65_536 / text.utf8.count)).utf8)
            var rounds = 0
            while send(block, to: connection) {
                rounds += 1
                if rounds == 16 { note { $0.isUnderWay = true } }
            }
        case .drip(let text):
            var rounds = 0
            while true {
                for byte in text.utf8 {
                    guard send([byte], to: connection) else { return false }
                    // The drip itself: a millisecond, or until the client says something or is gone.
                    var client = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
                    poll(&client, 1, 1)
                    rounds += 1
                    if rounds == 16 { note { $0.isUnderWay = true } }
                }
            }
        case .silence:
            note { $0.isUnderWay = true }
            var byte: UInt8 = 0
            while recv(connection, &byte, 1, 0) > 0 {}
        case .reset:
            var linger = linger(l_onoff: 1, l_linger: 0)
            setsockopt(
                connection, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
        }
        return false
    }

    private func send(_ bytes: [UInt8], to connection: Int32) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    /// Until the body, of which each request has one, has come whole.
    private func readRequest(_ connection: Int32) {
        var request: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(connection, &block, block.count, 0)
            guard count > 0 else { return }
            request += block[..<count]
            let text = String(decoding: request, as: Unicode.ASCII.self)
            guard let end = text.range(of: "\r\n\r\n") else { continue }
            let head = text[..<end.lowerBound].lowercased()
            let length =
                head.range(of: "content-length: ").flatMap {
                    Int(head[$0.upperBound...].prefix { $0.isNumber })
                } ?? 0
            if request.count >= text[..<end.upperBound].utf8.count + length {
                return note { $0.received.append(text) }
            }
        }
    }
}
