import Analytics
import AnalyticsDashboardCore
import AnalyticsTerminalKit
import AnalyticsTesting
import Foundation

/// The rarer states: what comes together, what is left when something is gone, what is open inside something.
extension Scenes {
    static let more: [String: Play] = [
        "dialog-leave-recording": { scene in
            _ = scene.model.update(.recording(true, "Recording what is done from here; r again saves it."))
            scene.press("q")
        },
        "dialog-crash-torn": { $0.press("xb") }, "dialog-crash-stored": { $0.press("xc") },
        "menu-network-low-power": { scene in
            scene.harness.world.conditions.present = DeviceConditions(network: .constrained, isLowPower: true)
            await scene.look()
            scene.press("n")
        },
        "menu-burst-threads": { $0.press([.character("B"), .character("8"), .down]) },
        "help-end": { $0.press([.character("?"), .end]) },
        "recording": { scene in
            await scene.grant()
            _ = scene.model.update(.recording(true, "Recording what is done from here; r again saves it."))
        },
        "all-at-once": { scene in
            scene.harness.world.conditions.present = DeviceConditions(network: .constrained, isLowPower: true)
            // Seen before the grant: two tasks write the journal, and it shows their order.
            await scene.look()
            scene.harness.world.files.fault = .readOnly
            await scene.grant()
            await scene.fire(1)
            let news = Refresh(status: scene.harness.status, speed: 60, disk: .readOnly)
            _ = scene.model.update(.refreshed(news))
            _ = scene.model.update(.autopilot(isOn: true, "AUTOPILOT, seed 7."))
            _ = scene.model.update(.recording(true, "Recording what is done from here; r again saves it."))
            scene.press("p")
        },
        "pause-over": { scene in
            try await delivered(&scene)
            scene.press("p")
            await scene.fire(2)
            scene.press("p")
        },
        "background-over": { scene in
            await scene.grant()
            await scene.fire(2)
            scene.server.isHeld = true
            scene.harness.world.lifecycle.enterBackground()
            await scene.harness.settle()
            scene.harness.world.lifecycle.expireBackgroundTime()
            await scene.look()
        },
        "retry-after": { scene in
            scene.server.otherwise = .unavailable(status: 429, retryAfter: .seconds(120))
            await scene.grant()
            await scene.fire(2)
            await scene.flush()
        },
        "gates-many": { scene in
            scene.harness.world.conditions.present = DeviceConditions(network: .offline, isLowPower: false)
            // Seen before the grant: two tasks write the journal, and it shows their order.
            await scene.look()
            scene.harness.world.files.fault = .unreadable
            await scene.grant()
            await scene.fire(2)
            scene.harness.tracker.setConsent(.unknown)
            await scene.look()
        },
        "flush-large-backing-off": { scene in
            await Scenes.refused(60, &scene)
            scene.press([.enter])
        },
        "request-open": { scene in
            try await delivered(&scene)
            scene.model.focus = .flush
            scene.press("/answered".map(Key.character) + [.enter, .enter])
        },
        "request-failed-open": { scene in
            await Scenes.refused(2, &scene)
            scene.press("/sent".map(Key.character) + [.enter, .enter])
        },
        "event-way-end": { scene in
            await scene.grant()
            let properties = (10..<50).map { ("key\($0)", PropertyValue.int($0)) }
            scene.harness.tracker.track(
                "wide", schemaVersion: 1, properties: Dictionary(uniqueKeysWithValues: properties))
            await scene.look()
            scene.model.focus = .journal
            scene.press("/KEEP".map(Key.character) + [.enter, .enter, .enter, .end])
        },
        "drop-open": { scene in
            await scene.grant()
            scene.harness.tracker.track(
                "purchase", schemaVersion: 1, properties: ["email": "a@b.co", "sum": 5])
            await scene.look()
            scene.model.focus = .drops
            scene.press([.enter, .enter])
        },
        "segment-gone": { scene in
            try await zoomed(.segments, &scene)
            scene.press([.enter])
            await scene.flush()
            scene.press([.character("h"), .enter])
            _ = scene.model.update(.segments([]))
        },
        "segments-selecting": { scene in
            await scene.grant()
            await scene.fire(180)
            scene.model.focus = .segments
            scene.press([.enter, .home, .down])
        },
        "filter-nothing": { scene in
            try await delivered(&scene)
            scene.model.focus = .drops
            scene.press("/nowhere".map(Key.character) + [.enter])
        },
        "segment-filter-nothing": { scene in
            try await zoomed(.segments, &scene)
            scene.press("/nowhere".map(Key.character) + [.enter])
        },
        "collector-wrong": { scene in
            try await delivered(&scene)
            scene.model.focus = .collector
            scene.model.collector.missing = 3
            scene.model.collector.problems = 2
            scene.model.collector.requests = [0: 1, 200: 12, 429: 3, 503: 41]
            scene.press([.enter])
        },
        "collector-foreign-large": { scene in
            scene.model.collector.isOurs = false
            scene.model.collector.fault = "staging.example.com"
            scene.model.focus = .collector
            scene.press([.enter])
        },
        "drops-all": { try Scenes.dropping(&$0) },
        "drops-all-large": { scene in
            try Scenes.dropping(&scene)
            scene.model.focus = .drops
            scene.press([.enter])
        },
        "books-unbalanced": { scene in
            try await delivered(&scene)
            var audit = scene.harness.audit(collected: LedgerAudit.Collected(unique: 5, duplicates: 1))
            audit.findings = ["the ledger has 3 events on disk, the files have 2"]
            _ = scene.model.update(.audited(audit, isAsked: true))
        },
        "books-after-crash": { scene in
            await scene.grant()
            await scene.fire(3)
            scene.harness.relaunch()
            scene.harness.tracker.setConsent(.granted)
            await scene.harness.settle()
            let news = Refresh(status: scene.harness.status, earlier: scene.harness.earlierLives)
            _ = scene.model.update(.refreshed(news))
            scene.press("A")
        },
        "identify-refused": { scene in
            scene.press([.character("i"), .control("u")] + "ada@example.org".map(Key.character) + [.enter])
        },
    ]

    /// So many events that an overloaded server did not take, with the focus on what was tried.
    private static func refused(_ count: Int, _ scene: inout Scene) async {
        scene.server.otherwise = .unavailable(status: 503)
        await scene.grant()
        await scene.fire(count)
        await scene.flush()
        scene.model.focus = .flush
    }

    /// Something dropped for every reason that there is.
    private static func dropping(_ scene: inout Scene) throws {
        let counts = DropReason.allCases.enumerated().map { ($1.rawValue, 1 + $0 * 113) }
        scene.model.status.ledger = try Models.ledger(Dictionary(uniqueKeysWithValues: counts))
    }
}
