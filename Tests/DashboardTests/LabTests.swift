import Analytics
import AnalyticsDashboardCore
import AnalyticsTerminalKit
import AnalyticsTesting
import Foundation
import Testing

/// The lab: what the rules say, without an event being fired.
@Suite struct LabTests {
    private func lab(_ text: String) throws -> Model {
        var model = try Models.after("L")
        _ = model.update(.key(.control("u")))
        _ = model.update(.key(.paste(text)))
        return model
    }

    private func shown(_ model: Model, width: Int = 100) -> String {
        Screen.draw(model, size: Size(width: width, height: 30)).rows.joined(separator: "\n")
    }

    @Test(arguments: [
        ("ada@example.org", "text GOES: the value holds an e-mail address", "recorded without it"),
        (
            "note=call +44 20 7946 0958", "text GOES: the value looks like a telephone number",
            "recorded without it"
        ),
        ("userEmail=x", "key GOES: the key reads", "recorded without it"),
        ("plan=pro", "key stays: the key is not blocked", "recorded plan=\"pro\""),
        ("price=12.0", "key stays", "recorded price=12.0"),
        ("https://shop.example/?q=shoes", "text stays", "recorded value=\"https://shop.example/?q=shoes\""),
        ("t=" + String(repeating: "a", count: 300), "text stays", "cut to 256 characters"),
    ])
    func whatIsPastedIsJudgedAtOnceAndSaysWhy(text: String, why: String, end: String) throws {
        let said = shown(try lab(text))
        #expect(said.contains(why))
        #expect(text.count > 100 || said.contains(end))
    }

    @Test func aRateIsCountedOverAHundredThousandInstalls() throws {
        var model = try lab("x")
        _ = model.update(.key(.tab))
        _ = model.update(.key(.control("u")))
        for character in "0.25 checkout" { _ = model.update(.key(.character(character))) }
        #expect(model.update(.key(.enter)) == [.countShare(rate: 0.25, key: "checkout")])
        #expect(shown(model).contains("Counting ..."))
        let share = PolicyLab().share(keptAt: 0.25, key: "checkout", installs: 100_000, seed: 1)
        #expect(share.deviation < 4)
        _ = model.update(.share(share, key: "checkout"))
        #expect(shown(model).contains("of 100,000 keep it: "))
        #expect(shown(model).contains("asked 25.00 %"))
    }

    @Test(arguments: ["", "2", "-1", "much", "0.1 a b"])
    func aRateThatIsNoneSaysWhatWasExpected(text: String) throws {
        var model = try lab("x")
        _ = model.update(.key(.tab))
        _ = model.update(.key(.control("u")))
        for character in text { _ = model.update(.key(.character(character))) }
        #expect(model.update(.key(.enter)).isEmpty)
        #expect(shown(model).contains("expected"))
    }

    @Test(arguments: [60, 80, 120])
    func theCallTimesAreShownWithTheirQuantiles(width: Int) throws {
        var model = try lab("x")
        #expect(shown(model, width: width).contains("no call was measured yet"))
        let counts = [0, 90, 9, 0, 0, 1] + [Int](repeating: 0, count: 15)
        let json = "{\"counts\":\(counts),\"longest\":1900}"
        model.status.callTimes = try JSONDecoder().decode(CallTimes.self, from: Data(json.utf8))
        let said = shown(model, width: width)
        for words in ["track() 100 calls", "half under 128 ns", "99 %", "1.9 us"] {
            #expect(said.contains(words))
        }
        for bar in ["under 128 ns", "under 256 ns", "under 2.0 us"] { #expect(said.contains(bar)) }
        #expect(!said.contains("under 64 ns"))
    }

    @Test func escapeLeavesIt() throws {
        var model = try lab("q")
        #expect(model.update(.key(.escape)).isEmpty)
        #expect(model.overlay == .none)
    }
}
