import Analytics
import AnalyticsTesting
import Foundation

/// A live tracker in its world, with its collector: what keys and scenario lines act on.
public final class Stage: Sendable {
    /// An event that can be fired by name.
    public struct Sample: Sendable {
        /// What the operator reads.
        public let label: String
        /// The event's name, as a scenario writes it.
        public let name: String
        /// The event's parts, to be changed and fired again; nil when they are not known.
        public let event: ComposedEvent?
        let fire: @Sendable (any Tracker) -> Void

        /// A sample event.
        public init(
            label: String, name: String, event: ComposedEvent? = nil,
            fire: @escaping @Sendable (any Tracker) -> Void
        ) {
            self.label = label
            self.name = name
            self.event = event
            self.fire = fire
        }
    }

    /// The tracker and its world.
    public let harness: AnalyticsHarness
    /// Where its events arrive.
    public let collector: any CollectorControl
    /// What can be fired by name.
    public let samples: [Sample]
    /// Tries out what the tracker's rules do.
    public let lab: PolicyLab

    /// A stage; nothing is touched before consent.
    public init(
        harness: AnalyticsHarness, collector: any CollectorControl, samples: [Sample],
        lab: PolicyLab = PolicyLab()
    ) {
        self.harness = harness
        self.collector = collector
        self.samples = samples
        self.lab = lab
    }

    /// Why nothing could ever be sent to the endpoint, as the SDK says it; nil when something can.
    public var misconfiguration: String? {
        let mark = "misconfigured: "
        return harness.status.corrections.first { $0.hasPrefix(mark) }.map {
            String($0.dropFirst(mark.count))
        }
    }

    /// What became of a deed: its words at once, and for one that takes time, what to wait for.
    public struct Step: Sendable {
        /// What was done or started, or why not.
        public let words: String
        /// Waits for the end and says how it ended; nil when it has ended.
        public let rest: (@Sendable () async -> String)?

        init(_ words: String, rest: (@Sendable () async -> String)? = nil) {
            self.words = words
            self.rest = rest
        }
    }

    /// Does it, or starts it: deeds take effect in the order of these calls.
    public func start(_ deed: Deed) -> Step {
        let (tracker, world) = (harness.tracker, harness.world)
        switch deed {
        case .fire(let name, let count): return Step(fire(name, count: count))
        case .track(let event): return Step(track(event))
        case .burst(let burst): return start(burst)
        case .consent(let consent):
            tracker.setConsent(consent)
            return consentStep(consent)
        case .background:
            world.lifecycle.enterBackground()
            return Step("In the background: sealing and sending within 30 s.")
        case .foreground:
            world.lifecycle.enterForeground()
            return Step("Back in the foreground.")
        case .expireBackground:
            guard world.lifecycle.present == .background else {
                return Step("The app is in the foreground: there is no background time to run out.")
            }
            world.lifecycle.expireBackgroundTime()
            return Step("Background time ran out: what was not sent stays on disk.")
        case .flush: return Step("Flush started.") { await tracker.flush().words }
        case .server(let word): return Step(choose(word))
        case .network(let network):
            world.conditions.present.network = network
            return Step(network.effect)
        case .power(let isLow):
            world.conditions.present.isLowPower = isLow
            return Step(isLow ? "Low power: the flush interval is doubled." : "Normal power.")
        case .disk(let disk): return Step(set(disk))
        case .serve(let document): return Step(serve(document))
        case .speed, .advance, .wallBack: return move(deed, clock: world.clock)
        case .crash(let death): return Step("Crashing ...") { [self] in await crash(death) }
        case .identify(let user): return Step(identify(user, tracker: tracker))
        case .logOut:
            tracker.reset()
            return Step("Logged out: no user, another install ID, another session from the next event on.")
        }
    }

    /// A grant opens the folder and a denial erases it on the tracker's own thread, and either can fail there.
    private func consentStep(_ consent: Consent) -> Step {
        @Sendable func words() -> String {
            let problem = harness.status.flush.gates.compactMap { gate in
                if case .directory(let problem) = gate { problem.description } else { nil }
            }.first
            switch (problem, consent) {
            case (let why?, .granted): return "Consent granted, and nothing can be written: \(why)."
            case (let why?, .denied):
                return "Denied: nothing is recorded; what is on disk could not be erased (\(why))."
            default: return consent.effect
            }
        }
        return Step(consent.effect) { [self] in
            await harness.settle()
            return words()
        }
    }

    /// Does it in one instant of the clock, waits until the tracker has nothing in hand, and says how it ended.
    ///
    /// What only time brings, such as a slow server's answer, is not waited for.
    public func perform(_ deed: Deed) async -> String {
        if deed == .flush {
            return await harness.flushAndSettle()?.words ?? "Flush under way: no answer yet."
        }
        let words = await perform(start: deed)
        await harness.settle()
        return words
    }

