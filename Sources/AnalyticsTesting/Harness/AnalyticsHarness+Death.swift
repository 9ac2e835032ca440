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

    /// Events that were only in memory when their process died, over all lives.
    public var lostInCrashes: Int { earlierLives.reduce(0) { $0 + $1.lostByDying } }

    /// The last status of each tracker that died in this world, oldest first.
    public var earlierLives: [TrackerStatus] { life.withLock(\.earlier) }

    /// Lets the process die in that way, and starts a new one on the same directory; consent is unknown again.
    ///
    /// False when there was nothing to die in the middle of, such as no segment to tear: then the process dies between
    /// two lines. Dying before a deletion takes as long as the request that comes before it, and is not to be had while
    /// that request waits for a clock that stands still.
    public func relaunch(after death: Death) async -> Bool {
        var isAsMeant = true
        switch death {
        case .losingMemory: break
        case .tearingLastLine:
            await settle()
            crash()
            isAsMeant = tearLastLine()
        case .beforeDeleting:
            let files = life.withLock(\.files)
            files.diesAtUnlink = true
            _ = await flushAndSettle()
            isAsMeant = files.isSevered
        }
        relaunch()
        return isAsMeant
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
