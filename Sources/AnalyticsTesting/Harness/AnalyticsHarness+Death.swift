import Analytics

import class Foundation.FileHandle
import class Foundation.FileManager

/// Ways to die, and what an outsider can do to the files.
extension AnalyticsHarness {
    /// How a process dies.
    public enum Death: String, Sendable, CaseIterable {
        /// Between two lines: what is only in memory is lost.
        case losingMemory
        /// In the middle of a line, the last of the newest segment.
        case tearingLastLine
        /// After the server stored a batch and before its segment was deleted.
        case beforeDeleting
    }

    /// What a process was in the middle of when it died.
    public enum DeathMoment: Sendable, Equatable {
        /// What was asked for.
        case asMeant
        /// Nothing: there was no segment to tear, or nothing to delete.
        case betweenTwoLines
        /// A request that only time ends: the server may have stored what the next process sends again.
        case duringRequest
    }

    /// Events that were only in memory when their process died, over all lives.
    public var lostInCrashes: Int { earlierLives.reduce(0) { $0 + $1.lostByDying } }

    /// The last status of each tracker that died in this world, oldest first.
    public var earlierLives: [TrackerStatus] { life.withLock(\.earlier) }

    /// Lets the process die in that way, and starts a new one on the same directory; consent is unknown again.
    ///
    /// Says what it died in the middle of. Dying before a deletion takes as long as the request that comes before it; one
    /// that waits for a clock that stands still is what the process then dies in the middle of.
    public func relaunch(after death: Death) async -> DeathMoment {
        var moment = DeathMoment.asMeant
        switch death {
        case .losingMemory: break
        case .tearingLastLine:
            await settle()
            crash()
            if !tearLastLine() { moment = .betweenTwoLines }
        case .beforeDeleting:
            let files = life.withLock(\.files)
            files.diesAtUnlink = true
            _ = await flushAndSettle()
            if !files.isSevered { moment = status.flush.inFlight == nil ? .betweenTwoLines : .duringRequest }
        }
        relaunch()
        return moment
    }

    /// Deletes the owner folder with all that is in it, as a user or a cleaner does under a running app.
    public func deleteDirectory() throws { try FileManager.default.removeItem(at: directory) }

    private func tearLastLine() -> Bool {
        guard let newest = segmentLines().last?.name,
            let file = FileHandle(forWritingAtPath: directory.appendingPathComponent(newest).path)
        else {
            return false
        }
        defer { try? file.close() }
        guard (try? file.seekToEnd()) != nil else { return false }
        return (try? file.write(contentsOf: Array("{\"id\":\"torn\",\"na".utf8))) != nil
    }
}

extension TrackerStatus {
    /// Events that are only in memory: what would be lost if the process died now, or was when it did.
    public var lostByDying: Int { ledger[.buffered] + ledger[.inHand] }
}