    private func perform(start deed: Deed) async -> String {
        func toTheEnd() async -> String {
            let step = start(deed)
            return await step.rest?() ?? step.words
        }
        switch deed {
        case .fire, .burst: return await harness.inOneInstant(toTheEnd)
        default: return await toTheEnd()
        }
    }

    private func start(_ burst: Burst) -> Step {
        guard let sample = samples.first else { return Step("There is no sample event to fire.") }
        let tracker = harness.tracker
        return Step("Burst started: \(burst.words).") {
            await burst.run { sample.fire(tracker) }
            return "Burst done: \(burst.words)."
        }
    }

    private func choose(_ word: String) -> String {
        guard let fault = collector.fault(named: word) else {
            return "The server knows no fault \(word); play --verbs lists those that it knows."
        }
        collector.choose(fault)
        return "The server now behaves so: \(fault.name)."
    }

    private func fire(_ name: String, count: Int) -> String {
        let refused = harness.status.ledger[.noConsent]
        let sample = samples.first { $0.name == name }
        for _ in 0..<max(0, count) {
            if let sample {
                sample.fire(harness.tracker)
            } else {
                harness.tracker.track(name, schemaVersion: 1)
            }
        }
        guard harness.status.consent == .granted || harness.status.ledger[.noConsent] == refused else {
            return
                "Dropped, noConsent: \(name) is not kept, since consent is \(harness.status.consent.rawValue)."
        }
        let label = sample?.label ?? name
        return count == 1 ? "Fired \(label)." : "Fired \(label), \(count) times."
    }

    /// The tracker decides later and elsewhere; the lab applies the same rules at once.
    private func track(_ event: ComposedEvent) -> String {
        let status = harness.status
        harness.tracker.track(event.name, schemaVersion: event.schemaVersion, properties: event.properties)
        // The rules in force: a remote configuration may have put others in place.
        let lab = PolicyLab(
            limits: status.rules.events, sampling: status.rules.sampling, scrubbing: lab.scrubbing)
        return lab.decide(
            name: event.name, schemaVersion: event.schemaVersion, properties: event.properties,
            consent: status.consent, isEnabled: status.remote?.isEnabled ?? true,
            installID: status.installID ?? "an install ID to come"
        ).words(event)
    }

    private func set(_ disk: Deed.Disk) -> String {
        let files = harness.world.files
        switch disk {
        case .normal:
            files.fault = .none
            return "The disk works."
        case .full(let bytes):
            files.fault = .fullAfter(bytes: bytes)
            return "Simulated: the disk is full after \(bytes) more bytes."
        case .readOnly:
            files.fault = .readOnly
            return "Simulated: the disk is read-only."
        case .locked:
            files.fault = .unreadable
            return "Simulated: files are there and cannot be read, as on a locked device."
        case .deleted:
            do {
                try harness.deleteDirectory()
                return "Deleted for real: the folder and all that was in it."
            } catch {
                return "The folder could not be deleted: \(error.localizedDescription)"
            }
        }
    }

    private func serve(_ document: Deed.RemoteDocument) -> String {
        guard collector.serve(configuration: document.text) else {
            return "The server is not ours: its configuration cannot be set."
        }
        return "Served from now on: \(document.words); asked for after a send, hourly at most."
    }

    private func move(_ deed: Deed, clock: ManualClock) -> Step {
        switch deed {
        case .speed(let speed):
            clock.run(atSpeed: Double(speed))
            return Step("The clock runs at x\(speed).")
        case .advance(let span):
            return Step("The clock jumps by \(Words.length(span)) ...") {
                await clock.advance(by: span)
                // A day or more cannot be seen in the time of day.
                let now =
                    span >= .seconds(86_400)
                    ? ": it is \(clock.wall.formatted(.iso8601.year().month().day())) now" : ""
                return "The clock jumped by \(Words.length(span))\(now)."
            }
        case .wallBack(let span):
            clock.setWall(back: span)
            return Step("The wall clock was set back by \(Words.length(span)); the SDK's own clock was not.")
        default: return Step("")
        }
    }

    /// The host passes consent again at each launch, as one must.
    private func crash(_ death: AnalyticsHarness.Death) async -> String {
        let consent = harness.status.consent
        let before = harness.lostInCrashes
        let moment = await harness.relaunch(after: death)
        if consent != .unknown { harness.tracker.setConsent(consent) }
        let lost = harness.lostInCrashes - before
        return
            "\(death.words(diedAt: moment)), \(lost) lost in memory; relaunched, consent \(consent.rawValue)."
    }

    private func identify(_ user: String, tracker: AnalyticsTracker) -> String {
        let refused = tracker.status.refusedUserIDs
        tracker.identify(userID: user)
        guard tracker.status.refusedUserIDs > refused else {
            return "Identified: events from now on belong to this user."
        }
        let why = tracker.journal().last { $0.kind == .identity }?.detail ?? "refused"
        return "Not identified, \(why)."
    }
}
