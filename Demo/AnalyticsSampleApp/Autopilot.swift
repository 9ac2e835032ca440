import Analytics

/// What a person does with a shopping app, step by step, made from a seed: sessions, a checkout that not everybody
/// ends, time to think, and the app left and come back to.
///
/// Pure: the same seed has the same steps on every machine. It never ends.
public struct Autopilot: Sendable, Sequence, IteratorProtocol {
    /// What the person, or the app, does.
    public enum Act: Sendable {
        case track(any AnalyticsEvent)
        case background
        case foreground
    }

    /// One act and the time before it.
    public struct Step: Sendable {
        /// How long the person thinks, or is away.
        public let pause: Duration
        /// What happens then.
        public let act: Act
    }

    private var random: SeededGenerator
    private var steps: [Step] = []
    private var isFirstVisit = true

    /// A person; another seed is another one.
    public init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    /// The next step; never nil.
    public mutating func next() -> Step? {
        if steps.isEmpty { visit() }
        return steps.removeFirst()
    }

    /// From opening the app to leaving it.
    private mutating func visit() {
        if !isFirstVisit {
            // Now and then long enough for another session, which begins after half an hour.
            add(chance(0.3) ? seconds(1_900...7_200) : seconds(20...600), .foreground)
        }
        isFirstVisit = false
        add(seconds(1...2), .track(ScreenViewed(screen: "home")))
        for _ in 0..<Int.random(in: 1...6, using: &random) { browse() }
        if chance(0.35) { checkOut() }
        if chance(0.05) { add(think(), .track(ProfileSaved())) }
        add(think(), .background)
    }

    private mutating func browse() {
        let screen = ["search", "category", "product", "reviews", "basket"].randomElement(using: &random)
        add(think(), .track(ScreenViewed(screen: screen ?? "search")))
        for _ in 0..<Int.random(in: 0...2, using: &random) {
            let element = ["photo", "size", "add", "share", "more"].randomElement(using: &random)
            add(think(), .track(Tapped(element: element ?? "more")))
        }
        guard chance(0.1) else { return }
        // A call, a message, another app.
        add(think(), .background)
        add(seconds(4...90), .foreground)
    }

    /// Three steps and a purchase; a third leaves at each.
    private mutating func checkOut() {
        for step in 1...3 {
            add(think(), .track(CheckoutStep(step: step)))
            if chance(0.33) { return }
        }
        add(think(), .track(Purchase()))
    }

    private mutating func add(_ pause: Duration, _ act: Act) { steps.append(Step(pause: pause, act: act)) }

    /// Mostly a second or three, seldom much longer.
    private mutating func think() -> Duration {
        let luck = Double.random(in: 0..<1, using: &random)
        return .milliseconds(Int(600 + 1_800 * luck + 18_000 * luck * luck * luck * luck * luck * luck))
    }

    private mutating func seconds(_ range: ClosedRange<Int>) -> Duration {
        .seconds(Int.random(in: range, using: &random))
    }

    private mutating func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &random) < share }
}

/// Random numbers that a seed brings back, the same everywhere (SplitMix64).
private struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
