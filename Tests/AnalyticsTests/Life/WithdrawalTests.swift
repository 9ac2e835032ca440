import Analytics
import AnalyticsTesting
import Dispatch
import Foundation
import Testing

/// A denial on disk: it waits for nobody, uses every means, and says what it could not do.
@Suite(.timeLimit(.minutes(1))) struct WithdrawalTests {
    /// An event whose properties take as long as the test wants.
    private struct Blocking: AnalyticsEvent {
        static let name = "blocking"
        static let schemaVersion = 1
        let entered: DispatchSemaphore
        let gate: DispatchSemaphore
        var properties: [String: PropertyValue] {
            entered.signal()
            gate.wait()
            return [:]
        }
    }

    private func state(of stage: Stage) -> String {
        let file = stage.harness.directory.appendingPathComponent("state.json")
        return (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    }

    @Test func aDenialDoesNotWaitForASlowGetterOfTheHost() async throws {
        let stage = try Stage()
        await stage.grant()
        await stage.track(5)
        let (entered, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        stage.harness.tracker.track(Blocking(entered: entered, gate: gate))
        await Task.detached { entered.waitUntilSignalled() }.value
        stage.harness.tracker.setConsent(.denied)
        // The getter still blocks the pipeline: the files are gone all the same.
        for await _ in stage.harness.changes where stage.ledger[.erased] >= 5 { break }
        #expect(stage.harness.segmentLines().isEmpty && !state(of: stage).contains("grantID"))
        // A kill now: the next launch finds no grant.
        stage.harness.crash()
        gate.signal()
        stage.harness.relaunch()
        await stage.grant()
        await stage.harness.tracker.flush()
        #expect(stage.server.sent.isEmpty)
    }

    @Test func aDenialDoesNotWaitForTheLaunchScan() async throws {
        let stage = try Stage { $0.flush.count = 1 }
        await stage.grant()
        await stage.track(40)
        stage.harness.relaunch()
        let tracker = stage.harness.tracker
        let operations = Locked<[String]>([])
        stage.harness.world.files.onOperation { operation in
            let isSecondSegment = operations.withLock { operations -> Bool in
                operations.append(operation)
                return operations.count { $0.hasSuffix(".jsonl") } == 2
            }
            if isSecondSegment { tracker.setConsent(.denied) }
        }
        await stage.grant()
        let read = operations.withLock { $0 }.prefix { $0 != "open state.json.new" }
        #expect(read.count { $0.hasPrefix("open") && $0.hasSuffix(".jsonl") } <= 2)
        #expect(stage.harness.segmentLines().isEmpty && stage.ledger[.erased] == 40)
        stage.expectBalance()
    }

    /// What a denial meets, and whether it must show as a problem that lasts.
    @Test(arguments: [
        (FaultyFiles.Fault.undeletable, false), (.folderUnchangeable, false), (.unchangeable, true),
    ])
    func aDenialUsesEveryMeansAndNamesWhatIsLeft(fault: FaultyFiles.Fault, isNamed: Bool) async throws {
        let stage = try Stage()
        await stage.grant()
        await stage.track(5)
        stage.harness.world.files.fault = fault
        await stage.deny()
        #expect(stage.ledger[.erased] == 5)
        #expect(stage.harness.segmentLines().allSatisfy(\.lines.isEmpty) == !isNamed)
        #expect(!state(of: stage).contains("grantID"))
        let problem = stage.harness.status.problems.first { $0.kind == .undeletable }
        #expect(problem?.count == (isNamed ? 1 : nil))
        #expect(
            stage.harness.status.flush.gates.contains { if case .directory = $0 { true } else { false } }
                == isNamed)
        // It is tried again by itself, once a minute.
        stage.harness.world.files.fault = .none
        await stage.harness.advance(by: .seconds(61))
        #expect(stage.harness.segmentLines().isEmpty)
        #expect(stage.harness.status.problems.isEmpty)
        stage.expectBalance()
    }

    @Test(arguments: [LifecycleEvent.background, .foreground])
    func whatADenialCouldNotDeleteIsTriedAgainWhenTheLifecycleChanges(event: LifecycleEvent) async throws {
        let stage = try Stage()
        await stage.grant()
        await stage.track(5)
        if event == .foreground { stage.harness.world.lifecycle.enterBackground() }
        await stage.harness.settle()
        stage.harness.world.files.fault = .unchangeable
        await stage.deny()
        stage.harness.world.files.fault = .none
        if event == .background {
            stage.harness.world.lifecycle.enterBackground()
        } else {
            stage.harness.world.lifecycle.enterForeground()
        }
        await stage.harness.settle()
        #expect(stage.harness.segmentLines().isEmpty)
    }

    @Test func whatADenialCouldNotDeleteNeverLeavesAfterANewGrantAndGoesAtTheNextLaunch() async throws {
        let stage = try Stage()
        await stage.grant()
        await stage.track(5)
        stage.harness.world.files.fault = .unchangeable
        await stage.deny()
        await stage.grant()
        await stage.track(1)
        await stage.harness.tracker.flush()
        #expect(stage.server.sent.flatMap(\.eventIDs).count == 1)
        stage.harness.world.files.fault = .none
        stage.harness.relaunch()
        await stage.grant()
        await stage.harness.advance(by: .seconds(60))
        #expect(stage.harness.segmentLines().isEmpty)
    }

    @Test func aSegmentOfANewerVersionIsLeftAloneUntilADenialErasesIt() async throws {
        let stage = try Stage()
        await stage.grant()
        await stage.track(1)
        stage.harness.crash()
        let newer = stage.harness.directory.appendingPathComponent("00000101.jsonl")
        try Data("{\"format\":99}\n{\"id\":\"x-1\"}\n".utf8).write(to: newer)
        stage.harness.relaunch()
        await stage.grant()
        #expect(FileManager.default.fileExists(atPath: newer.path))
        #expect(stage.harness.status.problems.map(\.kind) == [.unknownFormat])
        await stage.deny()
        #expect(stage.harness.segmentLines().isEmpty)
    }

    @Test func aRemoteSamplingRateDoesNotSurviveADenialAndTheSwitchDoes() async throws {
        let address = URL(string: "http://127.0.0.1:9/v1/config")
        let stage = try Stage { $0.remoteConfiguration = address }
        stage.remote.service = .document(
            #"{"enabled": false, "sampling": {"defaultRate": 0.25}}"#, tag: "one-install")
        await stage.grant()
        await stage.track(1)
        await stage.harness.tracker.flush()
        await stage.harness.settle()
        #expect(stage.harness.status.rules.sampling.defaultRate == 0.25)
        await stage.deny()
        #expect(stage.harness.status.rules.sampling.defaultRate == 1)
        #expect(!state(of: stage).contains("0.25") && !state(of: stage).contains("one-install"))
        await stage.grant()
        #expect(stage.harness.status.remote?.isEnabled == false)
        #expect(stage.harness.status.rules.sampling.defaultRate == 1)
    }
}

extension DispatchSemaphore {
    /// Waits, outside of any task of the test.
    fileprivate func waitUntilSignalled() { wait() }
}
