import Foundation

/// All that the collector's lock guards.
struct CollectorState {
    var book: ArrivalBook
    var counts = CollectorSnapshot()
    var faults = FaultQueue()
    var document: ConfigurationDocument?
    var observer: (@Sendable ([CollectorChange]) -> Void)?
    /// The server's own ear for faults, apart from the host's observer.
    var faultListener: (@Sendable (_ generation: Int) -> Void)?
    /// Called at the next change of the faults.
    var faultWaiters: [@Sendable () -> Void] = []
    /// Rises with every change, so that a waiter need not compare snapshots.
    var version = 0
    private var log: Ring<RequestRecord>
    private var problems: Ring<Problem>
    private var lastNumber = 0

    init(limits: CollectorLimits) {
        book = ArrivalBook(limits: limits)
        log = Ring(capacity: limits.requests)
        problems = Ring(capacity: limits.problems)
    }

    mutating func forget(limits: CollectorLimits) {
        book = ArrivalBook(limits: limits)
        counts = CollectorSnapshot()
        log = Ring(capacity: limits.requests)
        problems = Ring(capacity: limits.problems)
    }

    func snapshot() -> CollectorSnapshot {
        var snapshot = counts
        snapshot.fault = faults.standing.word
        snapshot.queuedFaults = faults.queued.count
        snapshot.lastRequests = log.elements
        snapshot.problems = problems.elements
        book.describe(into: &snapshot)
        return snapshot
    }

    /// Counts the request, lets the fault and the verdict decide, stores what is to be stored.
    mutating func decide(_ verdict: Verdict, bytes: Int, at time: Date) -> (AnswerPlan, [CollectorChange]) {
        let fault = faults.next()
        lastNumber += 1
        var record = RequestRecord(number: lastNumber, time: time)
        record.bytes = bytes
        record.rawBytes = verdict.rawBytes
        record.fault = fault.word
        counts.requests += 1
        counts.bytesCompressed += bytes
        counts.bytesRaw += verdict.rawBytes
        var changes = refusals(verdict, at: time)
        var rejectedIndexes: [Int] = []
        if let batch = verdict.batch {
            changes += read(batch, fault, into: &record, rejected: &rejectedIndexes, at: time)
        }
        let plan = AnswerPlan(
            number: record.number, fault: fault, verdict: verdict, rejected: rejectedIndexes,
            generation: faults.generation)
        record.status = plan.delivery.answers ? plan.status : nil
        if let status = record.status {
            counts.requestsByStatus[status, default: 0] += 1
        } else {
            counts.unanswered += 1
        }
        _ = log.append(record)
        return (plan, [.request(record)] + changes)
    }

    mutating func finish(_ number: Int, milliseconds: Double, _ clientLeft: Bool) -> RequestRecord? {
        var finished: RequestRecord?
        log.updateLast(where: { $0.number == number && $0.durationMs == nil }) { record in
            record.durationMs = milliseconds
            record.clientLeft = clientLeft
            finished = record
        }
        if finished != nil, clientLeft { counts.clientLeft += 1 }
        return finished
    }

    mutating func note(_ violation: Violation, batch: String?, at time: Date) -> CollectorChange {
        let problem = Problem(time: time, batch: batch, violation: violation)
        _ = problems.append(problem)
        return .problem(problem)
    }

    private mutating func refusals(_ verdict: Verdict, at time: Date) -> [CollectorChange] {
        guard verdict.status != 200 else { return [] }
        counts.badRequests += 1
        return verdict.violations.map { note($0, batch: nil, at: time) }
    }

    private mutating func read(
        _ batch: CheckedBatch, _ fault: Fault, into record: inout RequestRecord, rejected: inout [Int],
        at time: Date
    ) -> [CollectorChange] {
        record.batch = batch.batchID
        record.install = batch.install
        record.events = batch.events.count
        record.skewMs = noteSkew(of: batch, at: time)
        var changes: [CollectorChange] = []
        if let violation = book.note(batch: batch, storing: fault.stores, counts: &counts) {
            changes.append(note(violation, batch: batch.batchID, at: time))
        }
        guard fault.stores else { return changes }
        for (index, event) in batch.events.enumerated() {
            let (change, gap, contradiction) = book.take(
                event, rejecting: fault.rejects(index), counts: &counts)
            switch change {
            case .stored: record.stored += 1
            case .duplicate: record.duplicates += 1
            default:
                record.rejected += 1
                rejected.append(index)
            }
            changes.append(change)
            if let gap { changes.append(.gap(install: event.install, gap)) }
            if let contradiction {
                let placed = Violation(
                    path: "events[\(index)].\(contradiction.path)", reason: contradiction.reason)
                changes.append(note(placed, batch: batch.batchID, at: time))
            }
        }
        return changes
    }

    private mutating func noteSkew(of batch: CheckedBatch, at time: Date) -> Int {
        let here = Int((time.timeIntervalSince1970 * 1_000).rounded())
        let skew = batch.sentAt - here
        let old = counts.skew
        counts.skew = ClockSkew(
            last: skew, lowest: min(skew, old?.lowest ?? skew), highest: max(skew, old?.highest ?? skew))
        return skew
    }
}

extension Fault {
    fileprivate func rejects(_ index: Int) -> Bool {
        guard case .partialReject(let every) = self else { return false }
        return index % max(1, every) == 0
    }
}
