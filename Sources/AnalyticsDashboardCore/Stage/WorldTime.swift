import Analytics
import AnalyticsTesting
import Foundation

/// The one clock that tracker, deadlines and collector share; it stands still until a stage runs it or a step moves it.
public struct WorldTime: Sendable {
    let clock: ManualClock
    let heldAnswers: HeldAnswers
    private let start: Double

    /// A world that begins now, or at the same moment in every run.
    public init(startsNow: Bool = true) {
        clock = startsNow ? ManualClock(start: Date()) : ManualClock()
        heldAnswers = HeldAnswers(clock: clock)
        start = clock.wall.timeIntervalSince1970
    }

    /// The world's own time, for the server's clock: no deed sets it back, unlike the device's wall clock.
    public var now: Date { Date(timeIntervalSince1970: start + clock.elapsed / .seconds(1)) }

    /// Calls `ring` once after so many seconds of this time; what it gives back calls that off.
    public func schedule(
        after seconds: Double, _ ring: @escaping @Sendable () -> Void
    ) -> @Sendable () -> Void {
        let alarm = clock.schedule(at: clock.now().monotonic + .seconds(seconds)) { ring() }
        return { alarm.cancel() }
    }

    /// A server of ours behind real sockets holds back its answer to a request to `path`, and has this number for it:
    /// until it goes on, the world's time may.
    public func holdsBack(_ number: Int, path: String) { heldAnswers.holdsBack(number, path: path) }

    /// The server goes on with the request of this number.
    public func goesOn(_ number: Int) { heldAnswers.goesOn(number) }
}
