import Analytics
import AnalyticsTesting
import Foundation

/// The one clock that tracker, deadlines and collector share; it stands still until a stage runs it or a step moves it.
public struct WorldTime: Sendable {
    let clock: ManualClock
    private let start: Double

    /// A world that begins now, or at the same moment in every run.
    public init(startsNow: Bool = true) {
        let now = Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000))
        clock = startsNow ? ManualClock(start: now) : ManualClock()
        start = Double(clock.wall.milliseconds) / 1_000
    }

    /// The world's own time, for the server's clock: no deed sets it back, unlike the device's wall clock.
    public var now: Date { Date(timeIntervalSince1970: start + clock.elapsed / .seconds(1)) }
}
