import Analytics
import Foundation

/// The least that a tracker can do in a call: read the clock, box the event, push it into a full ring under a lock.
final class BareRing: Sendable {
    private struct State {
        var storage: [(event: any AnalyticsEvent, time: Date)]
        var oldest = 0
    }

    private let state: Locked<State>

    init(capacity: Int = 1_000) {
        let entry: (event: any AnalyticsEvent, time: Date) = (SampleEvent.one, Date())
        state = Locked(State(storage: Array(repeating: entry, count: capacity)))
    }

    @inline(never)
    func push(_ event: some AnalyticsEvent) {
        let time = Date()
        state.withLock { state in
            state.storage[state.oldest] = (event, time)
            state.oldest += 1
            if state.oldest == state.storage.count { state.oldest = 0 }
        }
    }
}

/// The ring's rival: `AsyncStream`'s own storage, full, with nobody reading.
struct BareStream {
    private let stream: AsyncStream<any AnalyticsEvent>
    private let continuation: AsyncStream<any AnalyticsEvent>.Continuation

    init(capacity: Int = 1_000) {
        (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(capacity))
        for _ in 0..<capacity { continuation.yield(SampleEvent.one) }
    }

    @inline(never)
    func push(_ event: some AnalyticsEvent) { continuation.yield(event) }
}

/// A ring of the bell that wakes a reader who does nothing: the least that an idle pipeline's wake-up can cost.
final class BareBell: Sendable {
    private let continuation: AsyncStream<Void>.Continuation
    private let reader: Task<Void, Never>

    init() {
        let (rings, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        self.continuation = continuation
        reader = Task { for await _ in rings {} }
    }

    deinit { reader.cancel() }

    @inline(never)
    func ring() { continuation.yield() }
}
