import Analytics
import AnalyticsTerminalKit
import AnalyticsTesting

/// What each key with a menu offers.
extension Model {
    var consentMenu: Menu {
        let status = present
        let waiting = status.ledger[.waiting] + status.ledger[.inFlight] + status.ledger[.buffered]
        let install = status.installID.map { "install ID \($0.prefix(6)).." } ?? "no install ID"
        let stays = "Consent stays \(status.consent.rawValue)."
        let denial = Confirmation(
            title: "Deny consent?",
            body: [
                "Erases what waits: \(CountText.of(waiting, "event", "events")),",
                "\(install) and the session.",
            ],
            confirm: "Deny", deed: .consent(.denied), declined: stays)
        return Menu(
            "Consent",
            [
                Menu.Item(letter: "g", label: "grant", choice: .deed(.consent(.granted))),
                Menu.Item(letter: "u", label: "unknown", choice: .deed(.consent(.unknown))),
                Menu.Item(letter: "d", label: "deny ...", choice: .dangerous(denial)),
            ], at: .consent(status.consent), cancelled: stays)
    }

    var serverMenu: Menu {
        Menu(
            "Server", lettered: faults.map { ($0.name, .deed(.server($0.word))) },
            at: .server(collector.word))
    }

    var networkMenu: Menu {
        Menu(
            "Network",
            lettered: [
                ("normal", .deed(.network(.normal))),
                ("constrained (Low Data)", .deed(.network(.constrained))),
                ("offline", .deed(.network(.offline))),
                present.conditions.isLowPower
                    ? ("normal power", .deed(.power(isLow: false)))
                    : ("low power", .deed(.power(isLow: true))),
            ], at: .network(present.conditions.network))
    }

    var switchMenu: Menu {
        Menu(
            "Remote configuration",
            lettered: [
                ("switched on", .deed(.serve(.on))), ("switched off", .deed(.serve(.off))),
                ("on, all events sampled at 10 %", .deed(.serve(.sampling(0.1)))),
                ("a broken document", .deed(.serve(.broken))),
            ])
    }

    var diskMenu: Menu {
        let deletion = Confirmation(
            title: "Delete the folder?",
            body: [
                "For real: \(CountText.of(present.segments.count, "segment", "segments")) with",
                "\(CountText.of(present.ledger[.waiting], "event", "events")) would be gone.",
            ],
            confirm: "Delete", deed: .disk(.deleted))
        return Menu(
            "Disk, simulated under the real queue",
            lettered: [
                ("normal", .deed(.disk(.normal))), ("full at once", .deed(.disk(.full(after: 0)))),
                ("full after 200 bytes", .deed(.disk(.full(after: 200)))),
                ("full after 4,096 bytes", .deed(.disk(.full(after: 4_096)))),
                ("read-only", .deed(.disk(.readOnly))), ("locked: cannot be read", .deed(.disk(.locked))),
                ("delete the folder (real) ...", .dangerous(deletion)),
            ], at: .disk(disk.deed))
    }

    var crashMenu: Menu {
        func item(_ label: String, _ death: AnalyticsHarness.Death, _ loss: String) -> (String, Menu.Choice) {
            let question = Confirmation(
                title: "Crash and relaunch?", body: [loss, "The new process finds the same folder."],
                confirm: "Crash", deed: .crash(death))
            return (label + " ...", .dangerous(question))
        }
        return Menu(
            "Crash and relaunch",
            lettered: [
                item(
                    "buffer lost", .losingMemory,
                    "Lost: \(CountText.of(present.buffer.depth, "event", "events")) in memory."),
                item("last line torn", .tearingLastLine, "The newest segment ends in half a line."),
                item("stored, not deleted", .beforeDeleting, "A batch that the server has is sent again."),
            ])
    }

    var jumpMenu: Menu {
        Menu(
            "Clock: jump ahead",
            lettered: [
                ("1 min", .deed(.advance(.seconds(60)))), ("30 min", .deed(.advance(.seconds(1_800)))),
                ("7 days", .deed(.advance(.seconds(7 * 86_400)))),
            ])
    }

    /// The speeds that `<` and `>` go through.
    static let speeds = [1, 10, 60]
}
