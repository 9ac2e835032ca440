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
        return withExtendedLifetime(tracker) { ["init.us": took / 1_000] }
    }

    private func meet(_ place: String) {
        FileHandle.standardOutput.write(Data("\(place)\n".utf8))
        _ = readLine()
        FileHandle.standardOutput.write(Data("past \(place)\n".utf8))
    }
}
