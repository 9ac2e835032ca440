/// What kind of thing an action is.
extension Action {
    /// Whether it does anything to the tracker, to its world or to a disk; what only moves about does not.
    var changesAnything: Bool {
        switch self {
        case .fire, .compose, .autopilot, .burstMenu, .menu, .lifecycle, .expireBackground, .flush, .identify,
            .logOut, .slower,
            .faster, .wallBack, .snapshot, .record:
            true
        case .lab, .audit, .step, .scroll, .open, .back, .filter, .pause, .help, .redraw, .suspend, .quit:
            false
        }
    }

    /// Whether it makes sense only with the embedded collector: a real server has its own faults and its own time.
    var needsOurServer: Bool {
        switch self {
        case .menu(.server), .menu(.remote), .menu(.jump), .slower, .faster, .wallBack: true
        default: false
        }
    }
}

extension Model {
    static let showsOnly = "Read-only: this dashboard shows and changes nothing."

    var notOurs: String {
        "Not with the server at \(collector.fault): faults, clock and remote rules are its own."
    }

    /// Why a deed cannot be had at present, in words; nil when it can.
    func refusal(of deed: Deed) -> String? {
        if isReadOnly { return Self.showsOnly }
        switch deed {
        case .server, .serve, .speed, .advance, .wallBack: return collector.isOurs ? nil : notOurs
        default: return nil
        }
    }
}
