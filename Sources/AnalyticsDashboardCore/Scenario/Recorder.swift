import Analytics

/// Writes down what is done, so that a scenario can do it again.
///
/// Deeds and the time between them; jumps and speeds of the clock are not deeds here, but time that passed.
struct Recorder: Sendable {
    private let start: Findings
    private var lines: [String]
    /// Whole milliseconds of the clock that the lines account for.
    private var written: Int64 = 0
    /// Whether a burst went over the buffer: how many it pushed out is the machine's.
    private var hasFlooded = false

    /// A recording that begins here: `standing` is what was set up before and still holds.
    init(seed: UInt64?, standing: [Deed], at time: Duration, found: Findings) {
        start = found
        lines = seed.map { [Verb.line(.seed($0))] } ?? []
        lines += standing.map { Verb.line($0) }
        pass(to: time)
    }

    /// Something is done at that time of the clock.
    mutating func note(_ deed: Deed, at time: Duration) {
        switch deed {
        case .advance, .speed: return
        default: break
        }
        if case .burst(let burst) = deed, burst.events > start.status.rules.bufferCapacity {
            hasFlooded = true
        }
        pass(to: time)
        lines.append(Verb.line(deed))
    }

    /// The scenario, with what it must find at its end.
    ///
    /// Only a recording from the very beginning, saved at rest, can promise that: what came before a later
    /// beginning is not in it, and what is under way may end otherwise. Nor can one with a burst over the buffer promise
    /// more than how many events were tracked.
    func text(at time: Duration, found: Findings) -> String {
        var copy = self
        copy.pass(to: time)
        let isWhole = start.total { $0.ledger.tracked } == 0
        let isAtRest = [Ledger.Account.buffered, .inHand, .inFlight].allSatisfy {
            found.status.ledger[$0] == 0
        }
        let results = Self.results(found).map(\.text)
        let head =
            isWhole
            ? "# Recorded from the beginning." : "# Recorded from the middle; what came before is not in it."
        let note = ["# Found at the end: \(results.joined(separator: ", "))"]
        let tail =
            switch (isWhole && isAtRest, hasFlooded) {
            case (false, _): note
            case (true, false): results.map { "expect \($0)" }
            case (true, true):
                ["# A burst over the buffer pushes out as many as the machine is slow."] + note
                    + results.filter { $0.hasPrefix("tracked ") }.map { "expect \($0)" }
            }
        return ([head] + copy.lines + tail).joined(separator: "\n") + "\n"
    }

    private mutating func pass(to time: Duration) {
        let now = SpanText.whole(time)
        guard now > written else { return }
        lines.append(Verb.line(.advance(.milliseconds(now - written))))
        written = now
    }

    /// The ledger, as far as there is anything in it.
    private static func results(_ found: Findings) -> [Expectation] {
        let always = ["tracked", "kept", "waiting", "delivered", "unique"]
        let names = always + ["lost-in-crash"] + DropReason.allCases.map(\.rawValue)
        return names.compactMap { name in
            guard case .number(let read)? = Measure.named(name)?.kind else { return nil }
            let number = read(found)
            return number > 0 || always.contains(name) ? Expectation(name, equals: number) : nil
        }
    }
}

/// What was set up and still holds: the last word on each thing that a deed can set.
struct StandingDeeds: Sendable, Equatable {
    /// In the order in which they were done.
    private(set) var deeds: [Deed] = []

    /// Takes in what was done.
    mutating func note(_ deed: Deed) {
        switch deed {
        case .logOut, .consent(.denied): deeds.removeAll { $0.setting == .user }
        case .foreground: deeds.removeAll { $0.setting == .lifecycle }
        case .crash: deeds.removeAll { $0.setting == .user }
        default: break
        }
        guard let setting = deed.setting, deed != .foreground else { return }
        deeds.removeAll { $0.setting == setting }
        deeds.append(deed)
    }
}

extension Deed {
    fileprivate enum Setting { case consent, lifecycle, server, network, power, disk, remote, user }

    /// What it sets for good; nil for what happens once.
    fileprivate var setting: Setting? {
        switch self {
        case .consent: .consent
        case .background, .foreground: .lifecycle
        case .server: .server
        case .network: .network
        case .power: .power
        case .disk(let disk): disk == .deleted ? nil : .disk
        case .serve: .remote
        case .identify: .user
        case .fire, .track, .burst, .expireBackground, .flush, .speed, .advance, .wallBack, .crash, .logOut:
            nil
        }
    }
}
