/// Where recorded events wait, on disk, until the server has answered for them.
///
/// No method throws: what cannot be done is counted in the books and noted on the status board. The queue alone
/// moves events between `inHand`, `waiting`, `inFlight`, `delivered` and the reasons that it and the server can
/// give. Whoever implements it must pass the suite `EventQueueContract`.
package protocol EventQueue: Sendable {
    /// Opens for recording under `epoch`: finds what an earlier life left, erases what another grant or none
    /// recorded, and mints install ID and grant ID where there are none. Nothing is created before.
    ///
    /// `unavailable` changes nothing on disk; the caller tries again later and keeps its events until then.
    ///
    /// `isRemembered` says that the yes is one of an earlier launch, read from this very state; when that no longer
    /// says so, the answer is `withdrawn`.
    func open(epoch: ConsentEpoch, onRememberedConsent isRemembered: Bool) async -> QueueOpening
    /// Appends events recorded under `epoch`, in order, in one write for each segment that they reach. An epoch
    /// other than the one opened is refused, counted `erased`. Over the cap the oldest segments go. Returns how
    /// many events wait.
    @discardableResult func append(_ events: EncodedEvents, epoch: ConsentEpoch) async -> Int
    /// How many events wait and could be sent.
    func waitingCount() async -> Int
    /// Closes the open segment and mints another install ID, which is returned and which all later segments carry;
    /// the session of the old one is forgotten. Nil when `epoch` is not the one opened.
    func newInstall(epoch: ConsentEpoch) async -> String?
    /// What an earlier launch remembers of consent; looks, and changes nothing on disk.
    func rememberedConsent() async -> RememberedConsent
    /// Remembers that consent was given or is unknown, where it is remembered at all; `open` and `removeAll` do it for
    /// a first grant and a denial. It fails closed: without space for `unknown`, all that was remembered goes. What
    /// cannot be done now is owed, and the answer says why.
    @discardableResult func remember(_ consent: Consent) async -> QueueProblem?
    /// Tries again what is owed to an earlier `removeAll` or `remember`; nil when nothing is.
    func payDebt() async -> QueueProblem?
    /// Remembers when the remote configuration was asked for, and what came of it if it is new. Nothing when there was
    /// a denial since `epoch`.
    func remember(_ remote: DurableRemote?, askedAt: Timestamp, epoch: ConsentEpoch) async
    /// Remembers what is left of a backoff, and after how many failures; nil when the server answers again.
    func remember(_ backoff: DurableBackoff?) async
    /// Closes the open segment, so that all that waits can be sent.
    func seal() async
    /// The number of the newest closed segment; the end of a round that starts now.
    func newestClosed() async -> Int?
    /// The oldest closed segment numbered `last` at most, or nil. It stays, and its events count as `inFlight`,
    /// until `remove` or `release`; until then it is neither evicted nor expired.
    func oldestBatch(upTo last: Int) async -> Batch?
    /// The server has answered for the batch: it goes, and its events to the accounts that `settlement` names.
    /// Unknown batches are ignored, so that an answer after an erasure does no harm.
    func remove(_ batch: BatchID, as settlement: Settlement) async
    /// The attempt failed: the batch waits for the next.
    func release(_ batch: BatchID) async
    /// Erases everything recorded before `epoch`, with the grant and the install ID, also for the next launch. What
    /// cannot be done now, such as while another tracker has the folder, is owed, and the answer says why.
    @discardableResult func removeAll(upTo epoch: ConsentEpoch) async -> QueueProblem?
    /// Writes what a relaunch needs and is not yet on disk; called when the process may end.
    func settle() async
    /// Lets go of the directory and closes all files; nothing is touched afterwards.
    func close() async
}

/// Names one segment for ever: it is minted when the segment is opened and travels with every attempt.
package struct BatchID: Sendable, Hashable {
    package let text: String

    package init(_ text: String) {
        self.text = text
    }
}

/// What became of a batch that the server answered for.
package enum Settlement: Sendable, Hashable {
    /// Accepted, except `rejected` events of it.
    case delivered(rejected: Int)
    /// Refused for good as a whole.
    case discarded
}

/// What an earlier launch left of consent.
package enum RememberedConsent: Sendable, Hashable {
    /// `unknown` when nothing is remembered.
    case known(Consent)
    /// There and not readable now, such as on a locked device.
    case unreadable(QueueProblem)
}

/// How `open` ended.
package enum QueueOpening: Sendable {
    case ready(QueueState)
    case unavailable(QueueProblem)
    /// The yes on file is one no more.
    case withdrawn(Consent)
}

extension EventQueue {
    /// Opens on the host's own word.
    package func open(epoch: ConsentEpoch) async -> QueueOpening {
        await self.open(epoch: epoch, onRememberedConsent: false)
    }
}

/// What a launch goes on with.
package struct QueueState: Sendable {
    package var installID: String
    package var nextSequence: Int
    package var session: Session?
    package var backoff: DurableBackoff?
    package var remote: DurableRemote?
    package var remoteAskedAt: Timestamp?
    package var lastHealth: Timestamp?
    /// Events that an earlier life left and this grant may send.
    package var leftovers: Int

    package init(
        installID: String, nextSequence: Int, session: Session? = nil, backoff: DurableBackoff? = nil,
        remote: DurableRemote? = nil, remoteAskedAt: Timestamp? = nil, lastHealth: Timestamp? = nil,
        leftovers: Int = 0
    ) {
        self.installID = installID
        self.nextSequence = nextSequence
        self.session = session
        self.backoff = backoff
        self.remote = remote
        self.remoteAskedAt = remoteAskedAt
        self.lastHealth = lastHealth
        self.leftovers = leftovers
    }
}

/// Why the queue cannot be used at present.
package enum QueueProblem: Sendable, Hashable {
    /// Another tracker, here or in another process, holds the owner folder.
    case inUse
    /// The state exists but cannot be read now, such as on a locked device.
    case unreadable(String)
    /// A withdrawal could be neither written nor carried out: nothing is recorded until the process ends.
    case withdrawalFailed(String)
}
