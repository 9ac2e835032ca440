import Analytics
import AnalyticsTesting
import Foundation
import Testing

/// What others do to the owner folder while it is in use.
@Suite(.timeLimit(.minutes(1))) struct FolderLossTests {
    private let manager = FileManager.default

    /// A tracker with three events on disk.
    private func stage(_ change: (inout AnalyticsConfiguration) -> Void = { _ in }) async throws -> Stage {
        let stage = try Stage(change)
        await stage.grant()
        await stage.track(3)
        return stage
    }

    private func move(_ stage: Stage) throws -> URL {
        let aside = stage.harness.directory.appendingPathExtension("aside")
        try manager.moveItem(at: stage.harness.directory, to: aside)
        return aside
    }

    private func segments(in folder: URL) throws -> [String] {
        try manager.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".jsonl") }
    }

    @Test func aLinkInPlaceOfTheFolderIsNotWrittenThroughAndADenialErasesWhatMoved() async throws {
        let stage = try await stage()
        let aside = try move(stage)
        let elsewhere = stage.harness.directory.appendingPathExtension("elsewhere")
        try manager.createDirectory(at: elsewhere, withIntermediateDirectories: false)
        try manager.createSymbolicLink(at: stage.harness.directory, withDestinationURL: elsewhere)
        await stage.track(2)
        #expect(try manager.contentsOfDirectory(atPath: elsewhere.path).isEmpty)
        #expect(stage.harness.status.problems.map(\.kind) == [.directoryMoved])
        await stage.deny()
        #expect(try segments(in: aside).isEmpty)
        let state = try String(contentsOf: aside.appendingPathComponent("state.json"), encoding: .utf8)
        #expect(!state.contains("grantID") && !state.contains("installID"))
        #expect(try manager.contentsOfDirectory(atPath: elsewhere.path).isEmpty)
    }

    @Test func aFolderThatIsMovedAwayStillDeliversInThisProcess() async throws {
        let stage = try await stage()
        _ = try move(stage)
        await stage.track(2)
        await stage.harness.tracker.flush()
        #expect(stage.ledger[.delivered] == 5 && stage.ledger.isBalanced)
        #expect(!manager.fileExists(atPath: stage.harness.directory.path))
    }

    @Test func aLinkAtLaunchIsNamedAndNothingIsWrittenThroughIt() async throws {
        let stage = try await stage()
        stage.harness.crash()
        let aside = try move(stage)
        try manager.createSymbolicLink(at: stage.harness.directory, withDestinationURL: aside)
        let before = try segments(in: aside)
        stage.harness.relaunch()
        await stage.grant()
        await stage.track(1)
        #expect(stage.harness.status.problems.map(\.kind) == [.directoryUnusable])
        #expect(try segments(in: aside) == before)
    }

    @Test func aDeletedFolderThatCannotBeMadeForAMomentCostsNothingNewAndIsNeverInUse() async throws {
        let stage = try await stage()
        try manager.removeItem(at: stage.harness.directory)
        stage.harness.world.files.fault = .folderCannotBeMade
        await stage.track(2)
        #expect(stage.harness.status.problems.map(\.kind) == [.directoryUnusable])
        await stage.track(2)
        #expect(stage.ledger[.vanished] == 3)
        #expect(stage.ledger[.inHand] > 0 && stage.ledger[.inHand] + stage.ledger[.buffered] == 4)
        await stage.harness.advance(by: .seconds(3))
        #expect(stage.harness.status.problems.map(\.kind) == [.directoryUnusable])
        stage.harness.world.files.fault = .none
        await stage.harness.advance(by: .seconds(2))
        #expect(stage.ledger[.waiting] == 4 && stage.harness.status.problems.isEmpty)
        await stage.harness.tracker.flush()
        #expect(stage.ledger[.delivered] == 4)
        stage.expectBalance()
    }

    @Test func aDenialWhileTheFolderIsMissingLosesWhatWasKeptInMemory() async throws {
        let stage = try await stage()
        try manager.removeItem(at: stage.harness.directory)
        stage.harness.world.files.fault = .folderCannotBeMade
        await stage.track(2)
        await stage.deny()
        stage.harness.world.files.fault = .none
        await stage.grant()
        await stage.harness.tracker.flush()
        #expect(stage.server.sent.isEmpty && stage.ledger[.erased] == 2 && stage.ledger[.vanished] == 3)
        stage.expectBalance()
    }

    @Test func numbersOnlyGoUpWhenTheLockIsDeletedOnAFullDisk() async throws {
        let stage = try await stage { $0.flush.count = 2 }
        let numbers = stage.harness.segmentLines().map(\.name)
        stage.harness.world.files.fault = .fullAfter(bytes: 0)
        try manager.removeItem(at: stage.harness.directory.appendingPathComponent("lock"))
        await stage.track(1)
        stage.harness.world.files.fault = .none
        for _ in 0..<3 { await stage.track(2) }
        #expect(stage.ledger[.diskFull] <= 1, "nothing is dropped on a disk that works")
        let later = stage.harness.segmentLines().map(\.name)
        #expect(Set(later).count == later.count && (later.last ?? "") > (numbers.last ?? ""))
        await stage.harness.tracker.flush()
        let ids = stage.server.sent.flatMap(\.eventIDs)
        #expect(Set(ids).count == ids.count)
        stage.expectBalance()
    }

    @Test func aForeignFileOnASegmentsNameCostsNoEvent() async throws {
        let stage = try await stage { $0.flush.count = 3 }
        for number in 2...9 {
            let name = "0000000\(number).jsonl"
            try manager.createDirectory(
                at: stage.harness.directory.appendingPathComponent(name), withIntermediateDirectories: false)
        }
        await stage.track(2)
        #expect(stage.ledger[.diskFull] == 0 && stage.ledger[.waiting] == 5)
    }

    @Test(arguments: ["state.json.new", "state.json"], ["folder", "link", "fifo"])
    func aStrayInPlaceOfTheStateIsReplaced(name: String, kind: String) async throws {
        let stage = try await stage()
        await stage.deny()
        let path = stage.harness.directory.appendingPathComponent(name)
        try? manager.removeItem(at: path)
        switch kind {
        case "folder": try manager.createDirectory(at: path, withIntermediateDirectories: false)
        case "link": try manager.createSymbolicLink(atPath: path.path, withDestinationPath: "/dev/null")
        default: #expect(mkfifo(path.path, 0o600) == 0)
        }
        stage.harness.relaunch()
        await stage.grant()
        await stage.track(1)
        #expect(stage.ledger[.waiting] == 1)
        stage.harness.relaunch()
        await stage.grant()
        #expect(stage.ledger[.waiting] == 1, "the grant is in the state file")
        stage.expectBalance()
    }

    @Test func aFolderThatIsNotEmptyInPlaceOfTheStateIsReportedByName() async throws {
        let stage = try await stage()
        stage.harness.crash()
        let path = stage.harness.directory.appendingPathComponent("state.json")
        try manager.removeItem(at: path)
        try manager.createDirectory(
            at: path.appendingPathComponent("inside"), withIntermediateDirectories: true)
        stage.harness.relaunch()
        await stage.grant()
        await stage.track(1)
        #expect(stage.harness.status.problems.contains { $0.detail.contains("state.json") })
    }

    @Test func aFolderOpenToEveryoneIsClosed() async throws {
        let stage = try await stage()
        stage.harness.crash()
        let path = stage.harness.directory.path
        try manager.setAttributes([.posixPermissions: 0o777], ofItemAtPath: path)
        stage.harness.relaunch()
        await stage.grant()
        let mode = try manager.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o700)
    }

    @Test func aListingThatFailsMidwayIsAFailureAndNotAShortList() async throws {
        let stage = try await stage()
        stage.harness.world.files.fault = .listingFails
        stage.harness.relaunch()
        await stage.grant()
        #expect(stage.harness.status.problems.map(\.kind) == [.directoryUnusable])
        stage.harness.world.files.fault = .none
        await stage.harness.advance(by: .seconds(1))
        #expect(stage.ledger[.waiting] == 3)
    }

    @Test(arguments: [
        "truncated", "emptied", "overwritten", "replaced", "deleted", "huge", "other header", "a folder",
        "a link", "a FIFO",
    ])
    func aSegmentThatIsDamagedAfterItWasFoundLeavesNothingWaitingForEver(how: String) async throws {
        let stage = try await stage()
        stage.harness.relaunch()
        await stage.grant()
        let name = try #require(stage.harness.segmentLines().first?.name)
        let file = stage.harness.directory.appendingPathComponent(name)
        let text = try String(contentsOf: file, encoding: .utf8)
        switch how {
        case "truncated": try Data(text.utf8.prefix(text.utf8.count - 10)).write(to: file)
        case "emptied": try Data().write(to: file)
        case "overwritten": try Data(repeating: 0, count: 4_000).write(to: file)
        case "replaced": try Data("{\"format\":1}\n{}\n".utf8).write(to: file)
        case "deleted": try manager.removeItem(at: file)
        case "huge": try Data(repeating: 0x0A, count: 2_000_000).write(to: file)
        case "a folder":
            try manager.removeItem(at: file)
            try manager.createDirectory(at: file, withIntermediateDirectories: false)
        case "a link":
            let aside = stage.harness.directory.appendingPathComponent("aside")
            try manager.moveItem(at: file, to: aside)
            try manager.createSymbolicLink(at: file, withDestinationURL: aside)
        case "a FIFO":
            try manager.removeItem(at: file)
            #expect(mkfifo(file.path, 0o600) == 0)
        default: try Data(text.replacing("\"batch\":\"", with: "\"batch\":\"x").utf8).write(to: file)
        }
        await stage.harness.tracker.flush()
        #expect(stage.ledger[.waiting] == 0 && stage.ledger[.inFlight] == 0, "\(stage.ledger)")
        stage.expectBalance()
    }

    @Test func unreadableSegmentsAndAFullDiskAreNamedAndTriedAgainByThemselves() async throws {
        let stage = try await stage()
        stage.harness.world.files.fault = .segmentsUnreadable
        stage.harness.relaunch()
        await stage.grant()
        #expect(stage.harness.status.problems.map(\.kind) == [.unreadable])
        #expect(stage.harness.status.flush.gates == stage.harness.status.problems.map(ClosedGate.directory))
        stage.harness.world.files.fault = .none
        await stage.harness.advance(by: .seconds(61))
        #expect(stage.harness.status.problems.isEmpty && stage.ledger.recovered == 3)
        stage.harness.world.files.fault = .fullAfter(bytes: 0)
        await stage.track(1)
        #expect(stage.harness.status.problems.map(\.kind) == [.diskFull])
        stage.harness.world.files.fault = .none
        await stage.harness.advance(by: .seconds(61))
        #expect(stage.harness.status.problems.isEmpty)
        stage.expectBalance()
    }
}

