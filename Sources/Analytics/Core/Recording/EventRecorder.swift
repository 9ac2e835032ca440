/// Turns one pending event into a line, or says why not; lives as long as one grant on one open queue.
package struct EventRecorder: Sendable {
    /// Sees each decision; see `TrackerEnvironment.onDecision`.
    package typealias Observer = @Sendable (EventDraft, Decision, Int?) -> Void

    /// What is asked about each event; the remote configuration can replace it.
    var policy: RecordingPolicy
    /// Another one after a log-out.
    private(set) var installID: String
    private(set) var nextSequence: Int
    private var encoder: EventEncoder
    private let observer: Observer?

    /// `idPrefix` must be new for each recorder: sequence numbers start again after a denial.
    init(
        policy: RecordingPolicy, installID: String, nextSequence: Int, idPrefix: String,
        observer: Observer? = nil
    ) {
        self.observer = observer
        self.policy = policy
        self.installID = installID
        self.nextSequence = nextSequence
        encoder = EventEncoder(idPrefix: idPrefix)
    }

    /// After a log-out: another install, and event IDs that do not show whose came before.
    mutating func change(installID: String, idPrefix: String) {
        self.installID = installID
        encoder = EventEncoder(idPrefix: idPrefix)
    }

    /// Appends the event's line to `lines`; returns the reason when it is dropped instead.
    mutating func record(
        _ pending: PendingEvent, isEnabled: Bool, into lines: inout EncodedEvents,
        sessions: inout SessionTracker, totals: inout StatusBoard.Recording, random: any RandomSource,
        journal: Journal
    ) -> DropReason? {
        let draft = EventDraft(pending.content)
        let decision = policy.decide(draft, consent: .granted, isEnabled: isEnabled, installID: installID)
        observer?(draft, decision, nextSequence)
        switch decision {
        case .drop(let reason, let detail):
            journal.note(drop: draft, for: reason, detail)
            return reason
        case .keep(let event):
            let start = lines.bytes.count
            let before = sessions
            let session = sessions.session(at: pending.time) {
                "s_" + random.hexadecimal(bits: 64).prefix(12)
            }
            encoder.append(
                event, sequence: nextSequence, time: pending.time.wall, session: session.session.id,
                user: pending.identity.userID, to: &lines.bytes)
            guard policy.fits(encodedBytes: lines.bytes.count - start) else {
                let size = lines.bytes.count - start
                lines.bytes.removeSubrange(start...)
                sessions = before
                journal.note(drop: draft, for: .tooLarge, "\(size) bytes encoded")
                return .tooLarge
            }
            if lines.isEmpty { lines.firstSequence = nextSequence }
            lines.ends.append(lines.bytes.count)
            totals.kept += 1
            if !event.note.isEmpty {
                totals.keysRemoved += event.note.removedCount
                totals.stringsCut += event.note.cut.count
            }
            journal.note(kept: event, sequence: nextSequence)
            nextSequence += 1
            return nil
        }
    }
}

extension EventDraft {
    /// Reads the event, which may run the host's code: never on the caller's thread.
    init(_ content: PendingEvent.Content) {
        switch content {
        case .typed(let event): self.init(event)
        case .named(let draft): self = draft
        }
    }

    private init(_ event: some AnalyticsEvent) {
        self.init(
            name: type(of: event).name, schemaVersion: type(of: event).schemaVersion,
            properties: event.properties)
    }
}

extension Journal {
    fileprivate func note(drop draft: EventDraft, for reason: DropReason, _ detail: String) {
        record {
            JournalEntry(
                time: $0, kind: .dropped, name: ShownName.of(draft.name), schemaVersion: draft.schemaVersion,
                count: 1,
                reason: reason, detail: detail)
        }
    }

    private func detail(of event: KeptEvent) -> String {
        let rate = event.sampleRate < 1 ? ["rate \(event.sampleRate)"] : []
        let more = event.note.unnamed > 0 ? ["\(event.note.unnamed) more properties removed"] : []
        return (rate + more).joined(separator: ", ")
    }

    fileprivate func note(kept event: KeptEvent, sequence: Int) {
        record {
            JournalEntry(
                time: $0, kind: .kept, name: event.name, schemaVersion: event.schemaVersion,
                sequence: sequence, count: 1, keys: event.properties.map(\.key),
                removed: event.note.removed.map { "\($0.key): \($0.reason.rawValue)" }, cut: event.note.cut,
                detail: detail(of: event))
        }
    }
}
