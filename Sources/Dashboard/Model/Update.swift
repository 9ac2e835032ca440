import Analytics
import TerminalKit

/// Something that happened.
public enum Message: Sendable {
    case key(Key)
    case refreshed(TrackerStatus, [JournalEntry], CollectorSummary)
    /// An audit ended; one that nobody asked for speaks up only when something is wrong.
    case audited(findings: [String], isAsked: Bool)
    case note(String)
}

/// What is to be done outside; it reports back as a message.
public enum Effect: Sendable, Equatable {
    case fire(Int)
    case burst(Burst)
    case consent(Consent)
    case enterBackground
    case enterForeground
    case expireBackground
    case flush
    case choose(FaultChoice)
    case audit
    case redraw
    case suspend
    case quit
}

extension Model {
    /// Takes in what happened and says what to do about it; pure.
    public mutating func update(_ message: Message) -> [Effect] {
        switch message {
        case .key(let key): return pressed(key)
        case .refreshed(let status, let entries, let collector):
            rates.update(tracked: status.ledger.tracked, at: status.time)
            guard !isPaused else {
                missed += 1
                return []
            }
            self.status = status
            self.collector = collector
            journal = Array((journal + entries).suffix(500))
        case .audited(let findings, let isAsked):
            audit = (findings.count, status.time)
            if let finding = findings.first {
                self.message = "UNBALANCED: \(finding)"
            } else if isAsked {
                self.message = "Books ok: ledger, files and collector agree."
            }
        case .note(let text): self.message = text
        }
        return []
    }

    private mutating func pressed(_ key: Key) -> [Effect] {
        // Control keys mean the terminal itself, whatever lies over the panes.
        if case .control = key, Binding.action(for: key) != nil { return act(on: key) }
        if case .paste = key {
            message = "What was pasted does nothing here."
            return []
        }
        switch overlay {
        case .none: return key == .escape ? [] : act(on: key)
        case .help:
            overlay = .none
            return Binding.action(for: key) == .quit ? [.quit] : []
        case .consent: return consentKey(key)
        case .deny(let dialog): return denyKey(key, dialog)
        case .burst(let menu): return burstKey(key, menu)
        case .faults(let selection): return faultKey(key, selection: selection)
        }
    }

    private mutating func act(on key: Key) -> [Effect] {
        switch Binding.action(for: key) {
        case .fire(let index): return samples.indices.contains(index) ? [.fire(index)] : []
        case .burstMenu: overlay = .burst(BurstMenu())
        case .consentMenu: overlay = .consent
        case .lifecycle: return [status.lifecycle == .foreground ? .enterBackground : .enterForeground]
        case .expireBackground:
            guard status.lifecycle == .background else {
                message = "The app is in the foreground: no background time to run out."
                return []
            }
            return [.expireBackground]
        case .flush:
            message = "Flush started."
            return [.flush]
        case .faultMenu:
            guard !faults.isEmpty else {
                message = "The server is not ours: its faults cannot be chosen."
                return []
            }
            overlay = .faults(selection: 0)
        case .audit: return [.audit]
        case .pause:
            isPaused.toggle()
            message = isPaused ? "PAUSED: the tracker goes on." : "Goes on after \(missed) changes."
            missed = 0
        case .help: overlay = .help
        case .redraw: return [.redraw]
        case .suspend: return [.suspend]
        case .quit: return [.quit]
        case nil: message = "\(key.label) does nothing; ? shows the keys."
        }
        return []
    }

    private mutating func consentKey(_ key: Key) -> [Effect] {
        overlay = .none
        switch key {
        case .character("g"): return [.consent(.granted)]
        case .character("u"): return [.consent(.unknown)]
        case .character("d"):
            let waiting = status.ledger[.waiting] + status.ledger[.inFlight] + status.ledger[.buffered]
            let install = status.installID.map { "install ID \($0.prefix(6)).." } ?? "no install ID"
            overlay = .deny(
                .confirmation(
                    title: "Deny consent?",
                    body: ["Erases \(waiting) events that wait,", "\(install) and the session."],
                    confirm: "Deny"))
        default: message = "Consent stays \(status.consent.rawValue)."
        }
        return []
    }

    private mutating func denyKey(_ key: Key, _ dialog: Dialog) -> [Effect] {
        var dialog = dialog
        switch dialog.handle(key) {
        case .open:
            overlay = .deny(dialog)
            return []
        case .chosen(let index) where dialog.choices[index].isDangerous:
            overlay = .none
            return [.consent(.denied)]
        case .chosen, .cancelled:
            overlay = .none
            message = "Consent stays \(status.consent.rawValue)."
            return []
        }
    }

    private mutating func burstKey(_ key: Key, _ menu: BurstMenu) -> [Effect] {
        var menu = menu
        switch menu.handle(key) {
        case .open:
            overlay = .burst(menu)
            return []
        case .chosen(let burst):
            overlay = .none
            return [.burst(burst)]
        case .cancelled:
            overlay = .none
            return []
        }
    }

    private mutating func faultKey(_ key: Key, selection: Int) -> [Effect] {
        switch key {
        case .up: overlay = .faults(selection: max(0, selection - 1))
        case .down: overlay = .faults(selection: min(faults.count - 1, selection + 1))
        case .enter:
            overlay = .none
            return [.choose(faults[selection])]
        case .character(let letter):
            guard let index = Self.menuLetters.firstIndex(of: letter), index < faults.count else { break }
            overlay = .none
            return [.choose(faults[index])]
        default: overlay = .none
        }
        return []
    }

    /// The letters of a menu's lines.
    static let menuLetters = Array("abcdefghijklmnopqrstuvwxyz")
}
