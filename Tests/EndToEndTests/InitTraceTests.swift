import Foundation
import Testing

/// What making a tracker does to the world: nothing.
@Suite(.timeLimit(.minutes(10))) struct InitTraceTests {
    private let home = FileManager.default.temporaryDirectory
        .appendingPathComponent("home-\(UUID().uuidString)")

    /// Every call that names a file, or that has to do with sockets.
    private static let traced = "%file,%network,write"

    @Test(arguments: ["a directory of its own", "the default directory"])
    func makingATrackerOpensNoFileAndNoSocketAndMakesNoFolder(place: String) throws {
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: home) }
        let log = home.appendingPathComponent("trace")
        let own = place == "a directory of its own" ? [home.appendingPathComponent("queue").path] : []
        let environment = ["HOME": home.path, "XDG_DATA_HOME": home.appendingPathComponent("data").path]
        let tracer =
            Self.canTrace ? ["strace", "-f", "-qq", "-o", log.path, "-e", "trace=\(Self.traced)"] : []
        let victim = try VictimProcess(["init"] + own, under: tracer, environment: environment)
        victim.wait { $0 == "end" }
        #expect(victim.end() == 0)
        #expect(victim.lines == ["before", "made", "dropped 100", "end"])
        let names = try FileManager.default.contentsOfDirectory(atPath: home.path)
        #expect(names == (Self.canTrace ? ["trace"] : []))
        guard Self.canTrace else { return }
        let calls = try Self.calls(in: String(contentsOf: log, encoding: .utf8))
        #expect(calls.isEmpty, "\(calls.joined(separator: "\n"))")
    }

    /// Between the two words, less what is not the tracker's: the words themselves, and the dispatch library's look
    /// at its own threads now and then. The second half of an interrupted call says nothing new.
    private static func calls(in trace: String) throws -> [String] {
        let lines = trace.split(separator: "\n").map(String.init)
        let start = try #require(lines.firstIndex { $0.contains(#""before\n""#) })
        let end = try #require(lines.firstIndex { $0.contains(#""end\n""#) })
        let foreign = try Regex(#"write\(1, |"/proc/\d+/stat"|resumed>"#)
        return lines[(start + 1)..<end].filter { !$0.contains(foreign) }
    }

    /// Some sandboxes refuse tracing; the folders are looked at there too.
    private static let canTrace: Bool = {
        let probe = Process()
        probe.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        probe.arguments = ["strace", "-qq", "-o", "/dev/null", "true"]
        probe.standardError = FileHandle.nullDevice
        guard (try? probe.run()) != nil else { return false }
        probe.waitUntilExit()
        return probe.terminationStatus == 0
    }()
}
