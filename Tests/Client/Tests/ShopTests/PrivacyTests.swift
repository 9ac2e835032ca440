import Analytics
import AnalyticsTesting
import Foundation
import Shop
import Testing

/// What must never leave the device.
@MainActor @Suite("Privacy", .timeLimit(.minutes(10)))
struct PrivacyTests {
    @Test("A no erases what waits, and a later yes brings none of it back")
    func denial() async throws {
        let shop = try ShopWorld()
        await shop.grant()
        await shop.checkout()
        shop.account.answered(mayMeasure: false)
        await shop.harness.settle()
        let audit = shop.harness.audit()
        #expect(audit.linesOnDisk == 0 && !audit.hasInstallID)
        #expect(audit.findings.isEmpty)

        await shop.grant()
        await shop.harness.tracker.flush()
        #expect(shop.server.sent.isEmpty)
        #expect(shop.harness.status.ledger[.erased] == 3)
    }

    @Test("Before an answer nothing is written, not even a folder")
    func unknown() async throws {
        let shop = try ShopWorld()
        await shop.checkout()
        #expect(shop.harness.segmentLines().isEmpty)
        #expect(!FileManager.default.fileExists(atPath: shop.harness.directory.path))
        #expect(shop.harness.status.ledger[.noConsent] == 3)
    }

    @Test("After log-out nothing links the next person to the one before")
    func logOut() async throws {
        let shop = try ShopWorld()
        await shop.grant()
        shop.account.loggedIn(as: "a-17")
        shop.account.loggedOut()
        shop.account.open()
        await shop.harness.tracker.flush()
        let sent = shop.server.sent
        #expect(sent.map(\.names) == [["logged_in", "logged_out"], ["screen_viewed"]])
        #expect(sent.map(\.users) == [["a-17", "a-17"], [nil]])
        #expect(Set(sent.map(\.installID)).count == 2)
        #expect(Set(sent.flatMap(\.sessions)).count == 2)
    }

    @Test("A reply address in a property goes before anything is stored, and the event stays")
    func personalData() async throws {
        let shop = try ShopWorld()
        await shop.grant()
        shop.account.ask("Where is my order?", replyTo: "ada@example.org")
        await shop.harness.settle()
        let lines = shop.harness.segmentLines().flatMap(\.lines)
        #expect(lines.contains { $0.contains("question_sent") })
        #expect(!lines.contains { $0.contains("ada@") || $0.contains("replyEmail") })
        let history = try #require(shop.harness.histories.first)
        #expect(history.before.keys.contains("replyEmail"))
        #expect(history.after.map(\.key) == ["length"])
    }

    @Test("Of a product that was looked at, only what is on the list leaves the device")
    func allowList() async throws {
        let shop = try ShopWorld()
        await shop.grant()
        shop.harness.tracker.track(ProductViewed(productID: "p1", price: 3, search: "gift for Ada"))
        await shop.harness.settle()
        #expect(shop.harness.histories.first?.after.map(\.key) == ["price", "product_id"])
        #expect(!shop.harness.segmentLines().flatMap(\.lines).contains { $0.contains("Ada") })
    }

    @Test("A person's e-mail address is no user ID")
    func opaque() async throws {
        let shop = try ShopWorld()
        await shop.grant()
        shop.account.loggedIn(as: "ada@example.org")
        await shop.harness.settle()
        #expect(!shop.harness.status.isUserPresent)
        #expect(shop.harness.status.refusedUserIDs == 1)
    }

    @Test("The instrumentation itself can be asked before it ships")
    func lab() {
        let answer = PolicyLab().decide(QuestionSent(text: "Hi", replyAddress: "ada@example.org"))
        #expect(answer.isKept)
        #expect(answer.removed == ["replyEmail: the key names personal data"])
    }
}
