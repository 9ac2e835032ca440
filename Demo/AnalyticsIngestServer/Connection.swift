import Foundation

/// One connection, on its own thread from accept to close.
struct Connection: Sendable {
    enum Ending {
        case keepsOpen
        /// A farewell, after reading what the client still sends, so that no reset eats the answer.
        case closes
        case abandons
        case resets
    }

    let number: Int
    let descriptor: Int32
    let state: Locked<IngestServer.State>
    let collector: Collector
    let heldBack: AnswersHeldBack

    private static let idleSeconds = 60.0
    private static let stalledSeconds = 30.0
    static let lingerSeconds = 2.0

    func run() {
        var parser = RequestParser(bodyLimit: collector.limits.bodyBytes)
        var block = [UInt8](repeating: 0, count: 64 * 1024)
        var ending = Ending.keepsOpen
        while case .keepsOpen = ending {
            switch parser.next() {
            case .needsMore:
                let patience = parser.isMidRequest ? Self.stalledSeconds : Self.idleSeconds
                guard let count = receive(into: &block, seconds: patience) else {
                    if parser.isMidRequest, isServing {
                        collector.noteMalformed(status: 408, reason: "broke off")
                    }
                    ending = .abandons
                    break
                }
                parser.append(block[0..<count])
            case .sendContinue:
                let word = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
                if !send(word[...]) { ending = .abandons }
            case .request(let request, let keepsAlive):
                ending = serve(request, keepsAlive: keepsAlive)
            case .failure(let failure):
                collector.noteMalformed(status: failure.status, reason: failure.reason)
                let plan = AnswerPlan(number: nil, status: failure.status)
                let head = AnswerHead(plan, length: 0, keepsAlive: false)
                ending = send(head.bytes[...]) ? .closes : .abandons
            }
        }
        close(ending)
    }

    private var isServing: Bool { state.withLock { $0.isRunning } }

    private func serve(_ request: IngestRequest, keepsAlive: Bool) -> Ending {
        let clock = ContinuousClock()
        let begin = clock.now
        let plan = collector.answer(request)
        let delivery = AnswerDelivery(
            connection: self, plan: plan, isHead: request.method == "HEAD", keepsAlive: keepsAlive)
        let (ending, clientLeft) = delivery.run()
        collector.finish(plan, after: clock.now - begin, clientLeft: clientLeft)
        return ending
    }

    /// Bytes received, or nil at the end of the stream or of patience.
    func receive(into block: inout [UInt8], seconds: Double) -> Int? {
        while true {
            switch Sockets.receive(descriptor, into: &block) {
            case .bytes(let count): return count
            case .ended: return nil
            case .wouldBlock:
                let events = Sockets.await([(descriptor, Sockets.readable)], seconds: seconds)
                if events[0] == 0 { return nil }
            }
        }
    }

    /// Sends all; false when the client has left or reads nothing for long.
    func send(_ bytes: ArraySlice<UInt8>) -> Bool {
        var left = bytes
        while !left.isEmpty {
            switch Sockets.transmit(left, to: descriptor) {
            case .bytes(let count): left = left.dropFirst(count)
            case .ended: return false
            case .wouldBlock:
                let events = Sockets.await([(descriptor, Sockets.writable)], seconds: Self.stalledSeconds)
                if events[0] == 0 { return false }
            }
        }
        return true
    }

    private func close(_ ending: Ending) {
        if case .closes = ending { linger() }
        // Out of the list before the close, under one lock: `stop` must never meet a reused number.
        state.change { state in
            state.connections[number] = nil
            if case .resets = ending { Sockets.reset(descriptor) } else { Sockets.shut(descriptor) }
        }
    }

    private func linger() {
        Sockets.endOutput(descriptor)
        var block = [UInt8](repeating: 0, count: 16 * 1024)
        let deadline = ProcessInfo.processInfo.systemUptime + Self.lingerSeconds
        while true {
            let left = deadline - ProcessInfo.processInfo.systemUptime
            guard left > 0, receive(into: &block, seconds: left) != nil else { return }
        }
    }
}
