import Foundation

/// Runs one mode and prints its figures as one JSON object; `Tests/bench` calls each several times, in turn.
///
/// Everything runs on the main thread: a measurement that held a thread of the shared pool would slow the tracker.
@main
struct AnalyticsBenchmarks {
    typealias Figures = [String: Double]

    private static let modes: [String: @Sendable (Options) throws -> Figures] = [
        "track": { try TrackBench(options: $0).run() },
        "pipeline": { try PipelineBench(options: $0).run() },
        "flood": { try FloodBench(options: $0).run() },
        "init": { try InitBench(options: $0).run() },
        "deliver": { try DeliverBench(options: $0).run() },
        "leftovers": { try RelaunchBench(options: $0).prepare() },
        "relaunch": { try RelaunchBench(options: $0).run() },
        "screen": { try ScreenBench(options: $0).run() },
    ]

    static func main() throws {
        var words = Array(CommandLine.arguments.dropFirst())
        let isQuick = words.contains("--quick")
        words.removeAll { $0 == "--quick" }
        guard words.count == 2, let mode = modes[words[0]] else {
            let names = modes.keys.sorted().joined(separator: "|")
            print("usage: AnalyticsBenchmarks \(names) DIRECTORY [--quick]; Tests/bench calls it")
            exit(2)
        }
        let figures = try mode(
            Options(directory: URL(fileURLWithPath: words[1], isDirectory: true), isQuick: isQuick))
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        print(String(decoding: try encoder.encode(figures), as: UTF8.self))
    }
}

/// What every mode is told.
struct Options {
    /// Belongs to this run alone, and is removed by whoever made it.
    let directory: URL
    /// Fewer calls: for a check that runs with every test, not for a figure to quote.
    let isQuick: Bool

    func count(_ full: Int, quick: Int) -> Int { isQuick ? quick : full }
}

/// The run did not do what its figure would say.
struct Mismeasured: Error, CustomStringConvertible {
    let description: String
}
