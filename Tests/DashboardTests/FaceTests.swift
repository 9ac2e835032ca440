import Analytics
import AnalyticsDashboardCore
import AnalyticsTerminalKit
import Foundation
import Testing

/// The faces beside the live screen: snapshots, showing without touching, a server that is not ours.
@Suite struct FaceTests {
    @Test func aSnapshotIsTextOfTheSizeAskedForAndInAsciiWhenAsked() throws {
        let snapshot = Snapshot(of: try Models.fresh())
        let lines = snapshot.text(width: 100, height: 30, isASCII: true).split(
            separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 31)
        #expect(lines.allSatisfy { $0.utf8.allSatisfy { (0x20..<0x7F).contains($0) } && $0.count <= 100 })
        #expect(snapshot.text().contains("consent UNKNOWN"))
    }

    @Test func aSnapshotAsJSONHasTheStatusAndAShortInstallID() throws {
        var model = try Models.fresh()
        model.status.installID = "0123456789abcdef"
        let json = try #require(
            try JSONSerialization.jsonObject(with: Snapshot(of: model).json()) as? [String: Any])
        let tracker = try #require(json["tracker"] as? [String: Any])
        #expect(tracker["consent"] as? String == "unknown")
        #expect(tracker["installID"] as? String == "012345..")
        #expect(json["journal"] as? [Any] != nil)
    }

    @Test(arguments: ["/secret\r", "isecret"])
    func aSnapshotLeavesOutWhatTheOperatorTypes(keys: String) throws {
        var model = try Models.fresh()
        for character in keys {
            _ = model.update(.key(character == "\r" ? .enter : .character(character)))
        }
        let live = Screen.draw(model, size: Size(width: 80, height: 24)).rows.joined()
        #expect(live.contains("secret"))
        let snapshot = Snapshot(of: model)
        #expect(!snapshot.text().contains("secret"))
        #expect(!String(decoding: try snapshot.json(), as: UTF8.self).contains("secret"))
    }

    @Test func aSnapshotLeavesOutWhatArrivedWithItsValues() throws {
        var model = try Models.fresh()
        model.focus = .collector
        _ = model.update(.key(.enter))
        _ = model.update(.arrivals(["00:00:00.000 event     note text=\"secret\""]))
        #expect(Screen.draw(model, size: model.size).rows.joined().contains("secret"))
        #expect(!Snapshot(of: model).text().contains("secret"))
        #expect(!String(decoding: try Snapshot(of: model).json(), as: UTF8.self).contains("secret"))
    }

    private static let changing = [
        "1", "B", "c", "b", "T", "f", "s", "n", "d", "w", "x", "<", ">", "+", "-", "i", "o", "S", "e", "a",
        "r",
    ]

    @Test(arguments: changing)
    func aDashboardThatOnlyShowsRefusesEveryKeyThatChangesAnything(key: String) throws {
        var model = try Models.fresh()
        model.isReadOnly = true
        #expect(model.update(.key(.character(Character(key)))).isEmpty)
        #expect(model.overlay == .none)
        #expect(model.message.hasPrefix("Read-only"))
    }

    @Test func everyOtherKeyWorksInADashboardThatOnlyShows() throws {
        for binding in Binding.table where !binding.keys.contains(where: { Self.changing.contains($0.label) })
        {
            if case .fire = binding.action { continue }
            var model = try Models.fresh()
            model.isReadOnly = true
            _ = model.update(.key(try #require(binding.keys.first)))
            #expect(!model.message.hasPrefix("Read-only"), "\(binding.label)")
        }
    }

    @Test(arguments: ["s", "w", "+", "<", ">", "-"])
    func faultsAndClockOfAServerThatIsNotOursAreRefusedInWords(key: String) throws {
        var model = try Models.fresh()
        model.collector = RemoteServer(at: try #require(URL(string: "https://staging.example.com"))).summary
        #expect(model.update(.key(.character(Character(key)))).isEmpty)
        #expect(model.message.contains("staging.example.com"))
        let rows = Screen.draw(model, size: Size(width: 120, height: 36)).rows
        #expect(rows[1].contains("server staging.example.com"))
        #expect(!rows.joined().contains("0 unique"))
    }
}
