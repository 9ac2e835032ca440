/// Decides whether an event is recorded, and in which form: a pure function of event, consent, switch,
/// install ID and configuration.
///
/// The order is consent, switch, validity, sampling, scrub, cut, size; the first step that says no wins, and
/// the rest do not run. The size is known only once the event is encoded: ``fits(encodedBytes:)``.
package struct RecordingPolicy: Sendable {
    /// The limits in force, after correction.
    package let limits: EventLimits
    /// The sampling rules in force, after correction.
    package let sampling: SamplingRules
    package let scrubbing: ScrubbingRules
    private let scrubber: PropertyScrubber

    /// Makes a policy; impossible limits and rates are corrected as their `clamped()` says.
    package init(limits: EventLimits, sampling: SamplingRules, scrubbing: ScrubbingRules) {
        self.limits = limits.clamped().0
        self.sampling = sampling.clamped().0
        self.scrubbing = scrubbing
        scrubber = PropertyScrubber(limits: self.limits, rules: scrubbing)
    }

    /// Judges one event.
    package func decide(
        _ draft: EventDraft, consent: Consent, isEnabled: Bool, installID: String
    ) -> Decision {
        switch consent {
        case .granted: break
        case .denied: return .drop(.noConsent, detail: "consent is denied")
        case .unknown: return .drop(.noConsent, detail: "consent is not known")
        }
        guard isEnabled else { return .drop(.switchedOff, detail: "recording is switched off remotely") }
        if let fault = fault(in: draft) { return .drop(.invalid, detail: fault) }
        let (key, rate) = sampling.rule(for: draft.name)
        guard InstallSampler.keeps(installID: installID, key: key, rate: rate) else {
            return .drop(.sampledOut, detail: "this install is outside the rate \(rate) of \(draft.name)")
        }
        let (properties, note) = scrubber.scrub(draft.properties, of: draft.name)
        return .keep(
            KeptEvent(
                name: draft.name, schemaVersion: draft.schemaVersion, properties: properties,
                sampleRate: rate,
                note: note))
    }

    /// The last step: whether the encoded event is small enough. Too large is ``DropReason/tooLarge``.
    package func fits(encodedBytes: Int) -> Bool { encodedBytes <= limits.maxEventBytes }

    private func fault(in draft: EventDraft) -> String? {
        if let fault = NameRules.faultInName(draft.name, maxCharacters: limits.maxNameCharacters) {
            return fault
        }
        // Searched although the alphabet has no `@`: digits, hyphens and spaces are enough for a telephone
        // number.
        switch PersonalDataScan.find(in: draft.name) {
        case .email: return "the name holds an e-mail address"
        case .phone: return "the name holds a telephone number"
        case .credential, nil: break
        }
        return draft.schemaVersion < 0 ? "the schema version of \(draft.name) is negative" : nil
    }
}
