import Analytics
import AnalyticsTesting
import Shop
import Testing

/// What becomes of the shop's events on the way to the server.
@MainActor @Suite("Delivery", .timeLimit(.minutes(10)))
struct DeliveryTests {
    @Test("Events of an offline day wait on disk, and go once each when the network is back")
    func offline() async throws {
        let shop = try ShopWorld()
        await shop.grant()
        shop.harness.world.conditions.present = DeviceConditions(network: .offline)
        await shop.checkout()
        await shop.harness.advance(by: .seconds(3_600))
        #expect(shop.server.sent.isEmpty)
        #expect(shop.harness.status.flush.gates == [.network(.offline)])
        #expect(shop.harness.status.ledger[.waiting] == 3)

        shop.harness.world.conditions.present = DeviceConditions()
        await shop.harness.settle()
        #expect(shop.server.sent.flatMap(\.names) == ["checkout_step", "checkout_step", "checkout_step"])
        #expect(Set(shop.server.sent.flatMap(\.eventIDs)).count == 3)
        #expect(shop.harness.status.ledger[.delivered] == 3)
        #expect(shop.harness.audit().findings.isEmpty)
    }

    @Test("A server that is down is asked again later, with the same batch")
    func outage() async throws {
        let shop = try ShopWorld()
        shop.server.script([.unavailable(), .connectionLost])
        await shop.grant()
        await shop.checkout()
        await shop.harness.advance(by: .seconds(600))
        #expect(shop.server.sent.count == 3)
        #expect(Set(shop.server.sent.map(\.batchID)).count == 1)
        #expect(shop.harness.status.ledger[.delivered] == 3)
        #expect(shop.harness.audit().findings.isEmpty)
    }

    @Test("Events survive a crash, and go at the next launch")
    func crash() async throws {
        let shop = try ShopWorld()
        await shop.grant()
        await shop.checkout()
        shop.harness.relaunch()
        await shop.grant()
        await shop.harness.advance(by: .seconds(10))
        #expect(shop.server.sent.flatMap(\.names).count == 3)
        #expect(shop.harness.status.ledger.recovered == 3)
        #expect(shop.harness.audit().findings.isEmpty)
    }

    @Test("The twentieth event sets a request off, and half a minute does")
    func frequent() async throws {
        let shop = try ShopWorld()
        await shop.grant()
        await shop.harness.advance(by: .seconds(11))
        for _ in 0..<20 { shop.account.open() }
        await shop.harness.settle()
        #expect(shop.server.sent.map(\.names.count) == [20])
        shop.account.open()
        await shop.harness.advance(by: .seconds(31))
        #expect(shop.server.sent.map(\.names.count) == [20, 1])
    }

    @Test("Going to the background sends what waits")
    func background() async throws {
        let shop = try ShopWorld()
        await shop.grant()
        await shop.checkout()
        shop.harness.world.lifecycle.enterBackground()
        await shop.harness.settle()
        #expect(shop.harness.status.ledger[.delivered] == 3)
        #expect(shop.harness.world.lifecycle.assertionsHeld == 0)
    }
}
