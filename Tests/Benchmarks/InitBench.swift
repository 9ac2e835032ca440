import Analytics
import Foundation

/// The first tracker of a process. Says where it is and waits for a line, so that files and sockets can be
/// counted from outside, before and after.
struct InitBench {
    let options: Options

    func run() throws -> AnalyticsBenchmarks.Figures {
        let configuration = try AnalyticsConfiguration.benchmark(in: options.directory)
        let clock = CallTimes.ofNothing
        meet("before")
        let start = nanoseconds()
        let tracker = AnalyticsTracker(configuration: configuration)
        let took = Double(nanoseconds() - start) - clock
        meet("after")
        return try withExtendedLifetime(tracker) {
            ["init.us": took / 1_000, "init.again_us": try again() / 1_000]
        }
    }

    /// A later tracker of the process: the runtime has laid out its types by then.
    private func again() throws -> Double {
        let configuration = try AnalyticsConfiguration.benchmark(in: options.directory)
        var times = CallTimes()
        var kept: [AnalyticsTracker] = []
        times.add(20) { _ in kept.append(AnalyticsTracker(configuration: configuration)) }
        return times.percentile(0.5)
    }

    private func meet(_ place: String) {
        FileHandle.standardOutput.write(Data("\(place)\n".utf8))
        _ = readLine()
        FileHandle.standardOutput.write(Data("past \(place)\n".utf8))
    }
}
