/// A withdrawal of consent that is not yet carried out on disk: a value without files or clocks, so that every case
/// can be tested.
///
/// It fails closed: while the state file still has the old grant, nothing is recorded or sent. What is left to do is
/// tried again, at most once a minute unless something changed for the host.
package struct PendingWithdrawal: Sendable, Equatable {
    package enum Kind: Sendable, Equatable {
        /// The persisted grant may no longer be found by the next launch.
        case unknown
        /// Everything is to be erased.
        case denial
    }

    /// How one attempt ended.
    package enum Attempt: Sendable, Equatable {
        case done
        /// The grant is withdrawn; something else is still to be deleted.
        case incomplete(TrackerStatus.Problem)
        /// The state still has the grant: it could be neither replaced nor removed.
        case failed(TrackerStatus.Problem)
        /// The folder could not be used, or not listed, so that it is not known what is left.
        case unavailable(TrackerStatus.Problem)
    }

    package static let interval = Duration.seconds(60)

    /// What is still to be done; nil when nothing is.
    package private(set) var kind: Kind?
    /// What the last attempt left, for the status.
    package private(set) var problem: TrackerStatus.Problem?
    /// Whether this process stays closed: a grant could not be withdrawn. Ends with the next denial that can be.
    package private(set) var isClosed = false
    private var isUntried = false
    private var notBefore: MonotonicTime?

    package init() {}

    /// Consent was denied.
    package mutating func deny() {
        self = PendingWithdrawal()
        kind = .denial
    }

    /// Consent is unknown again; a denial that is still to be carried out comes first.
    package mutating func forget() {
        kind = kind ?? .unknown
        notBefore = nil
    }

    /// Consent is granted: nothing has to be forgotten, but a denial before it still has to be carried out.
    package mutating func grant() {
        guard kind == .unknown else { return }
        kind = nil
        if !isClosed { problem = nil }
    }

    /// Whether it is to be tried at `now`.
    package func isDue(at now: MonotonicTime) -> Bool { kind != nil && now >= notBefore ?? now }

    /// Something changed for the host that may let the next attempt succeed, such as its lifecycle.
    package mutating func retrySoon() { notBefore = nil }

    /// Takes in how an attempt ended.
    package mutating func attempted(_ attempt: Attempt, at now: MonotonicTime) {
        isUntried = false
        switch attempt {
        case .done:
            kind = nil
            // What could not be withdrawn once stays this process's problem.
            if !isClosed { problem = nil }
        case .incomplete(let problem):
            if !isClosed { self.problem = problem }
            notBefore = now + Self.interval
        case .failed(let problem):
            self.problem = problem
            // A grant that could not be forgotten is true again with the next one; a denied one never is.
            isClosed = isClosed || kind == .denial
            notBefore = now + Self.interval
        case .unavailable(let problem):
            if !isClosed { self.problem = problem }
            isUntried = true
            notBefore = nil
        }
    }

    /// Why the queue may not open; nil when it may. Files that only wait to be deleted belong to a grant that is
    /// withdrawn: they are no obstacle.
    package var obstacle: TrackerStatus.Problem? {
        isClosed || (kind == .denial && isUntried) ? problem : nil
    }
}
