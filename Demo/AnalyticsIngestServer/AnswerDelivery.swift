import Foundation

/// Carries one plan out on one connection.
struct AnswerDelivery {
    private enum Pause {
        case over
        /// The fault was changed meanwhile.
        case cutShort
        case stopped
    }

    let connection: Connection
    let plan: AnswerPlan
    let isHead: Bool
    let keepsAlive: Bool

    /// Sends, waits or closes as planned; whether the client was gone first.
    func run() -> (Connection.Ending, clientLeft: Bool) {
        switch plan.delivery {
        case .whole: return answer()
        case .delayed(let seconds):
            if case .stopped = pause(seconds) { return (.abandons, false) }
            return answer()
        case .drip(let milliseconds): return drip(pause: Double(milliseconds) / 1_000)
        case .cut(let count): return cut(after: count)
        case .closed: return (.abandons, false)
        case .reset, .refused: return (.resets, false)
        case .silence: return silence()
        }
    }

    private var done: Connection.Ending { keepsAlive ? .keepsOpen : .closes }

    private func answer() -> (Connection.Ending, clientLeft: Bool) {
        switch plan.body {
        case .bytes(let data):
            let head = AnswerHead(plan, length: data.count, keepsAlive: keepsAlive)
            let bytes = isHead ? head.bytes : head.bytes + data
            return connection.send(bytes[...]) ? (done, false) : (.abandons, true)
        case .filler(let count):
            let head = AnswerHead(plan, length: count, keepsAlive: keepsAlive)
            guard connection.send(head.bytes[...]) else { return (.abandons, true) }
            return fill(count)
        case .endless:
            let head = AnswerHead(plan, length: nil, keepsAlive: false)
            guard connection.send(head.bytes[...]) else { return (.abandons, true) }
            return fill(nil)
        }
    }

    /// Blanks, which JSON readers wait through; ends early when the fault is changed.
    private func fill(_ count: Int?) -> (Connection.Ending, clientLeft: Bool) {
        let block = [UInt8](repeating: 0x20, count: 256 * 1024)
        var left = count ?? .max
        while left > 0 {
            guard let signal = currentSignal() else { return (.abandons, false) }
            switch Sockets.transmit(block[0..<min(left, block.count)], to: connection.descriptor) {
            case .bytes(let sent): if count != nil { left -= sent }
            case .ended: return (.abandons, true)
            case .wouldBlock:
                _ = Sockets.await(
                    [(connection.descriptor, Sockets.writable), (signal.descriptor, Sockets.readable)],
                    seconds: nil)
            }
        }
        return (done, false)
    }

    private func drip(pause seconds: Double) -> (Connection.Ending, clientLeft: Bool) {
        guard case .bytes(let data) = plan.body else { return answer() }
        let head = AnswerHead(plan, length: data.count, keepsAlive: keepsAlive)
        guard connection.send(head.bytes[...]) else { return (.abandons, true) }
        for byte in data {
            if case .stopped = pause(seconds) { return (.abandons, false) }
            guard connection.send([byte]) else { return (.abandons, true) }
        }
        return (done, false)
    }

    private func cut(after count: Int) -> (Connection.Ending, clientLeft: Bool) {
        guard case .bytes(let data) = plan.body else { return answer() }
        let head = AnswerHead(plan, length: data.count, keepsAlive: false)
        let bytes = head.bytes + data.prefix(count)
        return connection.send(bytes[...]) ? (.closes, false) : (.abandons, true)
    }

    private func silence() -> (Connection.Ending, clientLeft: Bool) {
        var block = [UInt8](repeating: 0, count: 4_096)
        guard holdBack() else { return (.abandons, false) }
        defer { connection.heldBack.end(plan.number) }
        while let signal = currentSignal() {
            _ = Sockets.await(
                [(connection.descriptor, Sockets.readable), (signal.descriptor, Sockets.readable)],
                seconds: nil)
            if case .ended = Sockets.receive(connection.descriptor, into: &block) {
                return (.abandons, currentSignal() != nil)
            }
        }
        return (.abandons, false)
    }

    private func pause(_ seconds: Double) -> Pause {
        guard let time = connection.heldBack.time, let bell = try? WakeSignal() else {
            return pauseInRealTime(seconds)
        }
        let (heldBack, number) = (connection.heldBack, plan.number)
        let rung = Locked(false)
        let callOff = time.schedule(seconds) {
            heldBack.end(number)
            rung.withLock { $0 = true }
            bell.fire()
        }
        defer { callOff() }
        // After the alarm is set: while an answer is held back the clock may move at once.
        guard holdBack() else { return isRunning ? .cutShort : .stopped }
        defer { heldBack.end(number) }
        while !rung.withLock({ $0 }) {
            guard let signal = currentSignal() else { return isRunning ? .cutShort : .stopped }
            _ = Sockets.await(
                [(signal.descriptor, Sockets.readable), (bell.descriptor, Sockets.readable)], seconds: nil)
        }
        return .over
    }

    /// Not once the behaviour is another, which ends whatever is held back: none may come after that.
    private func holdBack() -> Bool {
        connection.state.withLock { state in
            guard state.isRunning, state.generation <= plan.generation else { return false }
            connection.heldBack.begin(plan.number)
            return true
        }
    }

    private func pauseInRealTime(_ seconds: Double) -> Pause {
        let deadline = ProcessInfo.processInfo.systemUptime + seconds
        while true {
            guard let signal = currentSignal() else { return isRunning ? .cutShort : .stopped }
            let left = deadline - ProcessInfo.processInfo.systemUptime
            guard left > 0 else { return .over }
            _ = Sockets.await([(signal.descriptor, Sockets.readable)], seconds: left)
        }
    }

    private var isRunning: Bool { connection.state.withLock { $0.isRunning } }

    /// The signal to watch, or nil once the server has stopped or the fault is no longer the plan's.
    private func currentSignal() -> WakeSignal? {
        connection.state.withLock { state in
            state.isRunning && state.generation <= plan.generation ? state.signal : nil
        }
    }
}

/// Status line and headers as bytes.
struct AnswerHead {
    let bytes: [UInt8]

    init(_ plan: AnswerPlan, length: Int?, keepsAlive: Bool) {
        var text = "HTTP/1.1 \(plan.status) \(Self.phrases[plan.status] ?? "Status")\r\n"
        for field in plan.headers { text += "\(Self.clean(field.name)): \(Self.clean(field.value))\r\n" }
        if let length, plan.status != 304 { text += "Content-Length: \(length)\r\n" }
        text += "Connection: \(keepsAlive ? "keep-alive" : "close")\r\n\r\n"
        bytes = Array(text.utf8)
    }

    // A line break in a value would add headers.
    private static func clean(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }))
    }

    private static let phrases = [
        200: "OK", 301: "Moved Permanently", 302: "Found", 303: "See Other", 304: "Not Modified",
        307: "Temporary Redirect", 308: "Permanent Redirect", 400: "Bad Request", 401: "Unauthorized",
        403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed", 408: "Request Timeout",
        413: "Content Too Large", 414: "URI Too Long", 415: "Unsupported Media Type",
        417: "Expectation Failed",
        422: "Unprocessable Content", 425: "Too Early", 429: "Too Many Requests",
        431: "Request Header Fields Too Large", 500: "Internal Server Error", 501: "Not Implemented",
        503: "Service Unavailable", 505: "HTTP Version Not Supported",
    ]
}
