import Analytics
import AnalyticsTesting
import Testing

/// Network and power are reasons to wait, never failures.
@Suite("Outer conditions")
struct ConditionTests {
    @Test(
        "a closed network holds everything, is named in the status, and costs no attempt",
        arguments: [DeviceConditions.Network.constrained, .offline])
    func holds(_ network: DeviceConditions.Network) async throws {
        let stage = try Stage()
        await stage.grant()
        stage.harness.world.conditions.present = DeviceConditions(network: network)
        await stage.track(60)
        let outcome = await stage.harness.tracker.flush()
        await stage.harness.advance(by: .seconds(600))
        let flush = stage.harness.status.flush
        #expect(outcome.stoppedBy == .held(.network(network)))
        #expect(outcome.stoppedBy.description.contains(network.rawValue))
        #expect(flush.gates == [.network(network)])
        #expect(flush.phase == .held)
        #expect(flush.nextTimer == nil, "time alone opens nothing, so no timer runs")
        #expect([flush.attempts, flush.failures] == [0, 0])
        #expect(flush.backoff == nil)
        #expect(stage.server.sent.isEmpty)
        stage.harness.world.conditions.present = DeviceConditions()
        await stage.harness.settle()
        #expect(stage.ledger[.delivered] == 60)
        #expect(stage.harness.status.flush.triggers["flush"] == 1, "the flush that was held")
        stage.expectBalance()
    }

    @Test("the network back is a trigger of its own when nothing else had asked")
    func networkBack() async throws {
        let stage = try Stage()
        await stage.grant()
        await stage.harness.advance(by: .seconds(20))
        stage.harness.world.conditions.present = DeviceConditions(network: .offline)
        await stage.track(1)
        stage.harness.world.conditions.present = DeviceConditions()
        await stage.harness.settle()
        #expect(stage.ledger[.delivered] == 1)
        #expect(stage.harness.status.flush.triggers == ["network": 1])
    }

    @Test("Low Data Mode that only the transport meets holds for one interval and then tries again")
    func transportMeetsIt() async throws {
        let stage = try Stage()
        await stage.grant()
        await stage.track(1)
        stage.server.script([.held(.constrained)])
        let outcome = await stage.harness.tracker.flush()
        #expect(outcome.stoppedBy == .held(.network(.constrained)))
        #expect(stage.harness.status.flush.failures == 0)
        #expect(stage.harness.status.flush.gates == [.network(.constrained)])
        await stage.harness.advance(by: .seconds(61))
        #expect(stage.ledger[.delivered] == 1)
    }

    @Test("saving power doubles the interval, also for what waits already", arguments: [false, true])
    func lowPower(_ comesFirst: Bool) async throws {
        let stage = try Stage()
        await stage.grant()
        await stage.harness.advance(by: .seconds(20))
        let saving = DeviceConditions(isLowPower: true)
        if comesFirst { stage.harness.world.conditions.present = saving }
        await stage.track(1)
        if !comesFirst { stage.harness.world.conditions.present = saving }
        await stage.harness.advance(by: .seconds(119))
        #expect(stage.harness.status.conditions == saving)
        #expect(stage.harness.status.flush.gates.isEmpty, "saving power closes no gate")
        #expect(stage.ledger[.waiting] == 1)
        await stage.harness.advance(by: .seconds(1))
        #expect(stage.ledger[.delivered] == 1)
    }

    @Test("every follower hears of every change, and the last is what holds")
    func followers() async {
        let conditions = HostConditions()
        let first = conditions.conditions()
        let second = conditions.conditions()
        let steps = DeviceConditions.Network.allCases.map { DeviceConditions(network: $0, isLowPower: true) }
        for step in steps { conditions.present = step }
        for stream in [first, second] {
            var seen: [DeviceConditions] = []
            for await step in stream {
                seen.append(step)
                if seen.count == steps.count + 1 { break }
            }
            #expect(seen == [DeviceConditions()] + steps)
        }
        #expect(conditions.present == steps.last)
    }
}
