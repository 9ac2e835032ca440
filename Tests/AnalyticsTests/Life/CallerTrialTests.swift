import Analytics
import AnalyticsTesting
import Dispatch
import Foundation
import Testing

/// Trials of the caller's thread and of the tracker's own life.
@Suite(.timeLimit(.minutes(10))) struct CallerTrialTests {
    @Test func aThousandCallsReturnWhileEveryFileOperationBlocks() async throws {
        let stage = try Stage()
        await stage.grant()
        let disk = BlockedDisk(of: stage)
        stage.harness.tracker.track(Step())
        #expect(await Self.wait(for: disk.entered))
        // All return while the disk is still blocked; how long one takes is a row of Tests/bench.
        for number in 0..<1_000 { stage.harness.tracker.track(Step(number: number)) }
        let status = stage.harness.status
        #expect(status.ledger.tracked == 1_001)
        #expect(status.ledger[.waiting] == 0)
        disk.release()
        await stage.harness.settle()
        #expect(stage.ledger.tracked == 1_001)
        #expect(stage.ledger[.waiting] + stage.ledger[.bufferFull] == 1_001)
        stage.expectBalance()
    }

    @Test func aCancelledFlushStopsWaitingWhileEveryFileOperationBlocks() async throws {
        let stage = try Stage()
        await stage.grant()
        let disk = BlockedDisk(of: stage)
        stage.harness.tracker.track(Step())
        #expect(await Self.wait(for: disk.entered))
        let flush = Task { await stage.harness.tracker.flush() }
        flush.cancel()
        #expect(await flush.value.stoppedBy == .waitCancelled)
        disk.release()
        await stage.harness.settle()
        await stage.harness.tracker.flush()
        #expect(stage.ledger[.delivered] == 1)
        stage.expectBalance()
    }

    @Test func consentAppliesAtOnceWhileEveryFileOperationBlocks() async throws {
        let stage = try Stage()
        await stage.grant()
        await stage.track(2)
        let flush = await stage.startHeldFlush()
        let disk = BlockedDisk(of: stage)
        stage.harness.tracker.track(Step())
        #expect(await Self.wait(for: disk.entered))
        stage.harness.tracker.setConsent(.denied)
        let status = stage.harness.status
        #expect(status.consent == .denied)
        #expect(status.installID == nil && status.session == nil)
        #expect(status.flush.gates.first == .noConsent(.denied))
        stage.harness.tracker.track(Step())
        #expect(stage.ledger[.noConsent] == 1)
        disk.release()
        _ = await flush.value
        await stage.harness.settle()
        #expect(stage.server.inFlight == 0)
        #expect(stage.ledger[.erased] == 3 && stage.harness.segmentLines().isEmpty)
        stage.expectBalance()
    }

    @Test func aTrackerReleasedInTheMiddleOfASendCancelsItAndKeepsTheFile() async throws {
        let clock = ManualClock()
        let server = ScriptedUploader(clock: clock)
        let folder = TemporaryFolder()
        var configuration = AnalyticsConfiguration(
            endpoint: try #require(URL(string: "http://127.0.0.1:9")), appVersion: "1")
        configuration.directory = URL(fileURLWithPath: folder.path)
        var tracker: AnalyticsTracker? = AnalyticsTracker(
            configuration: configuration,
            environment: TrackerEnvironment(
                clock: clock, random: SeededRandom(seed: 1), files: FaultyFiles(), transport: StubTransport(),
                uploader: server, lifecycle: ManualLifecycleMonitor(clock: clock),
                conditions: ManualConditions(clock: clock), work: clock.work))
        tracker?.setConsent(.granted)
        tracker?.track(Step())
        await clock.work.untilIdle()
        server.isHeld = true
        await clock.advance(by: .seconds(60))
        #expect(server.inFlight == 1)
        tracker = nil
        await clock.work.untilIdle()
        #expect(server.inFlight == 0)
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/app")
        #expect(files.contains("00000001.jsonl"))
        server.isHeld = false
        await clock.advance(by: .seconds(3_600))
        #expect(server.sent.count == 1)
    }

    @Test func everyCallOnADeadTrackerReturns() async throws {
        let stage = try Stage()
        await stage.grant()
        await stage.track(1)
        stage.harness.crash()
        let tracker = stage.harness.tracker
        tracker.track(Step())
        tracker.setConsent(.denied)
        tracker.setConsent(.granted)
        #expect(await tracker.flush().stoppedBy == .shutDown)
        #expect(stage.harness.segmentLines().count == 1)
    }

    /// Waits off the cooperative pool, so that nobody else is held up; false after a limit.
    private static func wait(for semaphore: DispatchSemaphore) async -> Bool {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(returning: semaphore.wait(timeout: .now() + 120) == .success)
            }
        }
    }
}

/// A disk whose next operation stands still on the queue's own thread until it is released.
private struct BlockedDisk {
    let entered = DispatchSemaphore(value: 0)
    private let gate = DispatchSemaphore(value: 0)
    private let files: FaultyFiles

    init(of stage: Stage) {
        files = stage.harness.world.files
        files.onCall { [entered, gate] in
            entered.signal()
            gate.wait()
        }
    }

    func release() {
        files.onCall(nil)
        gate.signal()
    }
}
