import AnalyticsDashboardCore
import AnalyticsTerminalKit
import Testing

/// Text of 20,000 characters under the operator's fingers.
@Suite struct LongTextTests {
    /// Each key of a quadratic field would cost a walk through all that was typed before.
    @Test(.timeLimit(.minutes(1))) func typingAndPastingTwentyThousandCharactersIsLinear() throws {
        for character in ["a", "日"] as [Character] {
            var model = try Models.after("e")
            _ = model.update(.key(.control("u")))
            for _ in 0..<10_000 { _ = model.update(.key(.character(character))) }
            _ = model.update(.key(.paste(String(repeating: character, count: 20_000))))
            for key in [Key.left, .home, .right, .end, .backspace] { _ = model.update(.key(key)) }
            for _ in 0..<10 { _ = Screen.draw(model, size: Size(width: 200, height: 60)) }
            #expect(model.update(.key(.control("c"))) == [.quit])
        }
    }

    @Test func aLongWrongWordIsNamedInShort() throws {
        var model = try Models.after("e")
        _ = model.update(.key(.control("u")))
        _ = model.update(.key(.paste("tap " + String(repeating: "a", count: 19_000))))
        #expect(model.update(.key(.enter)).isEmpty)
        let rows = Screen.draw(model, size: Size(width: 120, height: 24)).rows
        #expect(rows.contains { $0.contains("expected key=value") })
    }
}
