import Analytics
import AnalyticsTesting
import Testing

private struct Checkout: AnalyticsEvent {
    static let name = "checkout"
    static let schemaVersion = 1
    var properties: [String: PropertyValue] {
        ["price": 9.5, "coupon": "SUMMER", "Price": 1, "name": "basket", "note": "mail ada@example.org"]
    }
}

@Suite("An allow-list by the event's type")
struct AllowListTests {
    private func kept(_ change: (inout ScrubbingRules) -> Void) -> Set<String> {
        var rules = ScrubbingRules()
        change(&rules)
        return Set(PolicyLab(scrubbing: rules).decide(Checkout()).properties.keys)
    }

    @Test("Only what is named passes, exactly as it is written")
    func names() {
        #expect(kept { $0.allow(only: ["price"], for: Checkout.self) } == ["price"])
        #expect(kept { $0.allow(only: [], for: Checkout.self) } == [])
    }

    @Test("A key that would be blocked passes when it is named; an address in a value does not")
    func values() {
        #expect(kept { $0.allow(only: ["name", "note"], for: Checkout.self) } == ["name"])
    }

    @Test("Another event's list changes nothing here, and the last list for an event counts")
    func others() {
        #expect(kept { $0.allow(only: [], for: Step.self) } == kept { _ in })
        let twice = kept {
            $0.allow(only: ["coupon"], for: Checkout.self)
            $0.allow(only: ["price"], for: Checkout.self)
        }
        #expect(twice == ["price"])
    }
}
