/// Which events and batches have come: drops repeats, finds gaps and contradictions.
///
/// Bounded by `CollectorLimits`; what falls out for want of room is counted.
struct ArrivalBook {
    private struct Known {
        let fingerprint: Int
        var stored: Bool
    }
    private struct KnownBatch {
        let fingerprint: Int
        var stored: Bool
    }
    private struct Install {
        var ranges: SequenceRanges
        var unique = 0
    }

    private let limits: CollectorLimits
    private var known: [String: Known] = [:]
    private var idOrder: Ring<String>
    private var batches: [String: KnownBatch] = [:]
    private var batchOrder: Ring<String>
    private var installs: [String: Install] = [:]
    private var installOrder: Ring<String>
    private(set) var events: Ring<ArrivedEvent>
    private var names: [String: Int] = [:]

    init(limits: CollectorLimits) {
        self.limits = limits
        idOrder = Ring(capacity: limits.eventIDs)
        batchOrder = Ring(capacity: limits.batchIDs)
        installOrder = Ring(capacity: limits.installs)
        events = Ring(capacity: limits.events, weightLimit: limits.eventBytes)
    }

    /// Notes that a batch was read, and whether it is being stored; what it contradicts, if anything.
    mutating func note(
        batch: CheckedBatch, storing: Bool, counts: inout CollectorSnapshot
    ) -> Violation? {
        let fingerprint = batch.events.map(\.id).hashValue
        guard let seen = batches[batch.batchID] else {
            counts.batches += 1
            batches[batch.batchID] = KnownBatch(fingerprint: fingerprint, stored: storing)
            for gone in batchOrder.append(batch.batchID) { batches[gone] = nil }
            return nil
        }
        counts.batchesSeenAgain += 1
        if storing, seen.stored { counts.batchesStoredAgain += 1 }
        if storing { batches[batch.batchID]?.stored = true }
        guard seen.fingerprint != fingerprint else { return nil }
        counts.batchesChanged += 1
        return Violation(path: "batchId", reason: "came before with other events")
    }

    /// Takes one event in, or rejects it unless it was stored before.
    mutating func take(
        _ event: ArrivedEvent, rejecting: Bool, counts: inout CollectorSnapshot
    ) -> (change: CollectorChange, gap: SequenceRange?, contradiction: Violation?) {
        let fingerprint = event.hashValue
        if let seen = known[event.id] {
            let contradiction = contradiction(of: seen, fingerprint, counts: &counts)
            if seen.stored {
                counts.duplicates += 1
                return (.duplicate(event), nil, contradiction)
            }
            guard !rejecting else { return (.rejected(event), nil, contradiction) }
            known[event.id]?.stored = true
            counts.rejected -= 1
            store(event, counts: &counts)
            return (.stored(event), nil, contradiction)
        }
        known[event.id] = Known(fingerprint: fingerprint, stored: !rejecting)
        for gone in idOrder.append(event.id) {
            known[gone] = nil
            counts.idsForgotten += 1
        }
        let (gap, contradiction) = follow(event, counts: &counts)
        if rejecting {
            counts.rejected += 1
            return (.rejected(event), gap, contradiction)
        }
        store(event, counts: &counts)
        return (.stored(event), gap, contradiction)
    }

    /// Fills the parts of a snapshot that are not plain counts.
    func describe(into snapshot: inout CollectorSnapshot) {
        snapshot.names = names
        snapshot.installs = installOrder.elements.compactMap { name in
            guard let install = installs[name], let first = install.ranges.runs.first,
                let last = install.ranges.runs.last
            else { return nil }
            let gaps = install.ranges.missing
            return InstallRecord(
                install: name, unique: install.unique, first: first.first, last: last.last,
                gaps: Array(gaps.prefix(100)), missing: gaps.reduce(0) { $0 + $1.count })
        }
    }

    private func contradiction(
        of seen: Known, _ fingerprint: Int, counts: inout CollectorSnapshot
    ) -> Violation? {
        guard seen.fingerprint != fingerprint else { return nil }
        counts.contradictions += 1
        return Violation(path: "id", reason: "came before with other content")
    }

    private mutating func store(_ event: ArrivedEvent, counts: inout CollectorSnapshot) {
        counts.unique += 1
        installs[event.install]?.unique += 1
        _ = events.append(event, weight: Self.weight(of: event))
        let label = "\(event.name) v\(event.schema)"
        let counted = names[label] != nil || names.count < limits.names ? label : "other"
        names[counted, default: 0] += 1
    }

    private mutating func follow(
        _ event: ArrivedEvent, counts: inout CollectorSnapshot
    ) -> (gap: SequenceRange?, contradiction: Violation?) {
        if installs[event.install] == nil {
            installs[event.install] = Install(ranges: SequenceRanges(limit: limits.runsPerInstall))
            for gone in installOrder.append(event.install) { installs[gone] = nil }
        }
        let highest = installs[event.install]?.ranges.runs.last?.last
        switch installs[event.install]?.ranges.insert(event.seq) {
        case .seen:
            counts.sequenceReused += 1
            return (nil, Violation(path: "seq", reason: "belongs to another event of this install"))
        case .full, nil:
            counts.numbersNotFollowed += 1
            return (nil, nil)
        case .new:
            guard let highest, event.seq > highest + 1 else { return (nil, nil) }
            return (SequenceRange(highest + 1, event.seq - 1), nil)
        }
    }

    private static func weight(of event: ArrivedEvent) -> Int {
        event.props.reduce(400) { sum, prop in
            guard case .string(let text) = prop.value else { return sum + prop.key.utf8.count + 64 }
            return sum + prop.key.utf8.count + text.utf8.count + 64
        }
    }
}
