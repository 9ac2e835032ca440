/// Whose time a server's pauses take, and who hears of them; without one they take real time and nobody does.
public struct ServerTime: Sendable {
    /// Calls `ring` once after so many seconds; what it gives back calls that off.
    public typealias Schedule =
        @Sendable (_ seconds: Double, _ ring: @escaping @Sendable () -> Void) -> @Sendable () -> Void

    let schedule: Schedule
    let holdsBack: @Sendable (_ number: Int, _ path: String) -> Void
    let goesOn: @Sendable (_ number: Int) -> Void

    /// A server's time. `holdsBack` is called when the answer to a request, by its number, begins to wait for that
    /// time or for nothing; `goesOn` before the server goes on with it.
    public init(
        schedule: @escaping Schedule, holdsBack: @escaping @Sendable (_ number: Int, _ path: String) -> Void,
        goesOn: @escaping @Sendable (_ number: Int) -> Void
    ) {
        self.schedule = schedule
        self.holdsBack = holdsBack
        self.goesOn = goesOn
    }
}

/// The answers that a server holds back at present.
struct AnswersHeldBack: Sendable {
    let time: ServerTime?
    private let numbers = Locked<Set<Int>>([])

    init(time: ServerTime?) { self.time = time }

    func begin(_ number: Int?) {
        guard let time, let number else { return }
        numbers.withLock { _ = $0.insert(number) }
        time.holdsBack(number, Collector.eventsPath)
    }

    func end(_ number: Int?) {
        guard let time, let number, numbers.withLock({ $0.remove(number) }) != nil else { return }
        time.goesOn(number)
    }

    /// Before the server acts on another fault: whoever counts must count before that is done.
    func endAll() {
        for number in numbers.withLock({ $0 }) { end(number) }
    }
}
