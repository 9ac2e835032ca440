import Foundation

/// Runs one mode and prints its figures as one JSON object; `Tests/bench` calls each several times, in turn.
@main
struct AnalyticsBenchmarks {
    typealias Figures = [String: Double]

    private static let modes: [String: @Sendable (Options) async throws -> Figures] = [
        "track": { try TrackBench(options: $0).run() },
        "pipeline": { try PipelineBench(options: $0).run() },
        "flood": { try FloodBench(options: $0).run() },
        "init": { try InitBench(options: $0).run() },
    ]

    static func main() async throws {
        var words = Array(CommandLine.arguments.dropFirst())
        let isQuick = words.contains("--quick")
        words.removeAll { $0 == "--quick" }
        guard words.count == 2, let mode = modes[words[0]] else {
            let names = modes.keys.sorted().joined(separator: "|")
            print("usage: AnalyticsBenchmarks \(names) DIRECTORY [--quick]; Tests/bench calls it")
            exit(2)
        }
        let figures = try await mode(
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
