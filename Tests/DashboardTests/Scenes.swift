import Analytics
import AnalyticsDashboardCore
import AnalyticsTerminalKit
import AnalyticsTesting
import Foundation

/// Every state of every pane, and everything that can lie over them, by name.
enum Scenes {
    typealias Play = @Sendable (inout Scene) async throws -> Void

    static let all = first.merging(more) { $1 }

    private static let first: [String: Play] = [
        "start": { await $0.look() },
        "granted": { scene in
            await scene.grant()
            await scene.fire(3)
        },
        "delivered": { scene in
            try await Scenes.delivered(&scene)
        },
        "backing-off": { scene in
            scene.server.otherwise = .unavailable(status: 503)
            await scene.grant()
            await scene.fire(120)
            await scene.flush()
            await scene.advance(by: .seconds(2))
        },
        "server-refuses": { scene in
            scene.server.otherwise = .refused(status: 401)
            await scene.grant()
            await scene.fire(2)
            await scene.flush()
        },
        "offline": { scene in
            await scene.grant()
            await scene.fire(2)
            scene.harness.world.conditions.present = DeviceConditions(network: .offline, isLowPower: true)
            await scene.look()
        },
        "switched-off": { scene in
            scene.harness.world.remote?.service = .document(#"{"enabled": false}"#, tag: nil)
            try await Scenes.delivered(&scene)
            await scene.fire(2)
        },
        "background": { scene in
            await scene.grant()
            await scene.fire(4)
            scene.server.isHeld = true
            scene.harness.world.lifecycle.enterBackground()
            await scene.look()
        },
        "denied": { scene in
            await scene.grant()
            await scene.fire(4)
            scene.harness.tracker.setConsent(.denied)
            await scene.fire(1)
        },
        "drops": { scene in
            await scene.grant()
            await scene.fire(2, "bad\u{1B}[31mname")
            await scene.fire(3, "purchase")
            scene.harness.world.files.fault = .fullAfter(bytes: 0)
            await scene.fire(1)
        },
        "disk-locked": { scene in
            scene.harness.world.files.fault = .unreadable
            await scene.grant()
            await scene.fire(2)
        },
        "unbalanced": { scene in
            try await Scenes.delivered(&scene)
            var audit = scene.harness.audit()
            audit.findings = ["the ledger has 3 events on disk, the files have 2"]
            _ = scene.model.update(.audited(audit, isAsked: true))
        },
        "books": { scene in
            try await Scenes.delivered(&scene)
            scene.press("A")
        },
        "paused": { scene in
            try await Scenes.delivered(&scene)
            scene.press("p")
            await scene.fire(1)
        },
        "signed-in": { scene in
            await scene.grant()
            scene.harness.tracker.identify(userID: "u-1")
            await scene.fire(1)
        },
        "help": { $0.press("?") }, "menu-consent": { $0.press("c") },
        "dialog-deny": { scene in
            await scene.grant()
            await scene.fire(3)
            scene.press("cd")
        },
        "menu-server": { $0.press("s") }, "menu-network": { $0.press("n") }, "menu-disk": { $0.press("d") },
        "dialog-delete": { $0.press("dg") }, "menu-switch": { $0.press("w") },
        "menu-crash": { $0.press("x") },
        "dialog-crash": { $0.press("xa") }, "menu-jump": { $0.press("+") }, "menu-burst": { $0.press("B") },
        "prompt-identify": { $0.press("i") },
        "compose": { scene in
            scene.model.compositions = [
                ComposedEvent(name: "screen_viewed", properties: ["screen": "home"]),
                ComposedEvent(
                    name: "bad\u{1B}name", schemaVersion: 2, properties: ["note": "世界", "speed": 1.0]),
            ]
            scene.press("e".map(Key.character) + [.down])
        },
        "compose-complaint": { scene in
            scene.press("etap step=".map(Key.character) + [.enter])
        },
        "lab": { $0.press("L") },
        "lab-counted": { scene in
            scene.press("L".map(Key.character) + [.tab, .enter])
            let share = PolicyLab().share(keptAt: 0.1, key: "purchase", installs: 100_000, seed: 1)
            _ = scene.model.update(.share(share, key: "purchase"))
            let counts = [0, 900, 90, 9, 0, 1] + [Int](repeating: 0, count: 15)
            let json = "{\"counts\":\(counts),\"longest\":1900}"
            scene.model.status.callTimes = try JSONDecoder().decode(CallTimes.self, from: Data(json.utf8))
        },
        "autopilot": { scene in
            await scene.grant()
            _ = scene.model.update(.autopilot(isOn: true, "AUTOPILOT, seed 7."))
        },
        "read-only": { scene in
            scene.model.isReadOnly = true
            scene.press("c")
        },
        "foreign-server": { scene in
            scene.model.collector.isOurs = false
            scene.model.collector.fault = "staging.example.com"
            scene.press("s")
        },
        "prompt-filter": { scene in
            try await Scenes.delivered(&scene)
            scene.press("/sent")
        },
        "prompt-recording": { scene in
            _ = scene.model.update(.recording(true, "Recording what is done from here; r again saves it."))
            scene.press("r")
        },
        "playing": { scene in
            try await Scenes.delivered(&scene)
            let step = Playback(name: "a.scenario", index: 3, count: 24, step: "expect delivered = 2: ok")
            _ = scene.model.update(.playing(step))
            _ = scene.model.update(
                .note("The server stores the batch, and the connection drops before its answer can arrive."))
        },
        "filtered": { scene in
            try await Scenes.delivered(&scene)
            scene.press("/sent".map(Key.character) + [.enter])
        },
        "zoom-journal": { try await Scenes.zoomed(.journal, &$0) },
        "zoom-segments": { try await Scenes.zoomed(.segments, &$0) },
        "zoom-flush": { try await Scenes.zoomed(.flush, &$0) },
        "zoom-drops": { scene in
            await scene.grant()
            await scene.fire(2, "bad\u{1B}[31mname")
            await scene.fire(3, "purchase")
            try await Scenes.zoomed(.drops, &scene)
        },
        "zoom-collector": { scene in
            try await Scenes.zoomed(.collector, &scene)
            _ = scene.model.update(.arrivals(Scenes.arrivals))
            scene.press([.down])
        },
        "arrival": { scene in
            try await Scenes.zoomed(.collector, &scene)
            _ = scene.model.update(.arrivals(Scenes.arrivals))
            scene.press([.down, .enter])
        },
        "zoom-pipeline": { try await Scenes.zoomed(.pipeline, &$0) },
        "segment-lines": { scene in
            try await Scenes.zoomed(.segments, &scene)
            scene.press([.enter])
        },
        "event-way": { scene in
            try await Scenes.delivered(&scene)
            scene.model.focus = .journal
            scene.press("/KEEP".map(Key.character) + [.enter, .enter, .end, .enter])
        },
    ]

    /// What a collector says of one batch, the newest first.
    static let arrivals = [
        "00:00:00.000 event     tap schema 1 seq 2 install 9e5651.. step=2",
        "00:00:00.000 event     profile_saved schema 2 seq 1 install 9e5651.. mood=\"日本 👩‍👩‍👧\" plan=\"pro\"",
        "00:00:00.000 request   1: 2 events, batch 3cb6d3.., install 9e5651.., 332 B, opened 581 B, answered 200",
    ]

    /// One batch delivered, with a scrubbed event in it, and one segment waiting.
    static func delivered(_ scene: inout Scene) async throws {
        await scene.grant()
        scene.harness.tracker.track(
            "profile_saved", schemaVersion: 2,
            properties: ["email": "ada@example.org", "plan": "pro", "name": "Ada", "mood": "日本 👩‍👩‍👧"])
        await scene.look()
        await scene.fire(2)
        await scene.flush()
        await scene.fire(3, "tap")
    }

    static func zoomed(_ pane: PaneName, _ scene: inout Scene) async throws {
        try await delivered(&scene)
        scene.model.focus = pane
        scene.press([.enter])
    }
}
