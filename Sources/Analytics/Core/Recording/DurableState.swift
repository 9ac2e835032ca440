/// What a relaunch goes on with: one small file, replaced as a whole and seldom.
package struct DurableState: Sendable, Hashable, Codable {
    /// The format that this version writes; a newer one counts as undecodable.
    package static let currentFormat = 1
    /// The highest number that can be ours: exact in any JSON reader, and far from where adding one would trap. A
    /// file that claims more is damaged.
    package static let highestNumber = 1 << 53

    package var format = DurableState.currentFormat
    /// None exists while consent is denied.
    package var installID: String?
    /// The grant under which segments may be sent; none after a denial.
    package var grantID: String?
    package var nextSequence = 1
    /// Goes up for ever, also across denials, so that no file name is used twice.
    package var nextSegment = 1
    package var session: Session?
    package var backoff: DurableBackoff?
    package var remote: DurableRemote?
    /// When the remote configuration was last asked for.
    package var remoteAskedAt: Timestamp?
    /// What the user said, where the host asked for it to be remembered.
    package var consent: Consent?
    /// When the tracker last reported on itself.
    package var lastHealth: Timestamp?

    package init() {}

    /// What is left after a denial: nothing that names install, user or use.
    package func withdrawn() -> DurableState {
        var state = DurableState()
        state.nextSegment = nextSegment
        state.backoff = backoff
        state.remote = remote
        // A server can give every install a tag of its own, and know it again by that.
        state.remote?.tag = nil
        return state
    }
}

/// What is left of a backoff: a duration and no date, so that a wrong clock cannot silence the tracker.
package struct DurableBackoff: Sendable, Hashable, Codable {
    package var failures: Int
    package var leftMilliseconds: Int

    package init(failures: Int, left: Duration) {
        self.failures = failures
        leftMilliseconds = left.milliseconds
    }

    /// What is left, brought into 0 to 30 hours: 24 h of Retry-After and a quarter of jitter.
    package var left: Duration { .milliseconds(min(max(0, leftMilliseconds), 108_000_000)) }
}