/// What is found at launch never holds up the first recording: what is large is not read at all.
@Suite(.timeLimit(.minutes(1))) struct LaunchScanTests {
    @Test func hugeFilesAmongTheSegmentsAreCountedAndNeverRead() async throws {
        let stage = try Stage()
        await stage.grant()
        await stage.track(3)
        stage.harness.crash()
        let names = ["00000101.jsonl", "00000102.jsonl"]
        for name in names {
            let path = stage.harness.directory.appendingPathComponent(name).path
            #expect(FileManager.default.createFile(atPath: path, contents: nil))
            let file = try #require(FileHandle(forWritingAtPath: path))
            // Sparse: 10 GB that take no space.
            try file.truncate(atOffset: 10 << 30)
            try file.close()
        }
        let before = try ResidentMemory.bytes()
        stage.harness.relaunch()
        await stage.grant()
        #expect(stage.ledger[.corrupt] == 2 && stage.ledger[.waiting] == 3)
        #expect(try ResidentMemory.bytes() - before < 4 << 20)
        #expect(stage.harness.segmentLines().count == 1)
        stage.expectBalance()
    }

    /// With a real clock the scan is cut into slices; every leftover is still found and sent, the oldest first.
    @Test func recordingDoesNotWaitForTheWholeScanAndNothingIsForgotten() async throws {
        let rig = QueueRig(segmentEvents: 1)
        try await rig.open()
        await rig.append(300, first: 1)
        let ticking = await rig.relaunched()
        // Every file operation takes 5 ms of the queue's clock: the first slice ends long before the last file.
        ticking.files.onOperation { [clock = ticking.clock] operation in
            if operation.hasPrefix("open 0") { clock.spend(.milliseconds(5)) }
        }
        let state = try await ticking.open()
        #expect(state.leftovers < 20 && state.nextSequence == 301)
        #expect(ticking.queue.hasPendingWork)
        await ticking.append(1, first: 301)
        var steps = 0
        while await ticking.queue.doPendingWork().again == .zero { steps += 1 }
        #expect(steps > 10)
        #expect(await ticking.queue.waitingCount() == 301)
        #expect(try await ticking.deliverAll().flatMap { $0 } == Array(1...301))
        ticking.expectBalance()
    }
}
