import Foundation
import Testing

/// A process of `Victim`: a host with a tracker, to be watched and killed.
final class VictimProcess {
    private let process = Process()
    private let output = Pipe()
    private let input = Pipe()
    private var unread = Data()
    private var hasClosedOutput = false
    /// Every line that it said so far.
    private(set) var lines: [String] = []

    /// Starts it; `tracer` is a command to run it under.
    init(_ arguments: [String], under tracer: [String] = [], environment: [String: String] = [:]) throws {
        let command = tracer + [Self.binary.path] + arguments
        process.executableURL = URL(fileURLWithPath: tracer.isEmpty ? command[0] : "/usr/bin/env")
        process.arguments = tracer.isEmpty ? arguments : command
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardOutput = output
        // It ends when this end is closed, so also when the test process is killed.
        process.standardInput = input
        try process.run()
        try output.fileHandleForWriting.close()
    }

    /// Built beside the tests.
    private static let binary: URL = {
        #if canImport(Darwin)
            let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? Bundle.main
            let folder = bundle.bundleURL.deletingLastPathComponent()
        #else
            let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
                .deletingLastPathComponent()
        #endif
        return folder.appendingPathComponent("AnalyticsVictim")
    }()

    /// How many of the events that it tracked are on disk or were, by its latest word.
    var appended: Int { number(after: "appended ") ?? 0 }

    /// The latest number that it said after a word.
    func number(after word: String) -> Int? {
        lines.last { $0.hasPrefix(word) }.flatMap { Int($0.dropFirst(word.count)) }
    }

    /// Reads until it says such a line, and returns that; nil when it ended first or the limit was reached. It gives
    /// itself a minute at most.
    @discardableResult func wait(seconds: Double = 90, for isWanted: (String) -> Bool) -> String? {
        let limit = Date(timeIntervalSinceNow: seconds)
        while let line = nextLine(before: limit) {
            lines.append(line)
            if isWanted(line) { return line }
        }
        return nil
    }

    /// Writes to its standard input.
    func tell(_ text: String) { try? input.fileHandleForWriting.write(contentsOf: Data(text.utf8)) }

    /// Kills it, waits until it is gone, and takes in what it had said before.
    func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        end()
    }

    /// Its status when it ends within the limit.
    func status(seconds: Double) -> Int32? {
        wait(seconds: seconds) { _ in false }
        return hasClosedOutput ? end() : nil
    }

    /// Waits for its end and returns its status.
    @discardableResult func end() -> Int32 {
        wait { _ in false }
        process.waitUntilExit()
        return process.terminationStatus
    }

    private func nextLine(before limit: Date) -> String? {
        while true {
            if let end = unread.firstIndex(of: 0x0A) {
                defer { unread = unread[(end + 1)...] }
                return String(decoding: unread[..<end], as: UTF8.self)
            }
            let reader = output.fileHandleForReading
            var descriptor = pollfd(fd: reader.fileDescriptor, events: Int16(POLLIN), revents: 0)
            let left = limit.timeIntervalSinceNow
            guard left > 0 else { return nil }
            guard poll(&descriptor, 1, Int32(left * 1_000) + 1) > 0 else { continue }
            let more = reader.availableData
            if more.isEmpty {
                hasClosedOutput = true
                return nil
            }
            unread += more
        }
    }
}
