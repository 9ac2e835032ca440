import Analytics
import AnalyticsTesting
import Testing

/// Random lives of a tracker: anything that a user, a system, a disk or a server does, in any order.
@Suite(.timeLimit(.minutes(10))) struct RandomLifeTests {
    @Test("Any life at all leaves right books", arguments: 0..<UInt64(Depth.isDeep ? 2_000 : 100))
    func anyLife(seed: UInt64) async throws {
        // Every other life has a disk that works, so that the books can be compared with it at every rest.
        let life = try RandomLife(seed: seed, breaksDisk: seed % 2 == 1)
        for step in 0..<60 {
            let action = await life.act()
            let faults = life.check()
            #expect(faults.isEmpty, "seed \(seed), step \(step), after \(action): \(life.past)")
            if !faults.isEmpty { return }
        }
        let faults = await life.end()
        #expect(faults.isEmpty, "seed \(seed), at the end: \(life.past)")
    }
}

/// One life after another on the same folder, with a memory of what must never happen again.
private final class RandomLife {
    enum Action: String, CaseIterable {
        case track, trackMany, flush, grant, deny, forget, background, foreground, crash, relaunch, advance
        case advanceLong, network, server, holdServer, breakDisk, mendDisk, setWall
    }

    private(set) var past: [String] = []
    private let stage: Stage
    private let breaksDisk: Bool
    private var random: SeededGenerator
    /// On disk or sent when consent was withdrawn: may never be sent again.
    private var forbidden: Set<String> = []
    private var sentAtDenial = 0
    private var sentBefore = 0
    private var isDead = false
    /// While the disk is full a delivered segment may stay, which the auditor cannot tell from one that waits.
    private var mayKeepSpent = false
    /// The disk took neither the withdrawal nor the erasure: this process falls silent, and a relaunch cannot know.
    private var hasFailedToWithdraw = false
    /// Of the lives that are over.
    private var lost = 0

    init(seed: UInt64, breaksDisk: Bool) throws {
        random = SeededGenerator(seed: seed)
        self.breaksDisk = breaksDisk
        stage = try Stage { configuration in
            configuration.flush.count = 8
            configuration.queue.bufferCapacity = 200
        }
    }

    private var harness: AnalyticsHarness { stage.harness }
    private var consent: Consent { harness.status.consent }

    func act() async -> String {
        let usual: [Action] = [.track, .trackMany, .grant, .flush, .advance]
        let isUsual = Bool.random(using: &random)
        let action = (isUsual ? usual : Action.allCases).randomElement(using: &random) ?? .track
        sentBefore = stage.server.sent.count
        let detail = await carryOut(action)
        await harness.settle()
        past.append("\(action.rawValue)\(detail)")
        return action.rawValue
    }

    private func carryOut(_ action: Action) async -> String {
        let number = Int.random(in: 0...5, using: &random)
        let (tracker, lifecycle) = (harness.tracker, harness.world.lifecycle)
        switch action {
        case .track: track(1)
        case .trackMany: track(number * 5)
        // A held server would hold the flush; the background's round still asks for one.
        case .flush: if !stage.server.isHeld { await tracker.flush() }
        case .grant: tracker.setConsent(.granted)
        case .deny: deny()
        case .forget: tracker.setConsent(.unknown)
        case .background: lifecycle.enterBackground()
        case .foreground: lifecycle.enterForeground()
        case .crash: if number < 2 { die() }
        case .relaunch: if isDead || number < 2 { relaunch() }
        case .advance: await harness.advance(by: .seconds(number * 4))
        case .advanceLong: await harness.advance(by: .seconds(number * 400))
        case .network:
            let network = DeviceConditions.Network.allCases.randomElement(using: &random) ?? .normal
            harness.world.conditions.present = DeviceConditions(network: network, isLowPower: number == 0)
        case .server: return answer(number)
        case .holdServer: stage.server.isHeld = number < 2
        case .breakDisk: return breakDisk(number)
        case .mendDisk: harness.world.files.fault = .none
        case .setWall: harness.world.clock.setWall(back: .seconds(number * 5_000 - 10_000))
        }
        return " \(number)"
    }

    private func answer(_ number: Int) -> String {
        let answers: [ScriptedUploader.Answer] = [
            .accepted, .unavailable(), .unavailable(status: 429, retryAfter: .seconds(90)), .connectionLost,
            .refused(status: 401), .discarded(status: 400), .rejecting([0: "x", 3: "y", 99: "z"]),
            .held(.constrained),
        ]
        let answer = answers.randomElement(using: &random) ?? .accepted
        stage.server.otherwise = number < 3 ? .accepted : answer
        return " \(stage.server.otherwise)"
    }

