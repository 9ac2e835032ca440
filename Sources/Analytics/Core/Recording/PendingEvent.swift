/// An event between the call of `track` and the pipeline, exactly as the caller gave it.
package struct PendingEvent: Sendable {
    /// What the caller gave.
    package enum Content: Sendable {
        /// Its properties are not read yet: reading them may be slow, and the caller's thread must not pay for it.
        case typed(any AnalyticsEvent)
        case named(EventDraft)
    }

    package let content: Content
    package let time: Moment
    package let epoch: ConsentEpoch
    package let identity: Identity
}

/// Events in the order of their calls, the newest `capacity` of them.
///
/// Grows to its capacity and then overwrites the oldest, so that it costs no memory before it is needed.
package struct EventRing: Sendable {
    package let capacity: Int
    private var storage: [PendingEvent] = []
    private var oldest = 0

    package init(capacity: Int) {
        self.capacity = max(1, capacity)
    }

    package var count: Int { storage.count }

    /// Adds an event; returns what the host gave of the oldest if that had to be evicted for it. The caller lets go of it, which may run the
    /// host's code, only when it holds no lock.
    @inline(__always)
    package mutating func push(_ event: PendingEvent) -> PendingEvent.Content? {
        if storage.count < capacity {
            storage.append(event)
            return nil
        }
        let evicted = storage[oldest].content
        storage[oldest] = event
        oldest += 1
        if oldest == capacity { oldest = 0 }
        return evicted
    }

    /// Takes all, oldest first; keeps `spare` as the storage for what comes next.
    package mutating func takeAll(keeping spare: [PendingEvent] = []) -> [PendingEvent] {
        var taken = spare
        swap(&taken, &storage)
        guard oldest > 0 else { return taken }
        defer { oldest = 0 }
        return Array(taken[oldest...] + taken[..<oldest])
    }
}
