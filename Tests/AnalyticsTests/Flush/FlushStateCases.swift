import Analytics

extension MonotonicTime {
    /// Seconds since the launch that the tests of `FlushState` begin at.
    static func at(_ seconds: Int) -> MonotonicTime { MonotonicTime(nanoseconds: 0) + .seconds(seconds) }
}

/// A state with a name, reached by inputs that each have their time.
struct FlushStateCase: Sendable, CustomStringConvertible {
    let description: String
    /// When the input under test comes.
    let now: Int
    let state: FlushState

    init(
        _ name: String, at now: Int, misconfigured: String? = nil, consent: Consent? = .granted,
        _ inputs: [(Int, FlushState.Input)] = []
    ) {
        description = name
        self.now = now
        var state = FlushState(rules: FlushRules(), misconfigured: misconfigured, launch: .at(0))
        if let consent { _ = state.handle(.consent(consent), at: .at(0)) }
        for (time, input) in inputs { _ = state.handle(input, at: .at(time)) }
        self.state = state
    }

    static let failed = FlushState.Input.answered(.retry(after: nil, cause: .status(503)), jitter: 0)
    static let refused = FlushState.Input.answered(.refused(status: 401), jitter: 0)
    static let round: [(Int, FlushState.Input)] = [(20, .waiting(3)), (20, .asked(.flush))]

    /// Every state that differs in what it does next.
    static let all: [FlushStateCase] = [
        FlushStateCase("consent unknown", at: 20, consent: nil, [(1, .waiting(3)), (2, .asked(.flush))]),
        FlushStateCase("nothing waits", at: 20),
        FlushStateCase("three wait", at: 20, [(20, .waiting(3))]),
        FlushStateCase("three since a minute", at: 80, [(20, .waiting(3))]),
        FlushStateCase(
            "three wait, low power", at: 80,
            [
                (1, .conditions(DeviceConditions(isLowPower: true))), (20, .waiting(3)),
            ]),
        FlushStateCase("too early for three", at: 5, [(1, .waiting(3))]),
        FlushStateCase("consent withdrawn", at: 80, [(20, .waiting(60)), (21, .consent(.denied))]),
        FlushStateCase("consent suspended", at: 80, [(20, .waiting(3)), (21, .consent(.unknown))]),
        FlushStateCase("round on", at: 80, round),
        FlushStateCase("backing off", at: 24, round + [(20, failed), (20, .roundEnded(isDry: false))]),
        FlushStateCase("backoff over", at: 25, round + [(20, failed), (20, .roundEnded(isDry: false))]),
        FlushStateCase("server refuses", at: 24, round + [(20, refused), (20, .roundEnded(isDry: false))]),
        FlushStateCase(
            "offline", at: 80,
            [
                (1, .conditions(DeviceConditions(network: .offline))), (20, .waiting(3)),
            ]),
        FlushStateCase(
            "held on the way", at: 79,
            round + [(20, .answered(.held(.constrained), jitter: 0)), (20, .roundEnded(isDry: false))]),
        FlushStateCase(
            "hold over", at: 80,
            round + [(20, .answered(.held(.constrained), jitter: 0)), (20, .roundEnded(isDry: false))]),
        FlushStateCase("directory in use", at: 80, [(20, .waiting(3)), (21, .problem(.inUse))]),
        FlushStateCase("misconfigured", at: 80, misconfigured: "no host", [(20, .waiting(3))]),
        FlushStateCase("in the background", at: 80, [(20, .waiting(3)), (21, .lifecycle(.background))]),
        FlushStateCase(
            "background time over", at: 80,
            [
                (20, .waiting(60)), (20, .lifecycle(.background)), (20, .asked(.background)),
                (49, .answered(.cancelled, jitter: 0)), (49, .waiting(60)), (49, .roundEnded(isDry: false)),
                // The count's round is over; this is the one that the background asked for.
                (50, .answered(.cancelled, jitter: 0)), (50, .waiting(60)), (50, .roundEnded(isDry: false)),
            ]),
        FlushStateCase(
            "found nothing to send", at: 90, [(20, .waiting(60)), (20, .roundEnded(isDry: true))]),
    ]
}

/// An input with a name that stands at the head of a column.
enum FlushStateInput: String, CaseIterable {
    case open0, open3, grant, deny, unkn, inUse, free, net, offl
    case w0, w4, w70, flush, bg, front, back, clock

    var input: FlushState.Input {
        switch self {
        case .open0: .opened(leftovers: 0, backoff: nil)
        case .open3: .opened(leftovers: 3, backoff: nil)
        case .grant: .consent(.granted)
        case .deny: .consent(.denied)
        case .unkn: .consent(.unknown)
        case .inUse: .problem(.inUse)
        case .free: .problem(nil)
        case .net: .conditions(DeviceConditions())
        case .offl: .conditions(DeviceConditions(network: .offline))
        case .w0: .waiting(0)
        case .w4: .waiting(4)
        case .w70: .waiting(70)
        case .flush: .asked(.flush)
        case .bg: .asked(.background)
        case .front: .lifecycle(.foreground)
        case .back: .lifecycle(.background)
        case .clock: .clock
        }
    }
}
