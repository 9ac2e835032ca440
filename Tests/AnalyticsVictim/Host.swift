import Analytics

/// Tracks numbered events and reports on them.
struct Host {
    /// So far below the buffer's 1,000 that none can be lost in memory.
    private static let mostInMemory = 500

    private let tracker: AnalyticsTracker
    private var next: Int
    private var tracked = 0
    private var reported = 0
    private var problem = ""

    init(configuration: AnalyticsConfiguration, first: Int) {
        tracker = AnalyticsTracker(configuration: configuration)
        next = first
        tracker.setConsent(.granted)
        Victim.say("up")
    }

    func flood() async {
        var host = self
        let (turns, bell) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let sending = Task { [tracker] in
            for await _ in turns { await tracker.flush() }
        }
        while !sending.isCancelled {
            if host.tracked - host.reported < Self.mostInMemory { host.track(7) }
            host.report()
            bell.yield()
            await Task.yield()
        }
    }

    func hold(_ count: Int) async {
        var host = self
        host.track(count)
        while tracker.status.segments.reduce(0, { $0 + $1.events }) < count { Victim.rest() }
        // The queue tells of its segments last of all; from here on it touches nothing.
        Victim.say("settled")
        while true {
            host.report()
            Victim.rest()
        }
    }

    func drain(_ count: Int) async {
        var host = self
        host.track(count)
        var flushes = 0
        while host.report() {
            let outcome = await tracker.flush()
            flushes += 1
            if flushes % 10 == 0 { Victim.say("flush \(flushes): \(outcome.stoppedBy)") }
            Victim.rest()
        }
        Victim.say("drained")
    }

    private mutating func track(_ count: Int) {
        for _ in 0..<count {
            tracker.track(Numbered(number: next))
            next += 1
        }
        tracked += count
    }

    /// Says what is new; returns whether anything is still to be sent.
    @discardableResult private mutating func report() -> Bool {
        let status = tracker.status
        let ledger = status.ledger
        let lost = [DropReason.noConsent, .bufferFull, .diskFull, .erased, .overCap].reduce(0) {
            $0 + ledger[$1]
        }
        // Nothing here can lose an event; if something does, the test's sums are not to be trusted.
        if lost > 0 { Victim.say("lost \(lost)") }
        let onDisk = ledger.tracked - ledger[.buffered] - ledger[.inHand] - lost
        if onDisk > reported { Victim.say("appended \(onDisk)") }
        reported = onDisk
        let problem = status.problems.map(\.description).joined(separator: ", ")
        if problem != self.problem { Victim.say(problem.isEmpty ? "no problem" : "problem \(problem)") }
        self.problem = problem
        // Before the folder is open, what an earlier process left is in no account.
        return status.installID == nil
            || ledger[.buffered] + ledger[.inHand] + ledger[.waiting] + ledger[.inFlight] > 0
    }
}
