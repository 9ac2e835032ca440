import Analytics

import struct Foundation.Data
import struct Foundation.Date
import class Foundation.JSONSerialization

/// An uploader that answers from a script instead of a network, and remembers what it was given.
public final class ScriptedUploader: BatchUploader, Sendable {
    /// One answer of the server.
    public enum Answer: Sendable, Hashable {
        /// All events stored.
        case accepted
        /// All stored but those at these indexes, each with the server's reason.
        case rejecting([Int: String])
        /// Try again, not before that time when one is given.
        case unavailable(status: Int = 503, retryAfter: Duration? = nil)
        /// No answer at all.
        case connectionLost
        /// The batch is refused for good.
        case discarded(status: Int)
        /// The key or the address is wrong.
        case refused(status: Int)
        /// The network may not be used at present.
        case held(DeviceConditions.Network)
    }

    /// A batch as it was sent.
    public struct Sent: Sendable, Hashable {
        /// The batch's ID, the same at each attempt.
        public let batchID: String
        /// The segment's number.
        public let segment: Int
        /// Which attempt of this process it was.
        public let attempt: Int
        /// The install ID that it was sent under.
        public let installID: String
        /// Its events' IDs, in order.
        public let eventIDs: [String]
        /// Its events' names, in order.
        public let names: [String]
        /// Its events' sessions, in order.
        public let sessions: [String]
        /// Its events' users, in order; nil for an event of nobody.
        public let users: [String?]
        /// When it was sent, on the clock.
        public let time: Date
    }

    private struct State {
        var script: [Answer] = []
        var otherwise = Answer.accepted
        var sent: [Sent] = []
        var isHeld = false
        var inFlight = 0
        var mostInFlight = 0
        var waiting: [Int: CheckedContinuation<Bool, Never>] = [:]
        var nextTicket = 0
    }

    private let clock: ManualClock
    private let state = Locked(State())

    /// An uploader that accepts everything until told otherwise.
    public init(clock: ManualClock) {
        self.clock = clock
    }

    /// Adds answers, each for one request; when they are used up, `otherwise` answers.
    public func script(_ answers: [Answer]) { state.withLock { $0.script += answers } }

    /// The answer when the script is empty.
    public var otherwise: Answer {
        get { state.withLock(\.otherwise) }
        set { state.withLock { $0.otherwise = newValue } }
    }

    /// While true no request is answered; those that wait are cancelled with their callers.
    public var isHeld: Bool {
        get { state.withLock(\.isHeld) }
        set {
            let waiting = state.withLock { state -> [CheckedContinuation<Bool, Never>] in
                state.isHeld = newValue
                guard !newValue else { return [] }
                defer { state.waiting = [:] }
                return Array(state.waiting.values)
            }
            for waiter in waiting {
                clock.work.begin()
                waiter.resume(returning: true)
            }
        }
    }

    /// Every batch that was sent, in order, repeats included.
    public var sent: [Sent] { state.withLock(\.sent) }

    /// Requests under way now.
    public var inFlight: Int { state.withLock(\.inFlight) }

    /// The most requests that were ever under way at once.
    public var mostInFlight: Int { state.withLock(\.mostInFlight) }

    package func send(_ batch: Batch) async -> Upload { await answer(batch, isHeld: arrive(batch)) }

    /// The request arrives; returns whether its answer is held back. Each needs one `answer`.
    func arrive(_ batch: Batch) -> Bool {
        let record = Sent(batch, time: clock.wall)
        return state.withLock { state -> Bool in
            state.sent.append(record)
            state.inFlight += 1
            state.mostInFlight = max(state.mostInFlight, state.inFlight)
            return state.isHeld
        }
    }

    /// Answers a request that has arrived.
    func answer(_ batch: Batch, isHeld: Bool) async -> Upload {
        defer { state.withLock { $0.inFlight -= 1 } }
        if isHeld, await !waitForRelease() { return Upload(.cancelled) }
        if Task.isCancelled { return Upload(.cancelled) }
        let answer = state.withLock { $0.script.isEmpty ? $0.otherwise : $0.script.removeFirst() }
        return Upload(answer.result, rawBytes: batch.events.count, sentBytes: batch.events.count)
    }

    /// Waits without counting as work in hand; false when the caller is cancelled.
    private func waitForRelease() async -> Bool {
        let ticket = state.withLock { state -> Int in
            state.nextTicket += 1
            return state.nextTicket
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let isOver = state.withLock { state -> Bool in
                    guard state.isHeld, !Task.isCancelled else { return true }
                    state.waiting[ticket] = waiter
                    return false
                }
                if isOver {
                    waiter.resume(returning: !Task.isCancelled)
                } else {
                    clock.work.end()
                }
            }
        } onCancel: {
            let waiter = state.withLock { $0.waiting.removeValue(forKey: ticket) }
            guard let waiter else { return }
            clock.work.begin()
            waiter.resume(returning: false)
        }
    }
}

extension ScriptedUploader.Sent {
    fileprivate init(_ batch: Batch, time: Date) {
        let body = Array("[".utf8) + batch.events + Array("]".utf8)
        let events = (try? JSONSerialization.jsonObject(with: Data(body))) as? [[String: Any]] ?? []
        batchID = batch.id.text
        segment = batch.number
        attempt = batch.attempt
        installID = batch.installID
        eventIDs = events.map { $0["id"] as? String ?? "" }
        names = events.map { $0["name"] as? String ?? "" }
        sessions = events.map { $0["session"] as? String ?? "" }
        users = events.map { $0["user"] as? String }
        self.time = time
    }
}

extension ScriptedUploader.Answer {
    fileprivate var result: UploadResult {
        switch self {
        case .accepted: .accepted(rejected: [])
        case .rejecting(let reasons):
            .accepted(
                rejected: reasons.sorted { $0.key < $1.key }.map {
                    Rejection(index: $0.key, reason: $0.value)
                })
        case .unavailable(let status, let after): .retry(after: after, cause: .status(status))
        case .connectionLost: .retry(after: nil, cause: .connection(.lost))
        case .discarded(let status): .discard(status: status)
        case .refused(let status): .refused(status: status)
        case .held(let network): .held(network)
        }
    }
}
