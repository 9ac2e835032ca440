import Analytics
import AnalyticsTesting

extension Consent {
    /// What it brings about, for the message line.
    var effect: String {
        switch self {
        case .granted: "Consent granted: events are recorded."
        case .unknown: "Consent unknown: nothing is recorded or sent, nothing is erased."
        case .denied: "Consent denied: everything recorded is erased, with the install ID."
        }
    }
}

extension DeviceConditions.Network {
    /// What it brings about, for the message line.
    var effect: String {
        switch self {
        case .normal: "The network is back to normal."
        case .constrained: "Low Data: sending is held, which is no failure."
        case .offline: "Offline: sending is held, which is no failure."
        }
    }
}

extension FlushOutcome {
    /// What a flush did, for the message line.
    var words: String {
        var counts = "\(sent) sent"
        if rejected > 0 { counts += ", \(rejected) rejected" }
        if discarded > 0 { counts += ", \(discarded) discarded" }
        return "Flush: \(counts); \(stoppedBy)."
    }
}

extension PolicyExplanation {
    /// The decision on an event, for the message line.
    func words(_ event: ComposedEvent) -> String {
        let head = "\(event.name) v\(event.schemaVersion)"
        if let dropReason {
            let why = steps.first { $0.passed == false }?.detail ?? ""
            return "DROP \(head): \(dropReason.rawValue), \(why)."
        }
        var text = "KEEP \(head)"
        if let sampleRate, sampleRate < 1 { text += ", inside the rate \(sampleRate)" }
        if !removed.isEmpty { text += "; removed \(removed.map(\.keyShown).joined(separator: "; "))" }
        if !cut.isEmpty { text += "; cut \(cut.joined(separator: ", "))" }
        return text + (removed.isEmpty && cut.isEmpty ? "; nothing removed or cut." : ".")
    }
}

extension String {
    /// A removed key with its reason; an empty key, which nobody could see, has quotes.
    var keyShown: String { hasPrefix(":") ? "\"\"" + self : self }
}

extension AnalyticsHarness.Death {
    /// How the process died, for the message line.
    func words(diedAt moment: AnalyticsHarness.DeathMoment) -> String {
        switch (moment, self) {
        case (.betweenTwoLines, _): "There was nothing to do that to; died between two lines"
        case (.duringRequest, _):
            "Died while a request was under way: what the server has of it is sent again"
        case (.asMeant, .losingMemory): "Crashed between two lines"
        case (.asMeant, .tearingLastLine): "Crashed in the middle of a line"
        case (.asMeant, .beforeDeleting): "Crashed after the server stored and before the delete"
        }
    }
}

extension Deed.RemoteDocument {
    /// The document, for the message line.
    var words: String {
        switch self {
        case .on: "switched on"
        case .off: "switched off"
        case .sampling(let rate): "all events sampled at \(rate)"
        case .broken: "a broken document"
        }
    }
}

extension FaultyFiles.Fault {
    /// What the disk is made to do, in a word or two; nil while it works.
    var word: String? {
        switch self {
        case .none: nil
        case .fullAfter: "FULL"
        case .readOnly: "READ-ONLY"
        case .unreadable, .segmentsUnreadable: "LOCKED"
        case .undeletable, .unchangeable, .folderUnchangeable: "KEEPS FILES"
        case .listingFails: "FAILS TO LIST"
        case .folderCannotBeMade: "MAKES NO FOLDER"
        }
    }

    /// What an operator does to have it so, room that is left aside.
    var deed: Deed.Disk {
        switch self {
        case .none, .undeletable, .unchangeable, .folderUnchangeable, .listingFails, .folderCannotBeMade:
            .normal
        case .fullAfter: .full(after: 0)
        case .readOnly: .readOnly
        case .unreadable, .segmentsUnreadable: .locked
        }
    }
}
