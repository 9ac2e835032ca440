import Analytics
import AnalyticsTesting
import Dashboard
import Foundation
import TerminalKit
import Testing

/// The dashboard's decisions and its drawing, without a terminal.
@Suite struct UpdateTests {
    private func model() throws -> Model {
        let endpoint = try #require(URL(string: "http://127.0.0.1:9"))
        let harness = AnalyticsHarness(
            configuration: AnalyticsConfiguration(endpoint: endpoint, appVersion: "1"))
        return Model(
            status: harness.status, faults: [FaultChoice(word: "200", name: "200")],
            samples: ["screen_viewed"])
    }

    @Test func aKeyFiresItsSampleAndNothingElse() throws {
        var model = try model()
        #expect(model.update(.key(.character("1"))) == [.fire(0)])
        #expect(model.update(.key(.character("9"))).isEmpty)
        #expect(model.update(.key(.paste("1fq"))).isEmpty)
    }

    @Test func denyingNeedsThreeKeysAndDefaultsToNo() throws {
        var model = try model()
        #expect(model.update(.key(.character("c"))).isEmpty)
        #expect(model.update(.key(.character("d"))).isEmpty)
        #expect(model.update(.key(.enter)).isEmpty)
        #expect(model.overlay == .none)
        _ = model.update(.key(.character("c")))
        _ = model.update(.key(.character("d")))
        #expect(model.update(.key(.character("y"))) == [.consent(.denied)])
    }

    @Test func everyBindingHasAKeyOfItsOwn() {
        let keys = Binding.table.flatMap(\.keys)
        #expect(Set(keys.map(\.label)).count == keys.count)
    }

    @Test func aPausedViewStandsStillAndCountsWhatItMissed() throws {
        var model = try model()
        _ = model.update(.key(.character("p")))
        _ = model.update(.refreshed(model.status, [], CollectorSummary()))
        #expect(model.isPaused)
        #expect(model.missed == 1)
    }

    @Test func everySizeDraws() throws {
        let model = try model()
        for width in stride(from: 1, through: 200, by: 7) {
            for height in 1...60 {
                let canvas = Screen.draw(model, size: Size(width: width, height: height))
                #expect(canvas.rows.count == height)
            }
        }
    }

    @Test func noDropReasonIsHiddenAt80x24() throws {
        let text = Screen.draw(try model(), size: Size(width: 80, height: 24)).rows.joined(separator: "\n")
        for reason in DropReason.allCases.prefix(4) { #expect(text.contains(reason.rawValue)) }
    }

    @Test func theRateWindowMovesWithTheSeconds() {
        var window = RateWindow()
        window.update(tracked: 5, at: Timestamp(milliseconds: 10_000))
        window.update(tracked: 8, at: Timestamp(milliseconds: 12_000))
        #expect(window.values.suffix(3) == [5, 0, 3])
    }
}
