import Foundation
import Testing

#if os(Linux)
    /// The checks of `HostileServerTests` see what they look for: each fails with a transport that has the fault.
    @Suite(.timeLimit(.minutes(2)), .serialized) struct SeededTransportTests {
        private func response(_ name: String) throws -> HostileResponse {
            try #require((HostileResponse.floods + HostileResponse.delays).first { $0.name == name })
        }

        /// URLSession on Linux keeps no bound.
        @Test func theFigureIsExceededByATransportThatQueuesWhatItReceives() throws {
            let run = try HostileRun(response("endless chunks of one byte"), timeout: 3_000, "unbounded")
            defer { run.stop() }
            _ = run.flushed()
            #expect(try run.growth() > HostileServerTests.mostGrowth)
        }

        @Test func theFigureIsExceededForTheConfigurationToo() throws {
            let run = try HostileRun(
                response("endless chunks of one byte"), timeout: 3_000, honest: 3, "remote", "unbounded")
            defer { run.stop() }
            _ = run.asked()
            #expect(try run.growth() > HostileServerTests.mostGrowth)
        }

        @Test(arguments: ["silence", "a body in drips"])
        func aDenialDoesNotReturnWithATransportWhoseCancellationWaits(name: String) throws {
            let run = try HostileRun(response(name), timeout: 60_000, "blocking")
            defer { run.stop() }
            #expect(run.server.untilUnderWay())
            run.deny()
            #expect(!run.denialReturned(seconds: 1))
            // It was the server that it waited for.
            run.server.stop()
            #expect(run.denialReturned())
        }

        @Test(arguments: ["silence", "a body in drips"])
        func aDenialDoesNotEndTheExchangeOfATransportThatIgnoresCancellation(name: String) throws {
            let run = try HostileRun(response(name), timeout: 60_000, "deaf")
            defer { run.stop() }
            #expect(run.server.untilUnderWay())
            run.deny()
            #expect(run.denialReturned())
            #expect(!run.server.untilClientLeft(seconds: 1))
        }

        @Test(arguments: ["a body in drips"])
        func theDeadlineDoesNotHoldWithATransportThatIgnoresCancellation(name: String) throws {
            let run = try HostileRun(response(name), timeout: 1_000, "deaf")
            defer { run.stop() }
            #expect(run.server.untilUnderWay())
            // Three deadlines.
            #expect(run.flushed(seconds: 3) == nil)
            // It was the server that it waited for.
            run.server.stop()
            #expect(run.flushed() != nil)
        }

        @Test func theProcessDoesNotExitWithATransportThatWaitsAtExit() throws {
            let run = try HostileRun(response("a body in drips"), timeout: 60_000, "lingering")
            defer { run.stop() }
            #expect(run.server.untilUnderWay())
            #expect(run.exit(seconds: 1) == nil)
        }
    }
#endif
