import Analytics
import AnalyticsTesting
import Foundation

/// What a sequence of runs must never do, kept beside the tracker with none of its code.
struct RunModel {
    /// On disk or sent when consent was denied: may never be sent again.
    private var forbidden: Set<String> = []
    private var sentAtDenial = 0
    /// The wall time before which nothing may be sent, and how long a wait is believed at most from when it was stored.
    private var wait: (end: Date, stored: Date)?
    /// A wall clock that moves makes the end another one: then only the longest wait is checked.
    private var hasWallMoved = false
    private var isUsable = true
    private(set) var hasFailedToWithdraw = false

    mutating func willCarryOut(
        _ step: RunStep, _ status: TrackerStatus, now: Date, onDisk ids: [String], _ stage: Stage
    ) {
        switch step {
        case .consent(.denied):
            forbidden.formUnion(ids)
            forbidden.formUnion(stage.server.sent.flatMap(\.eventIDs))
        case .wall: hasWallMoved = true
        case .disk(let fault):
            // A disk that takes no state keeps no wait either.
            if fault != .none { isUsable = false }
        case .relaunch:
            wait =
                status.flush.backoff.map {
                    (now.addingTimeInterval(Double($0.left) / 1_000), now)
                } ?? wait
        default: break
        }
    }

    mutating func didCarryOut(_ step: RunStep, _ status: TrackerStatus, now: Date, _ stage: Stage) -> [String]
    {
        if case .consent(.denied) = step { sentAtDenial = stage.server.sent.count }
        hasFailedToWithdraw =
            hasFailedToWithdraw || status.problems.contains { $0.kind == .withdrawalFailed }
        var faults: [String] = []
        if !status.ledger.isBalanced { faults.append("the ledger is not balanced: \(status.ledger)") }
        if stage.server.mostInFlight > 1 { faults.append("two requests at once") }
        let after = stage.server.sent.dropFirst(sentAtDenial)
        if !hasFailedToWithdraw, !forbidden.isDisjoint(with: after.flatMap(\.eventIDs)) {
            faults.append("an event from before a denial was sent after it")
        }
        if let wait, let backoff = status.flush.backoff, backoff.failures > 0, case .relaunch = step {
            faults += waitFaults(wait, left: Double(backoff.left) / 1_000, now: now)
        }
        if status.flush.backoff == nil, case .relaunch = step {} else { wait = nil }
        return faults + questionFaults(stage)
    }

    /// A restored wait ends when it would have ended, or sooner; never does it start anew.
    private func waitFaults(_ wait: (end: Date, stored: Date), left: Double, now: Date) -> [String] {
        guard isUsable, !hasWallMoved else { return [] }
        let expected = max(0, wait.end.timeIntervalSince(now))
        return left > expected + 1 ? ["a wait of \(left) s after a relaunch, \(expected) s were left"] : []
    }

    /// Requests for the remote configuration are an hour apart, across launches too.
    private func questionFaults(_ stage: Stage) -> [String] {
        guard isUsable, !hasWallMoved, forbidden.isEmpty else { return [] }
        let times = stage.remote.questions.map(\.time)
        let gaps = zip(times.dropFirst(), times).map { $0.timeIntervalSince($1) }
        return gaps.contains { $0 < 3_599 }
            ? ["two requests for the configuration within \(gaps.min() ?? 0) s"] : []
    }

    /// No sequence number is given to two events of one install.
    func sequenceFaults(_ stage: Stage) -> [String] {
        Dictionary(grouping: stage.server.sent, by: \.installID).compactMap { install, sent in
            let ids = Set(sent.flatMap(\.eventIDs))
            let numbers = Set(ids.compactMap { $0.split(separator: "-").last.flatMap { Int($0) } })
            return numbers.count == ids.count ? nil : "\(install): a sequence number was given twice"
        }
    }
}
