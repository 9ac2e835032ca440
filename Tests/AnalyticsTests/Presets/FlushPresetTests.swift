import Analytics
import AnalyticsTesting
import Testing

@Suite("Frequent sending", .timeLimit(.minutes(10)))
struct FlushPresetTests {
    @Test("The twentieth event sets a request off")
    func count() async throws {
        let stage = try Stage { $0.flush = .frequent }
        await stage.grant()
        await stage.harness.advance(by: .seconds(11))
        await stage.track(19)
        #expect(stage.server.sent.isEmpty)
        await stage.track(1)
        #expect(stage.server.sent.map(\.names.count) == [20])
        stage.expectBalance()
    }

    @Test("A single event goes after half a minute")
    func interval() async throws {
        let stage = try Stage { $0.flush = .frequent }
        await stage.grant()
        await stage.harness.advance(by: .seconds(11))
        await stage.track(1)
        await stage.harness.advance(by: .milliseconds(29_900))
        #expect(stage.server.sent.isEmpty)
        await stage.harness.advance(by: .milliseconds(200))
        #expect(stage.server.sent.map(\.names) == [["step"]])
    }

    @Test("Everything else is as by default, and nothing needs correction")
    func others() throws {
        var usual = FlushRules()
        (usual.count, usual.interval) = (20, .seconds(30))
        #expect(FlushRules.frequent == usual)
        let stage = try Stage { $0.flush = .frequent }
        #expect(stage.harness.status.corrections.isEmpty)
    }
}
