import Analytics

import struct Foundation.Data
import struct Foundation.FileAttributeType
import class Foundation.FileManager
import struct Foundation.URL

/// The ledger beside what an independent reader finds in the files, and what a collector says it has.
public struct LedgerAudit: Sendable, Hashable, Codable {
    /// What a collector counted, in all lives of the tracker.
    public struct Collected: Sendable, Hashable, Codable {
        /// Different events that it stored.
        public var unique: Int
        /// Repeats that it dropped.
        public var duplicates: Int

        /// What a collector counted.
        public init(unique: Int, duplicates: Int) {
            self.unique = unique
            self.duplicates = duplicates
        }
    }

    /// The tracker's own books.
    public var ledger: Ledger
    /// Whole event lines in the segment files.
    public var linesOnDisk: Int
    /// Segment files.
    public var files: Int
    /// Whether the state file names an install ID.
    public var hasInstallID: Bool
    /// Events in the buffer.
    public var buffered: Int
    /// What the collector counted, if one was asked.
    public var collected: Collected?
    /// Whether the files were compared with the ledger: not while the tracker itself cannot read them.
    public var comparesFiles: Bool
    /// Every difference, in words; empty when the books are right.
    public var findings: [String]

    /// Whether the books are right.
    public var isBalanced: Bool { findings.isEmpty }

    init(
        status: TrackerStatus, earlier: [TrackerStatus], directory: URL, collected: Collected?
    ) {
        let disk = DiskCount(directory: directory)
        ledger = status.ledger
        linesOnDisk = disk.lines
        files = disk.files
        hasInstallID = disk.hasInstallID
        buffered = status.buffer.depth
        self.collected = collected
        var findings: [String] = []
        if status.ledger.imbalance != 0 {
            findings.append("\(status.ledger.imbalance) events are in no account")
        }
        for account in Ledger.Account.allCases where status.ledger[account] < 0 {
            findings.append("account \(account.name) is below zero: \(status.ledger[account])")
        }
        // In a folder that another tracker has, the files are that one's.
        let kinds = Set(status.problems.map(\.kind))
        let isOurs = !kinds.contains(.directoryInUse)
        // What cannot be read cannot be in the ledger either; the two are compared once it can.
        comparesFiles = isOurs && kinds.isDisjoint(with: [.directoryUnusable, .directoryMoved])
        let booked =
            status.ledger[.waiting] + status.ledger[.inFlight] + status.undeletable
            + status.otherDestinations.events
        if comparesFiles, booked != disk.lines {
            findings.append("the ledger has \(booked) events on disk, the files have \(disk.lines)")
        }
        if status.ledger[.buffered] != status.buffer.depth {
            findings.append(
                "the ledger has \(status.ledger[.buffered]) buffered, the buffer \(status.buffer.depth)")
        }
        if isOurs, status.consent == .denied, disk.lines > 0 || disk.hasInstallID {
            let left =
                (disk.lines > 0 ? ["\(disk.lines) events"] : [])
                + (disk.hasInstallID ? ["an install ID"] : [])
            findings.append(
                "consent is denied, and still on disk: \(left.joined(separator: " and "))")
        }
        if let collected {
            let lives = earlier + [status]
            let delivered = lives.reduce(0) { $0 + $1.ledger[.delivered] }
            let unconfirmed = lives.reduce(0) { $0 + $1.attemptedUnconfirmed }
            if collected.unique > delivered + unconfirmed {
                findings.append(
                    "the collector has \(collected.unique), delivered are \(delivered) and \(unconfirmed) uncertain"
                )
            }
            if delivered > collected.unique + collected.duplicates {
                findings.append(
                    "delivered are \(delivered), the collector has \(collected.unique) and "
                        + "\(collected.duplicates) repeats")
            }
        }
        self.findings = findings
    }
}

/// Counts what is on disk with nothing of the queue's own code.
private struct DiskCount {
    var lines = 0
    var files = 0
    var hasInstallID = false

    init(directory: URL) {
        let manager = FileManager.default
        let names = (try? manager.contentsOfDirectory(atPath: directory.path)) ?? []
        for name in names where name.hasSuffix(".jsonl") {
            // A link is another's file, and reading a FIFO would wait for somebody to write.
            let path = directory.appendingPathComponent(name).path
            let type = (try? manager.attributesOfItem(atPath: path))?[.type] as? FileAttributeType
            guard type == .typeRegular else { continue }
            guard let data = manager.contents(atPath: directory.appendingPathComponent(name).path) else {
                continue
            }
            files += 1
            // The header is a line too.
            lines += max(0, data.reduce(0) { $0 + ($1 == 0x0A ? 1 : 0) } - 1)
        }
        let state = manager.contents(atPath: directory.appendingPathComponent("state.json").path)
        hasInstallID = state.map { String(decoding: $0, as: UTF8.self).contains("\"installID\"") } ?? false
    }
}
