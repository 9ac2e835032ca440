import Analytics
import AnalyticsDashboardCore
import AnalyticsTesting
import Foundation
import Testing

/// Models to start from.
enum Models {
    /// A tracker just launched, one fault to choose, one sample.
    static func fresh() throws -> Model {
        let endpoint = try #require(URL(string: "http://127.0.0.1:9"))
        let harness = AnalyticsHarness(
            configuration: AnalyticsConfiguration(endpoint: endpoint, appVersion: "1"))
        return Model(
            status: harness.status, faults: [FaultChoice(word: "200", name: "200")],
            samples: ["screen_viewed"])
    }

    /// Everything that can lie over the panes, by the keys that bring it up.
    static let overlays: [String] = ["", "?", "c", "cd", "s", "B", "n", "w", "d", "dg", "x", "xa", "+"]

    /// Everything in which letters are text.
    static let typed: [String] = ["/", "i", "e", "L"]

    /// A fresh model after these characters.
    static func after(_ characters: String) throws -> Model {
        var model = try fresh()
        for character in characters { _ = model.update(.key(.character(character))) }
        return model
    }

    /// A ledger with these accounts, and as many events tracked as they hold together.
    static func ledger(_ accounts: [String: Int]) throws -> Ledger {
        let total = accounts.values.reduce(0, +)
        let list = accounts.map { "\"\($0)\":\($1)" }.joined(separator: ",")
        let json = "{\"tracked\":\(total),\"recovered\":0,\"accounts\":{\(list)}}"
        return try JSONDecoder().decode(Ledger.self, from: Data(json.utf8))
    }

    /// The same number dropped for every reason that there is.
    static func ledger(ofEachReason count: Int) throws -> Ledger {
        try ledger(Dictionary(uniqueKeysWithValues: DropReason.allCases.map { ($0.rawValue, count) }))
    }

    /// The books of a tracker just launched, with these differences.
    static func audit(findings: [String] = []) throws -> LedgerAudit {
        let endpoint = try #require(URL(string: "http://127.0.0.1:9"))
        let configuration = AnalyticsConfiguration(endpoint: endpoint, appVersion: "1")
        var audit = AnalyticsHarness(configuration: configuration).audit()
        audit.findings = findings
        return audit
    }
}
