import Analytics
import AnalyticsDashboardCore
import AnalyticsTesting
import Foundation
import Testing

/// What is said of a deed is what became of it.
@Suite struct DeedTests {
    private func slowStage() throws -> Stage {
        let endpoint = try #require(URL(string: "http://127.0.0.1"))
        let server = Stages.Server()
        return Stage.virtual(seed: 1, samples: []) { _ in
            Stage.Server(endpoint: endpoint, collector: server) { _ in
                ServerAnswer(status: 200, delay: .seconds(20))
            }
        }
    }

    @Test func inTheForegroundThereIsNoBackgroundTimeToRunOut() async throws {
        let stage = try Stages.fresh()
        let words = await stage.perform(.expireBackground)
        #expect(words == "The app is in the foreground: there is no background time to run out.")
        _ = await stage.perform(.background)
        #expect(await stage.perform(.expireBackground).hasPrefix("Background time ran out"))
    }

    @Test func wordsOfADeedNameNoKeyWhereThereMayBeNone() async throws {
        let stage = try Stages.fresh()
        #expect(await stage.perform(.background) == "In the background: sealing and sending within 30 s.")
    }

    @Test func aCrashWhileTheServerIsSlowSaysThatTheRequestWasUnderWay() async throws {
        let stage = try slowStage()
        for deed in [Deed.consent(.granted), .fire("tap", count: 1), .flush] { _ = await stage.perform(deed) }
        #expect(stage.harness.status.ledger[.inFlight] == 1)
        let words = await stage.perform(.crash(.beforeDeleting))
        #expect(
            words.hasPrefix(
                "Died while a request was under way: what the server has of it is sent again, 0 lost in memory;"
            ))
        #expect(stage.harness.status.ledger.recovered == 1)
    }

    @Test func aCrashWithNothingToDeleteDiesBetweenTwoLinesAndOneWithABatchAsMeant() async throws {
        let stage = try Stages.fresh()
        _ = await stage.perform(.consent(.granted))
        #expect(await stage.perform(.crash(.beforeDeleting)).hasPrefix("There was nothing to do that to"))
        #expect(await stage.perform(.crash(.tearingLastLine)).hasPrefix("There was nothing to do that to"))
        _ = await stage.perform(.fire("tap", count: 1))
        #expect(await stage.perform(.crash(.tearingLastLine)).hasPrefix("Crashed in the middle of a line"))
        #expect(await stage.perform(.crash(.beforeDeleting)).hasPrefix("Crashed after the server stored"))
    }
}