    private func track(_ count: Int) {
        for number in 0..<count { harness.tracker.track(Step(number: number)) }
        // An append also deletes what a full disk kept.
        if count > 0, !isDead, consent == .granted, harness.world.files.fault == .none {
            mayKeepSpent = false
        }
    }

    private func breakDisk(_ number: Int) -> String {
        let faults: [FaultyFiles.Fault] = [
            .fullAfter(bytes: number * 100), .readOnly, .unreadable, .segmentsUnreadable, .undeletable,
        ]
        let fault = breaksDisk ? faults.randomElement(using: &random) : .fullAfter(bytes: number * 100)
        harness.world.files.fault = fault ?? .none
        mayKeepSpent = true
        return " \(harness.world.files.fault)"
    }

    private func deny() {
        // A dead process is told nothing.
        guard !isDead else { return }
        forbidden.formUnion(idsOnDisk)
        forbidden.formUnion(stage.server.sent.flatMap(\.eventIDs))
        harness.tracker.setConsent(.denied)
        sentAtDenial = stage.server.sent.count
    }

    private func die() {
        guard !isDead else { return }
        isDead = true
        harness.crash()
        let ledger = stage.ledger
        lost += ledger[.diskFull] + ledger[.vanished] + ledger[.corrupt] + ledger[.overCap] + ledger[.expired]
    }

    private func relaunch() {
        die()
        isDead = false
        harness.relaunch()
    }

    private var idsOnDisk: [String] {
        let lines = harness.segmentLines().map { $0.lines.dropFirst() }.joined()
        // A line begins with {"id":"...", so the ID is the fourth part between quotes.
        return lines.compactMap { $0.split(separator: "\"").dropFirst(3).first.map(String.init) }
    }

    func check() -> [String] {
        var faults: [String] = []
        let ledger = stage.ledger
        hasFailedToWithdraw =
            hasFailedToWithdraw || harness.status.problems.contains { $0.kind == .withdrawalFailed }
        if !isDead {
            if !ledger.isBalanced { faults.append("the ledger is not balanced: \(ledger)") }
            if ledger[.inHand] != 0 { faults.append("\(ledger[.inHand]) are in hand at rest") }
            // Leftovers are in no account before the first grant of a life.
            let isIndexed = consent != .unknown && !harness.status.segments.isEmpty || consent == .denied
            if !breaksDisk, !mayKeepSpent, isIndexed { faults += harness.audit().findings }
        }
        if stage.server.mostInFlight > 1 { faults.append("two requests at once") }
        if stage.server.inFlight > 0, consent != .granted {
            faults.append("a request goes on without consent")
        }
        if consent != .granted, stage.server.sent.count > max(sentBefore, sentAtDenial) + 1 {
            faults.append("sent without consent")
        }
        let after = stage.server.sent.dropFirst(sentAtDenial).flatMap(\.eventIDs)
        if !hasFailedToWithdraw, !forbidden.isDisjoint(with: after) {
            faults.append("an event from before a denial was sent after it")
        }
        return faults
    }

    /// Everything works again: what waits is delivered, each event once, and every gap has an account.
    func end() async -> [String] {
        if isDead { relaunch() }
        harness.world.files.fault = .none
        stage.server.isHeld = false
        stage.server.otherwise = .accepted
        harness.world.conditions.present = DeviceConditions()
        harness.world.lifecycle.enterForeground()
        harness.tracker.setConsent(.granted)
        for _ in 0..<3 {
            await harness.advance(by: .seconds(4_000))
            await harness.tracker.flush()
            await harness.settle()
        }
        var faults = check()
        guard !hasFailedToWithdraw else { return faults }
        faults += harness.audit().findings
        let ledger = stage.ledger
        if ledger[.waiting] + ledger[.buffered] > 0 { faults.append("something still waits: \(ledger)") }
        if harness.world.lifecycle.assertionsHeld > 0 { faults.append("background time is still held") }
        if !breaksDisk {
            die()
            faults += gaps()
        }
        return faults
    }

    /// Sequence numbers that never arrived and that no account explains, and numbers given twice.
    private func gaps() -> [String] {
        var faults: [String] = []
        for (install, sent) in Dictionary(grouping: stage.server.sent, by: \.installID) {
            let ids = Set(sent.flatMap(\.eventIDs))
            let numbers = Set(ids.compactMap { Int($0.split(separator: "-").last ?? "") })
            if numbers.count != ids.count { faults.append("\(install): a sequence number was given twice") }
            let isErased = !forbidden.isDisjoint(with: ids)
            let missing = (numbers.max() ?? 0) - numbers.count
            if !isErased, missing > lost {
                faults.append("\(install): \(missing) missing, \(lost) explained")
            }
        }
        return faults
    }
}
