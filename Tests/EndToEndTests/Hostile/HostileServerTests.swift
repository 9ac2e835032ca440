import Foundation
import Testing

#if os(Linux)
    /// What a server that means harm can do to a host: nothing beyond one failed attempt. The tracker runs in a process
    /// of its own, which watches its own memory.
    @Suite(.timeLimit(.minutes(2)), .serialized) struct HostileServerTests {
        /// Kilobytes that one hostile exchange may cost.
        static let mostGrowth = 4_096

        @Test(arguments: HostileResponse.floods + HostileResponse.breaks)
        func aHostileResponseIsOneFailedAttemptAndFourMegabytesAtMost(response: HostileResponse) throws {
            let run = try HostileRun(response)
            defer { run.stop() }
            let outcome = run.flushed()
            #expect(outcome?.hasPrefix(response.outcome) == true, "\(outcome ?? "ended")")
            #expect(run.server.untilClientLeft())
            #expect(try run.growth() <= Self.mostGrowth)
        }

        @Test(arguments: HostileResponse.delays)
        func theDeadlineHoldsWhateverTheServerSends(response: HostileResponse) throws {
            let run = try HostileRun(response, timeout: 1_000)
            defer { run.stop() }
            // The server would go on for ever: only the deadline can end this.
            let outcome = run.flushed()
            #expect(outcome?.hasPrefix(response.outcome) == true, "\(outcome ?? "ended")")
            #expect(run.server.untilClientLeft())
            #expect(try run.growth() <= Self.mostGrowth)
        }

        @Test(arguments: HostileResponse.delays + HostileResponse.floods)
        func aDenialReturnsWhileTheServerStillSends(response: HostileResponse) throws {
            let run = try HostileRun(response, timeout: 60_000)
            defer { run.stop() }
            #expect(run.server.untilUnderWay())
            run.deny()
            #expect(run.denialReturned())
            // Not even its deadline was near: the denial alone ended the exchange.
            #expect(run.server.untilClientLeft())
            #expect(try run.growth() <= Self.mostGrowth)
        }

        @Test(arguments: HostileResponse.delays + HostileResponse.floods)
        func theProcessExitsWhileTheServerStillSends(response: HostileResponse) throws {
            let run = try HostileRun(response, timeout: 60_000)
            defer { run.stop() }
            #expect(run.server.untilUnderWay())
            #expect(run.exit() == 0)
            #expect(run.server.untilClientLeft())
        }

        @Test(arguments: HostileResponse.floods + HostileResponse.breaks + HostileResponse.delays)
        func theRequestForTheConfigurationIsBoundedToo(response: HostileResponse) throws {
            // A deadline of a second where only that can end it.
            let run = try HostileRun(
                response, timeout: response.isEndless ? 1_000 : 20_000, honest: 3, "remote")
            defer { run.stop() }
            let answer = try #require(run.asked())
            #expect(!answer.hasPrefix("new configuration"), "\(answer)")
            #expect(run.server.untilClientLeft())
            #expect(try run.growth() <= Self.mostGrowth)
        }
    }
#endif
