/// What a relaunch continues from: one small file, replaced as a whole and seldom.
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
    /// The destination that backoff and remote configuration belong to; nil in a state of an early version.
    package var destination: String?
    package var backoff: DurableBackoff?
    package var remote: DurableRemote?
    /// When the remote configuration was last requested.
    package var remoteAskedAt: Timestamp?
    /// The user's consent, where the host asked for it to be persisted.
    package var consent: Consent?
    /// When the tracker last reported on itself.
    package var lastHealth: Timestamp?

    package init() {}

    /// What is left after a denial: nothing that names install, user or use. The remote switch stays, and nothing else
    /// of the remote configuration: a sampling rate or a tag could have been given to one install.
    package func withdrawn() -> DurableState {
        var state = DurableState()
        state.nextSegment = nextSegment
        state.destination = destination
        state.backoff = backoff
        state.remote = remote?.switchOnly
        return state
    }

    /// Continues for a destination: what was learned of another server means nothing here.
    package mutating func adopt(destination: String) {
        guard !destination.isEmpty else { return }
        if let known = self.destination, known != destination {
            backoff = nil
            remote = nil
            remoteAskedAt = nil
        }
        self.destination = destination
    }
}
