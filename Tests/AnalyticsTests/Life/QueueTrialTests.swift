import Analytics
import AnalyticsTesting
import Foundation
import Testing

/// Trials of the files under a running tracker.
@Suite(.timeLimit(.minutes(10))) struct QueueTrialTests {
    @Test(arguments: [1, 3])
    func aDiskThatIsFullAtAnyByteOfALineCostsThatLineOnly(lines: Int) async throws {
        var free = 0
        var isPast = false
        while !isPast {
            let stage = try Stage()
            await stage.grant()
            await stage.track(1)
            let files = stage.harness.world.files
            files.fault = .fullAfter(bytes: free)
            await stage.track(lines)
            isPast = stage.ledger[.diskFull] == 0
            #expect(stage.ledger[.diskFull] + stage.ledger[.waiting] == lines + 1)
            stage.expectBalance()
            files.fault = .none
            await stage.track(1)
            await stage.harness.tracker.flush()
            #expect(stage.ledger[.delivered] + stage.ledger[.diskFull] == lines + 2, "\(free) bytes free")
            stage.expectBalance()
            free += lines
        }
        #expect(free > 100)
    }

    @Test func aSentSegmentThatCannotBeRemovedIsNotSentAgainInThisProcess() async throws {
        let stage = try Stage()
        await stage.grant()
        await stage.track(2)
        stage.harness.world.files.fault = .undeletable
        await stage.harness.tracker.flush()
        #expect(stage.ledger[.delivered] == 2)
        await stage.track(1)
        await stage.harness.tracker.flush()
        await stage.harness.advance(by: .seconds(3_600))
        #expect(stage.server.sent.map(\.eventIDs.count) == [2, 1])
        #expect(stage.harness.segmentLines().count == 2)
        stage.harness.world.files.fault = .none
        await stage.track(1)
        #expect(stage.harness.segmentLines().map(\.lines.count) == [2])
        stage.expectBalance()
    }

    @Test func aSentSegmentThatCannotBeDeletedIsNotSentAgainByLaterLaunches() async throws {
        let stage = try Stage()
        await stage.grant()
        await stage.track(2)
        stage.harness.world.files.fault = .undeletable
        await stage.harness.tracker.flush()
        for _ in 0..<7 {
            stage.harness.relaunch()
            await stage.grant()
            await stage.track(1)
            await stage.harness.tracker.flush()
        }
        #expect(stage.server.sent.map(\.eventIDs.count) == [2] + Array(repeating: 1, count: 7))
        #expect(Set(stage.server.sent.flatMap(\.eventIDs)).count == 9)
        stage.expectBalance()
    }

    @Test func aSentSegmentThatCanBeNeitherDeletedNorChangedIsSentAgainUnderTheSameIDs() async throws {
        let stage = try Stage()
        await stage.grant()
        await stage.track(2)
        stage.harness.world.files.fault = .unchangeable
        await stage.harness.tracker.flush()
        stage.harness.crash()
        stage.harness.world.files.fault = .none
        stage.harness.relaunch()
        await stage.grant()
        await stage.harness.tracker.flush()
        #expect(stage.server.sent.count == 2)
        #expect(stage.server.sent.first?.eventIDs == stage.server.sent.last?.eventIDs)
        #expect(stage.server.sent.first?.batchID == stage.server.sent.last?.batchID)
        #expect(stage.harness.segmentLines().isEmpty)
        stage.expectBalance()
    }

    @Test func eventsTrackedAtEveryFileOperationOfAFlushArriveOnceAndNoClosedSegmentGrows() async throws {
        let stage = try Stage { $0.flush.launchDelay = .zero }
        await stage.grant()
        let tracked = Locked(0)
        let tracker = stage.harness.tracker
        stage.harness.world.files.onCall {
            let isMore = tracked.withLock { tracked -> Bool in
                tracked += 1
                return tracked <= 100
            }
            if isMore { tracker.track(Step()) }
        }
        tracker.track(Step())
        while tracked.withLock({ $0 }) < 100 {
            await tracker.flush()
            tracker.track(Step())
        }
        stage.harness.world.files.onCall(nil)
        await tracker.flush()
        await stage.harness.settle()
        await tracker.flush()
        let ids = stage.server.sent.flatMap(\.eventIDs)
        #expect(ids.count == stage.ledger.tracked && Set(ids).count == ids.count)
        let numbers = ids.compactMap { Int($0.split(separator: "-").last ?? "") }
        #expect(numbers == Array(1...ids.count))
        #expect(stage.ledger[.delivered] == stage.ledger.tracked)
        stage.expectBalance()
    }

    @Test func tenThousandEventsFromOneThreadLieOnDiskInTheOrderOfTheCalls() async throws {
        let stage = try Stage { configuration in
            configuration.queue.bufferCapacity = 20_000
            configuration.flush.count = 500
            configuration.flush.launchDelay = .seconds(600)
        }
        await stage.grant()
        await stage.track(10_000)
        let lines = stage.harness.segmentLines().flatMap { $0.lines.dropFirst() }
        struct Line: Decodable {
            struct Properties: Decodable { var number: Int }
            var props: Properties
        }
        let numbers = try lines.map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)).props.number }
        #expect(numbers == Array(0..<10_000))
        stage.expectBalance()
    }

    @Test func atItsCapWithASendHeldOpenTheQueueEvictsTheOldestOfTheOthers() async throws {
        let stage = try Stage { configuration in
            configuration.queue.maxBytes = 512 * 1_024
            configuration.queue.segmentBytes = 64 * 1_024
            configuration.flush.launchDelay = .seconds(600)
        }
        await stage.grant()
        for _ in 0..<80 { stage.harness.tracker.track(Wide()) }
        let flush = await stage.startHeldFlush()
        let sending = try #require(stage.server.sent.first)
        for _ in 0..<900 { stage.harness.tracker.track(Wide()) }
        await stage.harness.settle()
        #expect(stage.ledger[.overCap] > 0)
        #expect(stage.harness.status.queueBytes <= 512 * 1_024)
        #expect(stage.harness.status.segments.first { $0.id == sending.segment }?.state == .sending)
        stage.expectBalance()
        stage.server.isHeld = false
        _ = await flush.value
        await stage.harness.settle()
        await stage.harness.tracker.flush()
        let ids = stage.server.sent.flatMap(\.eventIDs)
        #expect(Set(ids).count == ids.count)
        #expect(stage.ledger[.delivered] + stage.ledger[.overCap] == 980)
        stage.expectBalance()
    }

    @Test func theLargestAllowedEventIsOneWriteLikeTheSmallest() async throws {
        var calls: [Int] = []
        for size in [1, 31_900] {
            let stage = try Stage { configuration in
                configuration.events.maxStringBytes = 32_000
                configuration.events.maxStringCharacters = 8_192
            }
            await stage.grant()
            await stage.track(1)
            let before = stage.harness.world.files.calls
            stage.harness.tracker.track(Large(bytes: size))
            await stage.harness.settle()
            calls.append(stage.harness.world.files.calls - before)
            #expect(stage.ledger[.waiting] == 2, "\(stage.ledger)")
        }
        #expect(calls.first == calls.last)
    }

    @Test func theOrderComesFromTheNamesNotFromTheDates() async throws {
        let stage = try Stage()
        await stage.grant()
        await stage.track(120)
        stage.harness.crash()
        let manager = FileManager.default
        for (index, file) in stage.harness.segmentLines().enumerated() {
            let path = stage.harness.directory.appendingPathComponent(file.name).path
            let date = Date(timeIntervalSince1970: index == 1 ? 2_000_000_000 : 1_000_000_000)
            try manager.setAttributes([.modificationDate: date], ofItemAtPath: path)
        }
        stage.harness.relaunch()
        await stage.grant()
        await stage.harness.tracker.flush()
        let numbers = stage.server.sent.flatMap(\.eventIDs).compactMap {
            Int($0.split(separator: "-").last ?? "")
        }
        #expect(numbers == Array(1...120))
    }

    @Test func aFileThatVanishesAtAnyOperationOfALaunchIsCountedOrWasNeverThere() async throws {
        for operation in 1...40 {
            let stage = try Stage()
            await stage.grant()
            await stage.track(120)
            stage.harness.crash()
            let path = stage.harness.directory.appendingPathComponent("00000002.jsonl").path
            let calls = Locked(0)
            stage.harness.world.files.onCall {
                let call = calls.withLock { calls -> Int in
                    calls += 1
                    return calls
                }
                // Gone already when the launch has fewer operations.
                if call == operation { try? FileManager.default.removeItem(atPath: path) }
            }
            stage.harness.relaunch()
            await stage.grant()
            await stage.harness.tracker.flush()
            stage.harness.world.files.onCall(nil)
            #expect(stage.ledger[.delivered] + stage.ledger[.vanished] == stage.ledger.recovered)
            #expect(stage.ledger[.delivered] >= 70, "operation \(operation)")
            stage.expectBalance()
        }
    }

    @Test func aDirectoryDeletedDuringASendIsMadeAnew() async throws {
        let stage = try Stage()
        await stage.grant()
        await stage.track(2)
        let flush = await stage.startHeldFlush()
        try FileManager.default.removeItem(at: stage.harness.directory)
        await stage.track(3)
        stage.server.isHeld = false
        #expect(await flush.value.sent == 2)
        await stage.harness.settle()
        await stage.harness.tracker.flush()
        #expect(stage.ledger[.delivered] == 5)
        stage.expectBalance()
    }

    @Test func anInstallIDThatCannotBeReadNowIsNotReplaced() async throws {
        let stage = try Stage()
        await stage.grant()
        let install = try #require(stage.harness.status.installID)
        stage.harness.world.files.fault = .unreadable
        stage.harness.relaunch()
        await stage.grant()
        await stage.track(3)
        #expect(stage.harness.status.installID == nil)
        #expect(stage.harness.status.buffer.depth == 3)
        #expect(stage.harness.status.problems.contains { $0.kind == .directoryUnusable })
        guard case .held(.directory(let problem)) = await stage.harness.tracker.flush().stoppedBy else {
            Issue.record("the flush was not held")
            return
        }
        #expect(problem.kind == .directoryUnusable)
        stage.harness.world.files.fault = .none
        await stage.harness.advance(by: .seconds(2))
        #expect(stage.harness.status.installID == install)
        // The flush that met the closed gate was still asked for.
        #expect(stage.ledger[.delivered] == 3)
        stage.expectBalance()
    }

    @Test func fiveMegabytesOfLeftoversAreSentInTheMemoryOfOneSegment() async throws {
        let rig = QueueRig(segmentEvents: 500)
        try await rig.open()
        for take in 0..<25 { await rig.append(200, first: take * 200 + 1, padding: 900) }
        let next = await rig.relaunched()
        #expect(try await next.open().leftovers > 4_000)
        let before = try ResidentMemory.bytes()
        while let batch = await next.queue.oldestBatch(upTo: .max) {
            await next.queue.remove(batch.id, as: .delivered(rejected: 0))
        }
        #expect(try ResidentMemory.bytes() - before < 3 * 1_024 * 1_024)
        #expect(next.ledger[.delivered] > 4_000)
        next.expectBalance()
    }
}

/// An event of about a kilobyte.
private struct Wide: AnalyticsEvent {
    static let name = "wide"
    static let schemaVersion = 1
    var properties: [String: PropertyValue] {
        [
            "a": .string(String(repeating: "x", count: 250)),
            "b": .string(String(repeating: "y", count: 250)),
            "c": .string(String(repeating: "z", count: 250)),
        ]
    }
}

/// An event of about as many bytes as asked.
private struct Large: AnalyticsEvent {
    static let name = "large"
    static let schemaVersion = 1
    var bytes: Int
    var properties: [String: PropertyValue] {
        var left = bytes
        var properties: [String: PropertyValue] = [:]
        while left > 0 {
            let part = min(left, 8_000)
            properties["part_\(properties.count)"] = .string(String(repeating: "x", count: part))
            left -= part
        }
        return properties
    }
}
