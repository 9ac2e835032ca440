import Analytics
import AnalyticsTesting
import Testing

/// Random numbers with a seed that failures print.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 { SeededRandom.advance(&state) }
}

extension RecordingPolicy {
    static func standard(
        limits: EventLimits = EventLimits(), sampling: SamplingRules = SamplingRules(),
        scrubbing: ScrubbingRules = ScrubbingRules()
    ) -> RecordingPolicy {
        RecordingPolicy(limits: limits, sampling: sampling, scrubbing: scrubbing)
    }

    func decide(
        _ name: String = "screen_viewed", version: Int = 1, _ properties: [String: PropertyValue] = [:],
        consent: Consent = .granted, isEnabled: Bool = true, installID: String = "install-1"
    ) -> Decision {
        let draft = EventDraft(name: name, schemaVersion: version, properties: properties)
        return decide(draft, consent: consent, isEnabled: isEnabled, installID: installID)
    }

    /// The event as it is recorded; fails the test when it is dropped.
    func kept(_ name: String, _ properties: [String: PropertyValue]) throws -> KeptEvent {
        try #require(decide(name, properties).event)
    }

    func kept(_ properties: [String: PropertyValue]) throws -> KeptEvent {
        try kept("screen_viewed", properties)
    }
}

extension Decision {
    var event: KeptEvent? {
        if case .keep(let event) = self { return event }
        return nil
    }

    var reason: DropReason? {
        if case .drop(let reason, _) = self { return reason }
        return nil
    }

    var detail: String? {
        if case .drop(_, let detail) = self { return detail }
        return nil
    }
}

extension KeptEvent {
    var keys: [String] { properties.map(\.key) }
    func value(_ key: String) -> PropertyValue? { properties.first { $0.key == key }?.value }
}
