/// One stretch of use: it ends after a time without events.
package struct Session: Sendable, Hashable, Codable {
    package var id: String
    package var started: Timestamp
    /// The wall time of the newest event, which is all that a relaunch has to go by.
    package var lastEvent: Timestamp

    package init(id: String, started: Timestamp, lastEvent: Timestamp) {
        self.id = id
        self.started = started
        self.lastEvent = lastEvent
    }
}

/// Decides which session an event belongs to.
///
/// Within a process the gap between two events is measured on the monotonic clock, so that a corrected or
/// mistaken wall clock neither ends a session nor keeps one alive. Across a relaunch only the wall clock is left;
/// a clock that went back then starts a new session.
package struct SessionTracker: Sendable {
    package let timeout: Duration
    package private(set) var current: Session?
    /// Nil while the current session is one of an earlier life.
    package private(set) var lastActivity: MonotonicTime?

    package init(timeout: Duration) {
        self.timeout = timeout
    }

    /// Takes over what an earlier life left; the first event decides whether it goes on.
    package mutating func resume(_ session: Session?) {
        current = session
        lastActivity = nil
    }

    /// The session ends; the next event starts another.
    package mutating func end() { resume(nil) }

    /// The session of an event at `time`; `makeID` is called when it is a new one.
    package mutating func session(at time: Moment, makeID: () -> String) -> (session: Session, isNew: Bool) {
        defer { lastActivity = max(lastActivity ?? time.monotonic, time.monotonic) }
        if var session = current, isAlive(session, at: time) {
            session.lastEvent = max(session.lastEvent, time.wall)
            current = session
            return (session, false)
        }
        let session = Session(id: makeID(), started: time.wall, lastEvent: time.wall)
        current = session
        return (session, true)
    }

    /// How long the session lives on without another event; nil when there is none.
    package func expiresIn(at now: Moment) -> Duration? {
        guard let session = current else { return nil }
        let idle = lastActivity.map { now.monotonic - $0 } ?? now.wall.since(session.lastEvent)
        return max(.zero, timeout - idle)
    }

    private func isAlive(_ session: Session, at time: Moment) -> Bool {
        if let lastActivity { return time.monotonic - lastActivity < timeout }
        let idle = time.wall.since(session.lastEvent)
        return idle >= .zero && idle < timeout
    }
}
