import Analytics
import Foundation

/// A host that is made to be killed. It tracks numbered events and says, a line each on standard output, how many of
/// them are on disk and what stands in the way. It ends when its standard input does, or after a minute.
///
///     Victim init [DIRECTORY]                             makes a tracker, says "before", "made", "end"
///     Victim flood DIRECTORY ENDPOINT FIRST               tracks and flushes without end
///     Victim hold  DIRECTORY ENDPOINT FIRST COUNT         tracks so many, sends nothing
///     Victim drain DIRECTORY ENDPOINT FIRST COUNT         tracks so many, flushes until nothing is left, and ends
///     Victim play DIRECTORY ENDPOINT STEP...              runs steps; see `Play`
///     Victim hostile DIRECTORY ENDPOINT FIRST TIMEOUT [remote] [FAULT]
///                                                         sends to a hostile server or asks it for the remote
///                                                         configuration, each with so many milliseconds; the fault
///                                                         is one of `SeededTransport`
@main
struct Victim {
    static func main() async {
        alarm(60)
        let words = Array(CommandLine.arguments.dropFirst())
        guard let mode = words.first else { exit(64) }
        if mode == "init" { return await Initial.run(directory: words.dropFirst().first) }
        if mode == "play", words.count > 3, let endpoint = URL(string: words[2]) {
            await Play(directory: words[1], endpoint: endpoint).run(Array(words.dropFirst(3)))
        }
        guard words.count >= 4, let endpoint = URL(string: words[2]), let first = Int(words[3]) else {
            exit(64)
        }
        var configuration = AnalyticsConfiguration(endpoint: endpoint, appVersion: "1")
        configuration.directory = URL(fileURLWithPath: words[1])
        // Only what it asks for is sent, however slow the machine is.
        configuration.flush.launchDelay = .seconds(600)
        let count = words.count > 4 ? Int(words[4]) ?? 0 : 0
        if mode == "hostile" {
            configuration.flush.requestTimeout = .milliseconds(count)
            if words.contains("remote") { configuration.remoteConfiguration = endpoint }
            return await Hostile.run(configuration, transport: words.last.flatMap(SeededTransport.init))
        }
        let host = Host(configuration: configuration, first: first)
        switch mode {
        case "flood": await host.flood()
        case "hold": await host.hold(count)
        case "drain": await host.drain(count)
        default: exit(64)
        }
    }

    /// One line, in one system call, so that a kill cannot leave half of it.
    static func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

    /// A millisecond's rest; ends the process when the test that started it is gone.
    static func rest() {
        var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        if poll(&input, 1, 1) > 0 { exit(0) }
    }
}

struct Numbered: AnalyticsEvent {
    static let name = "numbered"
    static let schemaVersion = 1
    let number: Int
    var properties: [String: PropertyValue] { ["n": .int(number)] }
}
