import Foundation
import Testing

/// A host with a tracker whose next exchange meets a hostile server, and the checks on both.
struct HostileRun {
    let server: HostileServer
    private let process: VictimProcess
    private let place: Place

    /// `words` are further ones of `Victim hostile`; the timeout is in milliseconds.
    init(_ response: HostileResponse, timeout: Int = 20_000, honest: Int = 1, _ words: String...) throws {
        server = try HostileServer(response.script, readsRequest: response.readsRequest, honest: honest)
        place = try Place()
        process = try VictimProcess(
            ["hostile", place.directory.path, server.endpoint.absoluteString, "1", "\(timeout)"] + words)
        #expect(process.wait { $0.hasPrefix("warm") } == "warm nothing left")
    }

    /// What `flush()` returned; nil when it did not within the limit.
    func flushed(seconds: Double = 60) -> String? { line("flushed ", seconds: seconds) }

    /// What the tracker says of its request for the configuration; nil when that was not over within the limit.
    func asked() -> String? { line("asked ", seconds: 60) }

    /// Denies consent.
    func deny() { process.tell("d") }

    /// Whether `setConsent(.denied)` has returned within the limit.
    func denialReturned(seconds: Double = 60) -> Bool {
        process.wait(seconds: seconds) { $0 == "returned" } != nil
    }

    /// How many kilobytes its memory grew; ends it.
    func growth() throws -> Int {
        process.tell("e")
        let grown = line("grew ", seconds: 60)
        process.end()
        return try #require(grown.flatMap { Int($0) })
    }

    /// Tells the process to call `exit(0)`; its status when it has ended within the limit.
    func exit(seconds: Double = 20) -> Int32? {
        process.tell("x")
        return process.status(seconds: seconds)
    }

    /// Ends everything, whatever state it is in.
    func stop() {
        process.kill()
        server.stop()
    }

    private func line(_ word: String, seconds: Double) -> String? {
        process.wait(seconds: seconds) { $0.hasPrefix(word) }.map { String($0.dropFirst(word.count)) }
    }
}
