/// What kind of thing an action is.
extension Action {
    /// Whether it does anything to the tracker, to its world or to a disk; what only moves about does not.
    var changesAnything: Bool {
        switch self {
        case .fire, .burstMenu, .menu, .lifecycle, .expireBackground, .flush, .identify, .logOut, .slower,
            .faster, .wallBack, .snapshot, .record:
            true
        case .audit, .step, .scroll, .open, .back, .filter, .pause, .help, .redraw, .suspend, .quit: false
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
