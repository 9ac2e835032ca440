import Foundation
import Testing

#if os(Linux)
    /// What a server that means harm can do to a host: nothing beyond one failed attempt. The tracker runs in a process
    /// of its own, which watches its own memory.
    @Suite(.timeLimit(.minutes(2)), .serialized) struct HostileServerTests {
        /// Kilobytes that one hostile exchange may cost.
        private static let mostGrowth = 4_096

        private func host(_ server: HostileServer, timeout: Int = 20_000, isUnbounded: Bool = false) throws
            -> (VictimProcess, Place)
        {
            let place = try Place()
            let words = ["hostile", place.directory.path, server.endpoint.absoluteString, "1", "\(timeout)"]
            let process = try VictimProcess(words + (isUnbounded ? ["unbounded"] : []))
            #expect(process.wait { $0.hasPrefix("warm") } == "warm nothing left")
            return (process, place)
        }

        /// How much its memory grew; ends it.
        private func growth(_ process: VictimProcess) throws -> Int {
            process.tell("e")
            let grown = process.wait { $0.hasPrefix("grew") }
            process.end()
            return try #require(grown.flatMap { Int($0.dropFirst(5)) })
        }

        @Test(arguments: HostileResponse.floods + HostileResponse.breaks)
        func aHostileResponseIsOneFailedAttemptAndFourMegabytesAtMost(response: HostileResponse) throws {
            let server = try HostileServer(response.script, readsRequest: response.readsRequest)
            defer { server.stop() }
            let (process, place) = try host(server)
            defer { withExtendedLifetime(place) {} }
            let line = process.wait { $0.hasPrefix("flushed") }
            #expect(line?.hasPrefix("flushed \(response.outcome)") == true, "\(line ?? "ended")")
            #expect(server.untilClientLeft())
            #expect(try growth(process) <= Self.mostGrowth)
        }

        @Test(arguments: HostileResponse.delays)
        func theDeadlineHoldsWhateverTheServerSends(response: HostileResponse) throws {
            let server = try HostileServer(response.script)
            defer { server.stop() }
            let (process, place) = try host(server, timeout: 1_000)
            defer { withExtendedLifetime(place) {} }
            // The server would go on for ever: only the deadline can end this.
            let line = process.wait { $0.hasPrefix("flushed") }
            #expect(line?.hasPrefix("flushed \(response.outcome)") == true, "\(line ?? "ended")")
            #expect(server.untilClientLeft())
            #expect(try growth(process) <= Self.mostGrowth)
        }

        @Test(arguments: HostileResponse.delays + HostileResponse.floods)
        func aDenialReturnsWhileTheServerStillSends(response: HostileResponse) throws {
            let server = try HostileServer(response.script)
            defer { server.stop() }
            let (process, place) = try host(server, timeout: 60_000)
            defer { withExtendedLifetime(place) {} }
            #expect(server.untilUnderWay())
            process.tell("d")
            #expect(process.wait { $0 == "returned" } != nil)
            // Not even its deadline was near: the denial alone ended the exchange.
            #expect(server.untilClientLeft())
            #expect(try growth(process) <= Self.mostGrowth)
        }

        /// A seeded fault: URLSession on Linux keeps no bound, and the watching sees it.
        @Test func theFigureIsExceededByATransportThatQueuesWhatItReceives() throws {
            let response = try #require(
                HostileResponse.floods.first { $0.name == "endless chunks of one byte" })
            let server = try HostileServer(response.script)
            let (process, place) = try host(server, timeout: 3_000, isUnbounded: true)
            defer { withExtendedLifetime(place) {} }
            process.wait { $0.hasPrefix("flushed") }
            #expect(try growth(process) > Self.mostGrowth)
            server.stop()
        }
    }
#endif
