/// Where recorded events wait, on disk, until the server has answered for them.
///
/// No method throws: what cannot be done is counted in the ledger and shown on the status board. The queue alone
/// moves events between `inHand`, `waiting`, `inFlight`, `delivered` and the reasons that it and the server can
/// give. An implementation must pass the suite `EventQueueContract`.
package protocol EventQueue: Sendable {
    /// Opens for recording under `epoch`: finds what a previous run left, erases what another grant or none
    /// recorded, and mints install ID and grant ID where there are none. Nothing is created before.
    ///
    /// `unavailable` changes nothing on disk; the caller tries again later and keeps its events until then.
    ///
    /// `isPersisted` says that the grant is one of an earlier launch, read from this very state; when the state no
    /// longer has it, the result is `withdrawn`.
    func open(epoch: ConsentEpoch, onPersistedConsent isPersisted: Bool) async -> QueueOpening
    /// Appends events recorded under `epoch`, in order, in one write for each segment that they reach. An epoch
    /// other than the one opened is refused, counted `erased`. Over the cap the oldest segments are dropped.
    ///
    /// When the folder is gone and cannot be made anew now, the queue keeps the events in memory, in the account
    /// `inHand`, closes, and writes them first once it is opened again.
    @discardableResult func append(_ events: EncodedEvents, epoch: ConsentEpoch) async -> AppendResult
    /// How many events wait and could be sent.
    func waitingCount() async -> Int
    /// Closes the open segment and mints another install ID, which is returned and which all later segments carry;
    /// the session of the old one is forgotten. Nil when `epoch` is not the one opened.
    func newInstall(epoch: ConsentEpoch) async -> String?
    /// The consent that an earlier launch persisted; looks, and changes nothing on disk.
    func persistedConsent() async -> PersistedConsent
    /// Persists that consent was granted or is unknown, where it is persisted at all; `open` and `removeAll` do it
    /// for a first grant and a denial. It fails closed: without space for `unknown`, the whole state is removed. What
    /// cannot be done now is pending, and the result says why.
    @discardableResult func persist(_ consent: Consent) async -> TrackerStatus.Problem?
    /// Whether there is work that nobody asked for: something to retry, or to read. Costs one lock and waits for nobody.
    var hasPendingWork: Bool { get }
    /// Does some of the pending work, in bounded time.
    func doPendingWork() async -> PendingWork
    /// Something changed for the host, such as its lifecycle: the next `doPendingWork` tries everything again.
    func retrySoon() async
    /// Persists when the remote configuration was requested, and the new one if there is one. Does nothing when
    /// there was a denial since `epoch`.
    func persist(_ remote: DurableRemote?, askedAt: Timestamp, epoch: ConsentEpoch) async
    /// Persists a backoff; nil when the server answers again.
    func persist(_ backoff: DurableBackoff?) async
    /// Closes the open segment, so that everything waiting can be sent.
    func seal() async
    /// The number of the newest closed segment; the end of a round that starts now.
    func newestClosed() async -> Int?
    /// The oldest closed segment numbered `last` at most, or nil. It stays, and its events count as `inFlight`,
    /// until `remove` or `release`; until then it is neither evicted nor expired.
    func oldestBatch(upTo last: Int) async -> Batch?
    /// The server has answered for the batch: it is removed, and its events move to the accounts that `settlement`
    /// names. Unknown batches are ignored, so that a response after an erasure does no harm.
    func remove(_ batch: BatchID, as settlement: Settlement) async
    /// The attempt failed: the batch waits for the next.
    func release(_ batch: BatchID) async
    /// Consent was denied: whatever the queue does next, it first does what `removeAll` does, and work of unbounded
    /// length stops for it. Never waits; called on the thread of `setConsent`.
    func noteDenial(upTo epoch: ConsentEpoch)
    /// Erases everything recorded before `epoch`, with the grant and the install ID, also for the next launch. What
    /// cannot be done now, such as while another tracker has the folder, is pending, and the result says why.
    @discardableResult func removeAll(upTo epoch: ConsentEpoch) async -> TrackerStatus.Problem?
    /// Writes what a relaunch needs and is not yet on disk; called when the process may end.
    func persistState() async
    /// Releases the directory and closes all files; nothing is touched afterwards.
    func close() async
}

/// Names one segment for ever: it is minted when the segment is opened and travels with every attempt.
package struct BatchID: Sendable, Hashable {
    package let text: String

    package init(_ text: String) {
        self.text = text
    }
}

/// What the server's response means for a batch that it answered for.
package enum Settlement: Sendable, Hashable {
    /// Accepted, except `rejected` events of it.
    case delivered(rejected: Int)
    /// Refused for good as a whole.
    case discarded
}

/// How `append` ended.
package enum AppendResult: Sendable, Hashable {
    /// Written, or counted; so many events wait.
    case appended(waiting: Int)
    /// Kept in memory: the queue is closed until it can be opened again.
    case unavailable(TrackerStatus.Problem)
}

/// What `doPendingWork` found.
package struct PendingWork: Sendable, Hashable {
    /// How many events wait and could be sent now.
    package var waiting: Int
    /// Why a withdrawal is still not carried out.
    package var obstacle: TrackerStatus.Problem?
    /// When to call again: zero for at once, nil when nothing is left.
    package var again: Duration?

    package init(waiting: Int, obstacle: TrackerStatus.Problem? = nil, again: Duration? = nil) {
        self.waiting = waiting
        self.obstacle = obstacle
        self.again = again
    }
}

/// What an earlier launch left of consent.
package enum PersistedConsent: Sendable, Hashable {
    /// `unknown` when nothing is persisted.
    case known(Consent)
    /// There and not readable now, such as on a locked device.
    case unreadable(TrackerStatus.Problem)
}

/// How `open` ended.
package enum QueueOpening: Sendable {
    case ready(QueueState)
    case unavailable(TrackerStatus.Problem)
    /// The persisted grant has been withdrawn.
    case withdrawn(Consent)
}

extension EventQueue {
    /// Opens on the host's own `setConsent` call.
    package func open(epoch: ConsentEpoch) async -> QueueOpening {
        await self.open(epoch: epoch, onPersistedConsent: false)
    }
}

/// What a launch continues from.
package struct QueueState: Sendable {
    package var installID: String
    package var nextSequence: Int
    package var session: Session?
    package var backoff: DurableBackoff?
    package var remote: DurableRemote?
    package var remoteAskedAt: Timestamp?
    package var lastHealth: Timestamp?
    /// Events that a previous run left and this grant may send, as far as they have been read.
    package var leftovers: Int

    package init(_ state: DurableState, leftovers: Int) {
        installID = state.installID ?? ""
        nextSequence = state.nextSequence
        session = state.session
        backoff = state.backoff
        remote = state.remote
        remoteAskedAt = state.remoteAskedAt
        lastHealth = state.lastHealth
        self.leftovers = leftovers
    }
}
